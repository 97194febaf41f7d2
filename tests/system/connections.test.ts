import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { MAX_CONNECTIONS_PER_CLIENT } from '#app/http/site-server.server.ts';
import { exchange, slowBody, slowHeaders } from '../support/reading/exchange.ts';
import { startSite } from '../support/servers/site.ts';

const site = await startSite();
const port = Number(new URL(site).port);
const open: Socket[] = [];

afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

/** A connection from an address of this machine, on which `text` is sent as it stands. */
function say(text: string, localAddress = '127.0.0.1'): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => {
      socket.write(text);
      resolve(socket);
    });
    socket.on('error', reject);
    open.push(socket);
  });
}

/**
 * Resolves to the text that the server sends until it closes the connection, and the seconds until
 * then.
 */
function listenTo(socket: Socket): Promise<{ text: string; seconds: number }> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk) => (text += chunk));
    socket.on('close', () => resolve({ text, seconds: (performance.now() - startedAt) / 1000 }));
  });
}

test.each([
  ['headers', slowHeaders, 9, 30],
  ['a body', slowBody, 15, 40],
])('closes %s that never end after seconds, not minutes', async (_, beginning, least, most) => {
  const { text, seconds } = await listenTo(await say(beginning));
  expect(text).toMatch(/^HTTP\/1\.1 408 /);
  expect(text).toMatch(/^x-content-type-options: nosniff\r$/im);
  expect(seconds).toBeGreaterThan(least);
  expect(seconds).toBeLessThan(most);
});

test.each([
  ['no request line', 'HELLO\r\n\r\n', /^HTTP\/1\.1 400 [^]*cannot be read/],
  ['two Host headers', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', /^HTTP\/1\.1 400 /],
  ['no Host', 'GET / HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400 /],
  ['an asterisk', 'GET * HTTP/1.1\r\nHost: a\r\n\r\n', / 400 /],
  [
    'length and chunks together',
    'POST /contact HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    /^HTTP\/1\.1 400 /,
  ],
  [
    'two lengths',
    'POST /contact HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!',
    /^HTTP\/1\.1 400 /,
  ],
  [
    '20 KB of headers',
    `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    / 431 [^]*more headers/,
  ],
  ['a line feed in a header', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\nb\r\n\r\n', / 400 /],
  ['an odd expectation', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: cake\r\n\r\n', / 417 /],
])('refuses %s with the headers of every response', async (_, request, status) => {
  const socket = await say(request);
  socket.setTimeout(1000, () => socket.end());
  const { text } = await listenTo(socket);
  expect(text).toMatch(status);
  expect(text).toMatch(/^content-security-policy: default-src 'none'/im);
  expect(text).not.toMatch(/at .*:\d+:\d+/);
});

describe('a client that sends Expect: 100-continue', () => {
  const asking = (length: number, more = '') =>
    `POST /contact HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nConnection: close\r\n` +
    `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\n${more}\r\n`;

  test.each([
    ['with 100 MB', asking(100 * 1024 * 1024), ' 413 '],
    ['from another site', asking(5, 'Sec-Fetch-Site: cross-site\r\n'), ' 403 '],
    ['with what is no form', asking(5).replace('urlencoded', 'urlencoded-not'), ' 415 '],
  ])('is refused at once with %s', async (_, request, status) => {
    const { text } = await listenTo(await say(request));
    expect(text.split('\r\n')[0]).toContain(status);
    expect(text).not.toContain('100 Continue');
  });

  test('gets 100 Continue, and then the response to its form', async () => {
    const body = 'full_name=E';
    const socket = await say(asking(body.length));
    const heard = listenTo(socket);
    socket.once('data', () => socket.write(body));
    const { text } = await heard;
    expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 422 /);
  });
});

test('limits the connections of one IP address, and accepts new ones when old ones close', async () => {
  const hold = 'GET / HTTP/1.1\r\nHost: localhost\r\nX: ';
  await Promise.all(Array.from({ length: MAX_CONNECTIONS_PER_CLIENT }, () => say(hold)));
  const crowd = await exchange(site, { path: '/' });
  expect([crowd.status, crowd.headers['retry-after']]).toEqual([503, '5']);
  expect(crowd.headers['connection']).toBe('close');
  const other = await exchange(site, { path: '/', localAddress: '127.0.0.2' });
  expect(other.status).toBe(200);
  for (const socket of open.splice(0)) socket.destroy();
  await vi.waitFor(async () => expect((await exchange(site, {})).status).toBe(200), 60_000);
});
