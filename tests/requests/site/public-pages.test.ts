import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { attribute, elements } from '../../support/reading/browser.ts';
import { exchange } from '../../support/reading/exchange.ts';
import { startSite } from '../../support/servers/site.ts';

const site = await startSite();

test('a public page is the same for everybody and sets nothing', async () => {
  const plain = await exchange(site, { path: '/' });
  const known = await exchange(site, { path: '/', headers: { cookie: 'sid=abc; __Host-sid=def' } });
  expect(known.text).toBe(plain.text);
  expect(known.headers['set-cookie']).toBeUndefined();
  expect(known.headers['x-frame-options']).toBe('DENY');
});

const SHARED = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400';

test.each([
  ['/', SHARED],
  ['/_.data', SHARED],
  ['/about.data', SHARED],
  ['/projects?category=school', SHARED],
  ['/sitemap.xml', SHARED],
  ['/insights/feed.xml', SHARED],
  ['/robots.txt', SHARED],
  ['/nowhere', 'public, max-age=0, s-maxage=10'],
  ['/projects/nobody', 'public, max-age=0, s-maxage=10'],
])('HC-1 %s may be kept by shared caches', async (path, caching) => {
  const { headers } = await exchange(site, { path });
  expect(headers['cache-control']).toBe(caching);
  expect(headers['etag']).toMatch(/^"[\w-]+"$/);
  expect(headers['vary'] ?? 'Accept-Encoding').toBe('Accept-Encoding');
  expect(headers['set-cookie']).toBeUndefined();
});

test.each([
  '/contact',
  '/contact.data',
  '/contact/challenge',
  '/admin',
  '/reset-password',
  '/admin/nowhere',
  '/healthz',
  // Answered with a nonce, because they are no spelling that is worth keeping.
  '/projects?year=none',
  '/%CE%B1',
])('HC-1 %s is kept by nobody', async (path) => {
  const { headers } = await exchange(site, { path });
  expect(headers['cache-control']).toContain('no-store');
});

test('HC-1 the forms of a page have tags of their own', async () => {
  const tags = new Set<unknown>();
  for (const accepted of ['br', 'gzip', 'identity']) {
    const { headers } = await exchange(site, {
      path: '/about',
      headers: { 'accept-encoding': accepted },
    });
    tags.add(headers['etag']);
  }
  expect(tags.size).toBe(3);
});

test('each inline script of a kept page stands in its policy by hash, and none by nonce', async () => {
  const { text, headers } = await exchange(site, { path: '/' });
  const scripts = elements(text, 'script').filter(
    (s) => attribute(s, 'src') === undefined && attribute(s, 'type') !== 'application/ld+json',
  );
  expect(scripts.length).toBeGreaterThan(1);
  for (const script of scripts) {
    const source = script.childNodes.map((node) => ('value' in node ? node.value : '')).join('');
    const hash = createHash('sha256').update(source).digest('base64');
    expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`);
    expect(attribute(script, 'nonce')).toBeUndefined();
  }
});

test.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', undefined],
])('Accept-Encoding %s is answered with %s', async (accepted, encoding) => {
  const { headers } = await exchange(site, {
    path: '/',
    headers: { 'accept-encoding': accepted },
  });
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers['vary']).toBe('Accept-Encoding');
});

test.each(['br', 'gzip', 'identity'])('a known page is 304, no body (%s)', async (accepted) => {
  const headers = { 'accept-encoding': accepted };
  const { headers: first } = await exchange(site, { path: '/', headers });
  const etag = String(first['etag']);
  expect(etag).toMatch(/^"[\w-]+"$/);
  const again = await exchange(site, { path: '/', headers: { ...headers, 'if-none-match': etag } });
  expect([again.status, again.text]).toEqual([304, '']);
  expect(again.headers['etag']).toBe(etag);
  expect(again.headers['content-security-policy']).toBe(first['content-security-policy']);
  const other = await exchange(site, { path: '/', headers: { 'if-none-match': '"other"' } });
  expect(other.status).toBe(200);
});

test('the data of a page is kept like the page', async () => {
  const { headers } = await exchange(site, { path: '/_.data' });
  expect(headers['content-type']).toBe('text/x-script; charset=utf-8');
  expect(headers['x-remix-response']).toBe('yes');
  expect(headers['x-robots-tag']).toBe('noindex');
  const again = await exchange(site, {
    path: '/_.data',
    headers: { 'if-none-match': String(headers['etag']) },
  });
  expect(again.status).toBe(304);
});

test.each([
  ['/', 200],
  ['/_.data', 200],
  ['/nope', 404],
  ['/healthz', 200],
  ['/contact/', 301],
])('R-7 HEAD %s answers as GET without a body', async (path, status) => {
  const get = await exchange(site, { path });
  const head = await exchange(site, { path, method: 'HEAD' });
  expect([head.status, head.text]).toEqual([status, '']);
  for (const name of ['content-type', 'content-length', 'etag', 'location']) {
    expect(head.headers[name]).toBe(get.headers[name]);
  }
});

test.each([
  ['/about/', '/about'],
  ['/projects/roche/?photo=2', '/projects/roche?photo=2'],
  ['//evil.example/', '/evil.example'],
])('R-7 %s is moved for good to %s', async (path, location) => {
  const answer = await exchange(site, { path });
  expect([answer.status, answer.headers['location']]).toEqual([301, location]);
});

test('R-2 a path that leads nowhere is 404, on every visit', async () => {
  for (let visit = 0; visit < 2; visit++) {
    const { status, headers } = await exchange(site, { path: '/nowhere' });
    expect(status).toBe(404);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{16}$/);
  }
});
