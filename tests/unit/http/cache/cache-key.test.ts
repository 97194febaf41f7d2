import { expect, test } from 'vitest';
import { canonicalPath, lowerCasePath, publicAddress } from '#app/http/cache/cache-key.server.ts';

const addressOf = (path: string) => publicAddress(new URL(path, 'https://drys.example'));

test.each([
  ['/', '/'],
  ['/_.data', '/_.data'],
  ['/projects?category=golf-club&year=2024', '/projects?category=golf-club&year=2024'],
  ['/projects/roche?photo=2', '/projects/roche?photo=2'],
  ['/financial-data?tab=statements', '/financial-data?tab=statements'],
  ['/about?utm_source=mail&fbclid=x', '/about'],
  ['/about.data?_routes=routes%2Fsite%2Fabout', '/about.data?_routes=routes%2Fsite%2Fabout'],
  ['/projects?constructor=1', '/projects'],
])('%s is kept as %s', (path, address) => {
  expect(addressOf(path)).toBe(address);
});

test.each([
  '/contact',
  '/contact.data',
  '/contact/challenge',
  '/admin',
  '/admin.data',
  '/admin/dashboard',
  '/reset-password',
  '/ABOUT',
  '/%61bout',
  '/projects?category=Golf%20Club',
  '/projects?year=1&year=2',
  '/projects?photo=999999',
])('%s is answered to each visitor alone', (path) => {
  expect(addressOf(path)).toBeUndefined();
});

test.each([
  ['/', '/'],
  ['/about/', '/about'],
  ['/about///', '/about'],
  ['//evil.example/', '/evil.example'],
  ['///', '/'],
  ['/projects//roche', '/projects/roche'],
  ['/%61bout', '/about'],
  ['/a%7Eb%2Ec', '/a~b.c'],
  ['/a%2Fb%20c%C3%A9', '/a%2Fb%20c%C3%A9'],
])('R-7 %s is properly %s', (path, canonical) => {
  expect(canonicalPath(path)).toBe(canonical);
});

test.each([
  ['/ABOUT.data', '/about.data'],
  ['/%C3%89/A', '/%C3%89/a'],
])('%s without capitals is %s', (path, lower) => {
  expect(lowerCasePath(path)).toBe(lower);
});
