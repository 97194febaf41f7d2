import { expect, test } from 'vitest';

process.env['PUBLIC_URL'] = 'https://drys.example';
const { clearingLine, cookieLine, cookiesNamed, readCookie } =
  await import('#app/http/cookies/cookies.server.ts');

const request = (cookie: string) => new Request('https://drys.example/', { headers: { cookie } });

test('on https a cookie is bound to the host and goes over https only', () => {
  expect(cookieLine('sid', 'abc')).toBe('__Host-sid=abc; Path=/; HttpOnly; SameSite=Lax; Secure');
  expect(clearingLine('pw', 'Strict')).toMatch(
    /^__Host-pw=; .*SameSite=Strict; Secure; Max-Age=0$/,
  );
});

test('a cookie without the prefix, sent twice or longer than ours is none', () => {
  expect(readCookie(request('__Host-sid=abc'), 'sid')).toBe('abc');
  expect(readCookie(request('sid=abc'), 'sid')).toBeNull();
  expect(readCookie(request('__Host-sid=abc; __Host-sid=abc'), 'sid')).toBeNull();
  expect(readCookie(request(`__Host-sid=${'x'.repeat(15_000)}`), 'sid')).toBeNull();
  expect(readCookie(new Request('https://drys.example/'), 'sid')).toBeNull();
});

test('cookies are found by the beginning of their names', () => {
  const sent = request('__Host-dv_12345678=a; dv_00000000=b; __Host-dv_9abcdef0=c; other=d');
  expect(cookiesNamed(sent, 'dv_')).toEqual(['dv_12345678', 'dv_9abcdef0']);
});
