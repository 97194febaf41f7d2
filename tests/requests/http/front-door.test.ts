import { describe, expect, test } from 'vitest';
import { exchange } from '../../support/reading/exchange.ts';
import { startSite } from '../../support/servers/site.ts';

const site = await startSite();

const URLENCODED = 'application/x-www-form-urlencoded';
const form = { 'content-type': URLENCODED };
const typed = (type: string) => ({
  method: 'POST',
  headers: { 'content-type': type },
  body: 'a=1',
});

describe('the guard', () => {
  test.each([
    ['TRACE', { method: 'TRACE' }, 405],
    ['DELETE', { method: 'DELETE' }, 405],
    ['a broken Host', { headers: { host: 'a b' } }, 400],
    ['a Host with a path', { headers: { host: 'drys.example/x' } }, 400],
    ['an undecodable path', { path: '/%ff' }, 400],
    ['a NUL in the path', { path: '/%00' }, 400],
    ['a backslash in the path', { path: '/%5cevil' }, 400],
    ['JSON', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }, 415],
    ['no content type', { method: 'POST', body: 'a=1' }, 415],
    ['a content type that only begins like a form', typed(`${URLENCODED}-not`), 415],
    ['two content types in one', typed(`${URLENCODED}, text/plain`), 415],
    ['a content type that is none', typed(`${URLENCODED} x`), 415],
    ['parts without a boundary', typed('multipart/form-data; x=boundary=y'), 415],
    ['parts that are none', typed('Multipart/Form-Data; boundary=y'), 400],
    ['a field sent twice', { method: 'POST', headers: form, body: 'a=1&a=2' }, 400],
    ['bytes that are not UTF-8', { method: 'POST', headers: form, body: 'a=%ff' }, 400],
    ['51 fields', { method: 'POST', headers: form, body: fields(51) }, 400],
    ['a body over 64 KB', { method: 'POST', headers: form, body: 'a='.padEnd(65537, 'x') }, 413],
    [
      'a post from another site',
      { method: 'POST', headers: { ...form, 'sec-fetch-site': 'cross-site' }, body: 'a=1' },
      403,
    ],
    [
      'a foreign Origin',
      { method: 'POST', headers: { ...form, origin: 'https://evil.example' }, body: 'a=1' },
      403,
    ],
    ['the null Origin', { method: 'POST', headers: { ...form, origin: 'null' }, body: 'a=1' }, 403],
  ])('refuses %s', async (_, options, status) => {
    const answer = await exchange(site, options);
    expect(answer.status).toBe(status);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.text).not.toMatch(/at .*:\d+/);
  });

  test('refuses a declared body of 100 MB before reading it', async () => {
    const answer = await exchange(site, {
      method: 'POST',
      headers: { ...form, 'content-length': String(100 * 1024 * 1024) },
    });
    expect(answer.status).toBe(413);
  });
});

test('each security header stands once on every kind of answer', async () => {
  for (const path of ['/', '/nope', '/healthz', '/assets/']) {
    const response = await fetch(site + path);
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    expect(response.headers.get('x-powered-by')).toBeNull();
    expect(response.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  }
});

test.each([`${URLENCODED};charset=UTF-8`, 'Application/X-WWW-Form-URLencoded'])(
  'a form is known as %s too',
  async (type) => {
    const { status } = await exchange(site, { path: '/contact', ...typed(type) });
    expect(status).toBe(422);
  },
);

test('healthz says ok', async () => {
  const response = await fetch(`${site}/healthz`);
  expect([response.status, await response.text()]).toEqual([200, 'ok\n']);
});

function fields(count: number): string {
  return Array.from({ length: count }, (_, i) => `f${i}=1`).join('&');
}

describe('a refusal speaks the language of its address', () => {
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };

  test.each([
    ['405', '/about', { method: 'DELETE' }, 'This site answers GET, HEAD and POST.'],
    ['405', '/el/about', { method: 'DELETE' }, 'Ο ιστότοπος απαντά μόνο σε GET, HEAD και POST.'],
    ['415', '/el/contact', json, 'Στείλτε τη φόρμα όπως τη στέλνει ένα πρόγραμμα περιήγησης.'],
    [
      '403',
      '/el/contact',
      { method: 'POST', headers: { ...form, 'sec-fetch-site': 'cross-site' }, body: 'a=1' },
      'Η φόρμα στάλθηκε από άλλον ιστότοπο.',
    ],
    [
      '413',
      '/el/contact',
      { method: 'POST', headers: form, body: 'a='.padEnd(65537, 'x') },
      'Η φόρμα αυτή δέχεται έως 64 KB.',
    ],
  ])('%s at %s', async (_, path, options, words) => {
    expect((await exchange(site, { path, ...options })).text).toContain(words);
  });

  test('and is a page with a way back for a browser', async () => {
    const headers = { ...json.headers, accept: 'text/html,*/*;q=0.8' };
    const refused = await exchange(site, { ...json, path: '/el/contact?about=roche', headers });
    expect([refused.status, refused.headers['content-type']]).toEqual([
      415,
      'text/html; charset=utf-8',
    ]);
    expect(refused.text).toContain('<html lang="el">');
    expect(refused.text).toContain('<a href="/el/contact">Πίσω στη σελίδα</a>');
    const odd = await exchange(site, { ...json, path: '/%22%3E<x', headers });
    expect(odd.text).toContain('<a href="/">');
  });
});
