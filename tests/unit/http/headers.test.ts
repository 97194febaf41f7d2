import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { getIpAddressGroup } from '#app/domain/keys.server.ts';
import { findForwardedIpAddress, getClientIpAddress } from '#app/http/guard.server.ts';
import { allowScriptsByHash, buildCsp } from '#app/http/headers.server.ts';
import { selectEncoding } from '#app/http/responses.server.ts';

const { listCookieNames, serializeExpiredCookie, readCookie, createSiteCookie } =
  await import('#app/http/cookies.server.ts');

test('allows a page only the listed sources', () => {
  expect(buildCsp([], '/').split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    'upgrade-insecure-requests',
  ]);
});

test('allows a page in memory the scripts of the router, and none that was smuggled into its content', () => {
  const page = (nonce: string) =>
    `<script${nonce}>boot()</script><p><script>steal()</script><script nonce="guess">steal(2)</script></p>` +
    `<script${nonce} async="">load()</script><script src="/a.js"${nonce}></script>`;
  const hash = (script: string) =>
    `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  const { html, csp } = allowScriptsByHash(page(' nonce="A+/b="'), 'A+/b=', '/');

  expect(html).toBe(page(''));
  expect(csp.split('; ')[1]).toBe(`script-src 'self' ${hash('boot()')} ${hash('load()')}`);
});

test.each([
  [undefined, undefined],
  ['', undefined],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0', undefined],
  ['gzip;q=0.9, br;q=0.5', 'gzip'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['br;q=0, *', 'gzip'],
  ['abr, xgzip', undefined],
  ['BR ; Q=1', 'br'],
  ['br;q=high', undefined],
])('sends a client with Accept-Encoding %j the variant %j', (header, encoding) => {
  const request = { headers: { 'accept-encoding': header } } as IncomingMessage;
  expect(selectEncoding(request, ['br', 'gzip'])).toBe(encoding);
});

process.env['PUBLIC_URL'] = 'https://drys.example';
process.env['SESSION_SECRET'] = 'a secret that is long enough to be one';

const request = (cookie: string) => new Request('https://drys.example/', { headers: { cookie } });
const readSiteCookie = (cookie: string, name = 'sid') =>
  readCookie(request(cookie), createSiteCookie(name, { maxAgeSeconds: 9 }));
const getPair = (line: string) => line.split(';')[0]!;

test('binds a cookie to the host and to https on https only', async () => {
  expect(await createSiteCookie('sid', { maxAgeSeconds: 9 }).serialize('abc')).toBe(
    '__Host-sid=abc; Max-Age=9; Path=/; HttpOnly; Secure; SameSite=Lax',
  );
  expect(
    await serializeExpiredCookie(createSiteCookie('pw', { sameSite: 'strict', maxAgeSeconds: 9 })),
  ).toBe('__Host-pw=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict');
});

test('ignores a cookie that has no prefix, is empty, is not ASCII or is sent twice', async () => {
  const token = 'A_b-'.repeat(10);
  expect(await readSiteCookie(`other=%; __Host-sid=${token}`)).toBe(token);
  expect(await readSiteCookie('sid=abc')).toBeNull();
  expect(await readSiteCookie('__Host-sid=')).toBeNull();
  expect(await readSiteCookie('__Host-sid=abc; __Host-sid=abc')).toBeNull();
  expect(await readSiteCookie('__Host-sid=\u00e9\u00ff')).toBeNull();
  expect(await readSiteCookie('')).toBeNull();
});

test('accepts a signed cookie only with its own signature and for its purpose', async () => {
  const cookie = createSiteCookie('pw', { maxAgeSeconds: 9, signedFor: 'password-form' });
  const pair = getPair(await cookie.serialize('1~2'));
  expect(await readCookie(request(pair), cookie)).toBe('1~2');
  const [text, signature] = pair.split('.');
  const other = getPair(await cookie.serialize('1~9')).split('.')[0];
  for (const forged of [text!, `${text}.`, `${other}.${signature}`, `__Host-pw=1~2.${signature}`]) {
    expect(await readCookie(request(forged), cookie)).toBeNull();
  }
  const otherCookie = createSiteCookie('pw', { maxAgeSeconds: 9, signedFor: 'second-step' });
  expect(await readCookie(request(pair), otherCookie)).toBeNull();
});

test('lists cookies by the beginning of their names', () => {
  const requestWithCookies = request(
    '__Host-dv_12345678=a; dv_00000000=b; __Host-dv_9abcdef0=c; other=d',
  );
  expect(listCookieNames(requestWithCookies, 'dv_')).toEqual(['dv_12345678', 'dv_9abcdef0']);
});

test.each([
  ['no proxy is trusted by default', '1.2.3.4', 0, null],
  ['one proxy: the last entry', '6.6.6.6, 1.2.3.4', 1, '1.2.3.4'],
  ['two proxies: the second entry from the end', '6.6.6.6, 1.2.3.4, 10.0.0.1', 2, '1.2.3.4'],
  ['fewer entries than proxies', '1.2.3.4', 2, null],
  ['no address in the entry', 'unknown', 1, null],
  ['an IPv4-mapped IPv6 address', '::ffff:10.0.0.9', 1, '10.0.0.9'],
  ['a port', '203.0.113.11:51231', 1, '203.0.113.11'],
  ['a port, with two proxies', '203.0.113.31:1024, 10.0.0.1', 2, '203.0.113.31'],
  ['brackets', '[2001:db8:1::1]', 1, '2001:db8:1::1'],
  ['brackets and a port', '[2001:db8::1]:4711', 1, '2001:db8::1'],
  ['an IPv6 address without brackets', '2001:db8::4711', 1, '2001:db8::4711'],
  ['brackets without an address', '[]:4711', 1, null],
])('reads the IP address of a client: %s', (_, forwarded, proxyCount, address) => {
  expect(findForwardedIpAddress(forwarded, proxyCount)).toBe(address);
});

test('takes the address of the socket, as IPv4, if no proxy is trusted', () => {
  const socket = { remoteAddress: '::ffff:10.0.0.9' };
  const headers = { 'x-forwarded-for': '1.2.3.4' };
  const forgedRequest = { socket, headers } as unknown as IncomingMessage;
  expect(getClientIpAddress(forgedRequest)).toBe('10.0.0.9');
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('counts %s as %s', (address, group) => {
  expect(getIpAddressGroup(address)).toBe(group);
});
