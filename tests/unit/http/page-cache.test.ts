import { expect, onTestFinished, test, vi } from 'vitest';
import { getCacheKey, PageCache, toCanonicalPath } from '#app/http/page-cache.server.ts';
import { Refusal } from '#app/http/responses.server.ts';

const html = { 'content-type': 'text/html; charset=utf-8' };

/** Returns a renderer that counts its calls. */
function createRenderer(make: () => Response) {
  let calls = 0;
  return {
    render: async () => {
      calls++;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return make();
    },
    calls: () => calls,
  };
}

test('renders a page once for simultaneous and later requests', async () => {
  const cache = new PageCache();
  const { render, calls } = createRenderer(() => new Response('page', { headers: html }));
  const pages = await Promise.all(Array.from({ length: 50 }, () => cache.getOrRender('/', render)));
  expect(new Set(pages).size).toBe(1);
  expect(cache.find('/')).toBe(pages[0]);
  // A link with utm_source has the key of its page, which is not its own URL.
  expect(await cache.getOrRender('/', render)).toBe(pages[0]);
  expect(calls()).toBe(1);
});

test.each([
  ['a page that is not there', () => new Response('no', { status: 404, headers: html })],
  ['an error', () => new Response('no', { status: 500, headers: html })],
  ['a no-store page', () => new Response('', { headers: { 'cache-control': 'no-store' } })],
])('sends but does not store %s', async (_, make) => {
  const cache = new PageCache();
  const { render, calls } = createRenderer(make);
  expect((await cache.getOrRender('/x', render))?.status).toBe(make().status);
  await cache.getOrRender('/x', render);
  expect([calls(), cache.find('/x')]).toEqual([2, undefined]);
});

test.each([
  ['SE-5 a redirect', () => new Response(null, { status: 301, headers: { location: '/x' } })],
  ['SE-5 a redirect in a data response', () => new Response(null, { status: 202, headers: html })],
  ['a response that sets a cookie', () => new Response('', { headers: { 'set-cookie': 'a=1' } })],
])('never shares %s', async (_, make) => {
  const cache = new PageCache();
  expect(await cache.getOrRender('/x', createRenderer(make).render)).toBeNull();
  expect(cache.find('/x')).toBeUndefined();
});

test('refuses only the first request if the limiter refuses its client, and renders once for those that wait', async () => {
  const cache = new PageCache();
  const refusal = new Refusal(503, 'crowded');
  const refused = expect(cache.getOrRender('/', () => Promise.reject(refusal))).rejects;
  const { render, calls } = createRenderer(() => new Response('page', { headers: html }));
  const others = Array.from({ length: 3 }, () => cache.getOrRender('/', render));
  await refused.toBe(refusal);
  expect((await Promise.all(others)).map((page) => page?.status)).toEqual([200, 200, 200]);
  expect(calls()).toBe(1);
});

test('rejects the waiting requests after another error, and renders again for the next one', async () => {
  const cache = new PageCache();
  const { render } = createRenderer(() => new Response('page', { headers: html }));
  const failed = cache.getOrRender('/', () => Promise.reject(new Error('no')));
  const waiting = cache.getOrRender('/', render);
  await expect(failed).rejects.toThrow('no');
  await expect(waiting).rejects.toThrow('no');
  expect((await cache.getOrRender('/', render))?.status).toBe(200);
});

test.each([
  ['winter', '2026-12-31T21:59:50Z', '2026-12-31T22:00:10Z'],
  ['summer', '2026-07-01T20:59:50Z', '2026-07-01T21:00:10Z'],
])('drops all pages at midnight in Athens, in %s', async (_, before, after) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(before) });
  onTestFinished(() => void vi.useRealTimers());
  const cache = new PageCache();
  const { render } = createRenderer(() => new Response('page', { headers: html }));
  await cache.getOrRender('/', render);
  vi.setSystemTime(Date.now() + 5000);
  expect(cache.find('/')).toBeDefined();
  const lateRendering = cache.getOrRender('/late', render);
  vi.setSystemTime(Date.parse(after));
  expect(cache.find('/')).toBeUndefined();
  await lateRendering;
  expect(cache.find('/late')).toBeUndefined();
});

test('bounds its memory for any number of invented queries', async () => {
  const cache = new PageCache();
  const page = 'x'.repeat(1024 * 1024);
  for (let i = 0; i < 20; i++) {
    const make = () => Promise.resolve(new Response(page, { headers: html }));
    await cache.getOrRender(`/projects?photo=${i}`, make);
  }
  const cachedNumbers = Array.from({ length: 20 }, (_, i) => i).filter((i) =>
    cache.find(`/projects?photo=${i}`),
  );
  // Of pages of 1 MB each, 15 with their headers fit into 16 MB; the oldest went.
  expect(cachedNumbers).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
});

const cacheKey = (path: string) => getCacheKey(new URL(path, 'https://drys.example'));

test.each([
  ['/_.data', '/_.data'],
  ['/projects?category=golf-club&year=2024', '/projects?category=golf-club&year=2024'],
  ['/projects?made=wall-panelling&year=2024', '/projects?made=wall-panelling&year=2024'],
  ['/projects/roche?photo=2', '/projects/roche?photo=2'],
  ['/projects/café-möller', '/projects/caf%C3%A9-m%C3%B6ller'],
  ['/el/projects/πινακοθήκη.data', `/el/projects/${encodeURIComponent('πινακοθήκη')}.data`],
  ['/projects?category=hotels-2', '/projects?category=hotels-2'],
  [`/projects?category=${'a'.repeat(200)}`, `/projects?category=${'a'.repeat(200)}`],
  ['/projects?category=café', '/projects?category=caf%C3%A9'],
  ['/financial-data?tab=statements', '/financial-data?tab=statements'],
  ['/about?utm_source=mail&fbclid=x', '/about'],
  ['/about.data?_routes=routes%2Fsite%2Fabout', '/about.data?_routes=routes%2Fsite%2Fabout'],
  ['/projects?constructor=1', '/projects'],
])('caches %s as %s', (path, key) => {
  expect(cacheKey(path)).toBe(key);
});

test.each([
  '/ABOUT',
  '/projects?category=Golf%20Club',
  '/projects?made=desks&made=doors',
  `/projects?category=${'a'.repeat(201)}`,
  '/projects/CAF%C3%89',
  '/projects/caf%c3%a9',
  '/projects/caf%C3',
  '/projects/cafe%CC%81',
  '/%70rojects/caf%C3%A9',
  '/projects?year=1&year=2',
  '/projects?photo=999999',
])('never shares the response to %s', (path) => {
  expect(cacheKey(path)).toBeUndefined();
});

test.each([
  ['/about///', '/about'],
  ['//evil.example/', '/evil.example'],
  ['///', '/'],
  ['/a%7Eb%2Ec', '/a~b.c'],
  ['/a%2Fb%20c%C3%A9', '/a%2Fb%20c%C3%A9'],
])('R-7 %s has the canonical path %s', (path, canonical) => {
  expect(toCanonicalPath(path)).toBe(canonical);
});
