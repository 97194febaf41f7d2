import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Listener } from '#app/http/request-listener.server.ts';
import { SiteServer } from '#app/http/site-server.server.ts';
import { listen } from '../../support/servers/free-port.ts';

/** Starts a server with a timeout of 500 ms for connections, and returns its URL. */
async function serveWithShortTimeout(listener: Listener): Promise<string> {
  const server = new SiteServer(listener);
  server.timeout = 500;
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${await listen(server)}`;
}

test('PB-5 keeps the connection of a request while the site works on it for longer than the timeout', async () => {
  const url = await serveWithShortTimeout(async (request, response) => {
    request.resume();
    for (const _ of ['first', 'second']) await once(request.socket, 'timeout');
    response.end('stored');
  });
  const response = await fetch(url, { method: 'POST', body: 'pictures' });
  expect(await response.text()).toBe('stored');
});

test('PB-5 ends the connection of a client that sends only part of its request or stops reading', async () => {
  const url = await serveWithShortTimeout((request, response) => {
    request.resume();
    // The rest of the response never comes.
    if (request.method === 'GET') response.write('begin');
  });
  const { body } = await fetch(url);
  await expect(new Response(body).text()).rejects.toThrow();
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' });
  socket.resume().write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf');
  await once(socket, 'close');
});

test('AT-4 closes the connection of a body that still arrives after the time for a request', async () => {
  const server = new SiteServer((request) => void request.resume());
  Object.assign(server, { headersTimeout: 400, requestTimeout: 500 });
  onTestFinished(() => void server.close());
  const port = await listen(server);
  // A client that goes on sending after the other side has ended.
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.on('error', () => undefined).resume();
  socket.write('POST /contact HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\n\r\n');
  const drip = setInterval(() => socket.write('x'), 50);
  await closed;
  clearInterval(drip);
  expect(socket.destroyed).toBe(true);
}, 15_000);

test('HC-3 answers a connection whose request arrives after the process has begun to stop', async () => {
  const server = new SiteServer((_request, response) => void response.end('page'));
  const port = await listen(server);
  const connected = once(server, 'connection');
  const socket = connect({ port, host: '127.0.0.1' });
  await connected;
  const drained = server.drain();
  await vi.waitUntil(() => !server.listening);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(await receiveAll(socket)).toContain('200 OK');
  await drained;
});

test('HC-3 resets no connection when it stops while requests keep it busy', async () => {
  const server = new SiteServer((_request, response) => {
    const startedAtMs = performance.now();
    while (performance.now() < startedAtMs + 10);
    response.end('page');
  });
  const port = await listen(server);
  const results: Promise<string>[] = [];
  // In bursts, as a proxy sends them: more than the server can answer between two of them.
  const sending = setInterval(() => {
    for (let n = 0; n < 10; n++) {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      results.push(receiveAll(socket));
    }
  }, 50);
  await wait(100);
  await server.drain();
  clearInterval(sending);
  const firstWords = (await Promise.all(results)).map((text) => text.split('\r\n')[0]);
  expect(new Set(firstWords)).toEqual(new Set(['HTTP/1.1 200 OK', 'ECONNREFUSED']));
});

/** Resolves to everything that the other side has sent when it ends the connection, or to the code of the error. */
function receiveAll(socket: Socket): Promise<string> {
  let text = '';
  return new Promise((resolve) => {
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    socket.on('close', () => resolve(text));
  });
}
