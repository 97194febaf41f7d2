import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { attribute, elements } from '../../support/reading/browser.ts';
import { eventually } from '../../support/reading/eventually.ts';
import { exchange } from '../../support/reading/exchange.ts';
import { ORIGIN, startSite } from '../../support/servers/site.ts';

const site = await startSite();
const get = (path: string, headers: Record<string, string> = {}) =>
  exchange(site, { path, headers });

const SHARED = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400';
const BRIEFLY = 'public, max-age=0, s-maxage=10';

test.each([
  ['/', SHARED],
  ['/_.data', SHARED],
  ['/about.data', SHARED],
  ['/projects?category=school', SHARED],
  ['/projects?made=staircases', SHARED],
  ['/el/projects?made=staircases', SHARED],
  ['/sitemap.xml', SHARED],
  ['/insights/feed.xml', SHARED],
  ['/robots.txt', SHARED],
  ['/nowhere', BRIEFLY],
  ['/projects/nobody', BRIEFLY],
])('HC-1 serves %s identically to everybody, for shared caches', async (path, caching) => {
  const { headers, text } = await get(path);
  expect(headers['cache-control']).toBe(caching);
  expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
  expect(headers['x-robots-tag']).toBe(path.endsWith('.data') ? 'noindex' : undefined);
  expect(headers['etag']).toMatch(/^"[\w-]+"$/);
  expect(headers['vary'] ?? 'Accept-Encoding').toBe('Accept-Encoding');
  const answerWithCookies = await get(path, { cookie: 'sid=abc; __Host-sid=def' });
  if (caching === SHARED) expect(answerWithCookies.text).toBe(text);
  for (const answer of [headers, answerWithCookies.headers])
    expect(answer['set-cookie']).toBeUndefined();
});

test.each([
  '/contact',
  '/el/contact',
  '/contact.data',
  '/contact/challenge',
  '/healthz',
  // Answered with a nonce, because they are no spelling that is worth keeping.
  '/projects?year=none',
  '/a%21b',
])('HC-1 lets no cache store %s', async (path) => {
  expect((await get(path)).headers['cache-control']).toContain('no-store');
});

test.each(['/contact', '/el/contact'])('SE-1 lets search engines list %s', async (path) => {
  expect((await get(path)).headers['x-robots-tag']).toBeUndefined();
});

test.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['identity', undefined],
])('HC-1 answers Accept-Encoding %s with %s and its own ETag', async (accepted, encoding) => {
  const tags = new Set<unknown>();
  for (const path of ['/', '/_.data', '/insights/feed.xml']) {
    const headers = { 'accept-encoding': accepted };
    const first = await get(path, headers);
    expect(first.headers['content-encoding']).toBe(encoding);
    expect(first.headers['vary']).toBe('Accept-Encoding');
    const etag = String(first.headers['etag']);
    tags
      .add(etag)
      .add(
        (await get(path, { 'accept-encoding': encoding === 'br' ? 'gzip' : 'br' })).headers['etag'],
      );
    const conditionalAnswer = await get(path, { ...headers, 'if-none-match': etag });
    expect(conditionalAnswer).toMatchObject({ status: 304, text: '', headers: { etag } });
    expect(conditionalAnswer.headers['content-security-policy']).toBe(
      first.headers['content-security-policy'],
    );
    expect((await get(path, { ...headers, 'if-none-match': '"other"' })).status).toBe(200);
  }
  expect(tags.size).toBe(6);
});

test('names the hash of each inline script in the policy of a cached page, and no nonce', async () => {
  const { text, headers } = await get('/');
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
  expect(text).not.toContain('nonce');
  expect((await get('/_.data')).text).not.toContain('nonce');
});

test('names the charset of a page’s data, and excludes it from indexing', async () => {
  for (const path of ['/_.data', '/about.data', '/contact.data', '/admin.data', '/nowhere.data']) {
    const { headers } = await get(path);
    expect(headers['content-type']).toBe('text/x-script; charset=utf-8');
    expect([headers['x-remix-response'], headers['x-robots-tag']]).toEqual(['yes', 'noindex']);
  }
});

test.each([
  ['/', 200],
  ['/_.data', 200],
  ['/nope', 404],
  ['/healthz', 200],
  ['/contact/', 301],
])('R-7 answers HEAD %s like GET, without a body', async (path, status) => {
  const got = await get(path);
  const head = await exchange(site, { path, method: 'HEAD' });
  expect([head.status, head.text]).toEqual([status, '']);
  for (const name of ['content-type', 'content-length', 'etag', 'location'])
    expect(head.headers[name]).toBe(got.headers[name]);
});

test('R-2 answers 404 for an unknown path on every visit, and logs it without its query', async () => {
  using write = vi.spyOn(process.stdout, 'write');
  for (let visit = 0; visit < 2; visit++) {
    const { status, headers } = await get('/no-such-page?email=someone%40home.example');
    expect(status).toBe(404);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{16}$/);
  }
  await eventually(() => {
    const lines = write.mock.calls
      .map(([line]) => String(line))
      .join('')
      .split('\n');
    const line = lines.find((entry) => entry.includes('"not-found"')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ event: 'not-found', path: '/no-such-page' });
    expect(line).not.toContain('someone');
  });
});

test('robots.txt excludes the desk, and security.txt names a contact for half a year', async () => {
  const lines = (await get('/robots.txt')).text.split('\n');
  expect(lines).toContain('Disallow: /admin');
  expect(lines).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
  const { text } = await get('/.well-known/security.txt');
  expect(text).toMatch(/^Contact: mailto:.+@/);
  const days = (Date.parse(/^Expires: (.*)$/m.exec(text)![1]!) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(170);
  expect(days).toBeLessThan(190);
});

test.each([
  ['/pictures', 'cross-origin'],
  ['/assets', 'same-origin'],
  ['/drawings', 'same-origin'],
])('SE-3 other sites may show the pictures of %s: %s', async (folder, policy) => {
  const [name] = readdirSync(join('build/client', folder));
  const path = `${folder}/${name}`;
  const { status, headers } = await get(path);
  expect([status, headers['cross-origin-resource-policy']]).toEqual([200, policy]);
  const conditionalAnswer = await get(path, { 'if-none-match': String(headers['etag']) });
  expect([
    conditionalAnswer.status,
    conditionalAnswer.headers['cross-origin-resource-policy'],
  ]).toEqual([304, policy]);
});

test.each(['/', '/contact', '/pictures/none.avif', '/admin', '/insights/feed.xml'])(
  'SE-3 no other site may embed %s',
  async (path) => {
    const { headers } = await get(path);
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  },
);
