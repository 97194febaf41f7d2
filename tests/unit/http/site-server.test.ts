import { connect, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { SiteServer } from '#app/http/site-server.server.ts';

test('AT-4 closes the connection of a body that still arrives after the time for a request', async () => {
  const server = new SiteServer((request) => void request.resume());
  Object.assign(server, { headersTimeout: 400, requestTimeout: 500 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
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
