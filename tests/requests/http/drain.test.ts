import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sendEnquiry } from '../../support/people/enquirer.ts';
import { eventually } from '../../support/reading/eventually.ts';
import { exchange, slowBody, slowHeaders } from '../../support/reading/exchange.ts';
import { serveSite, type ServedSite } from '../../support/servers/served-site.ts';

test('SIGTERM, even twice, lets a request finish, takes no new one and ends well', async () => {
  const site = await serveSite();
  // 100 Continue shows that the server has begun to handle the request.
  const body = 'email=nobody@mail.example&password=not+the+one';
  const login = request(`${site.url}/admin`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': body.length,
      expect: '100-continue',
    },
  });
  const answered = once(login, 'response');
  login.flushHeaders();
  await once(login, 'continue');
  const exitEvent = once(site.process(), 'exit');
  process.kill(site.pid(), 'SIGTERM');
  await eventually(() => expect(site.output()).toContain('"event":"draining"'));
  // npm and the shell send it to the whole group.
  process.kill(site.pid(), 'SIGTERM');
  // The server still answers the requests that had reached its socket before the signal.
  await eventually(() => expect(exchange(site.url, {})).rejects.toThrow(/ECONNREFUSED|ECONNRESET/));
  login.end(body);
  // It has no token of the page: an answer of the login all the same.
  const [answer] = (await answered) as [IncomingMessage];
  expect(answer.statusCode).toBe(403);
  answer.resume();
  expect(await exitEvent).toEqual([0, null]);
  expect(site.output(), 'not only at the limit').not.toContain('"event":"drain-limit"');
  using file = site.openDatabase();
  const counted = file.prepare('SELECT event, count FROM audit_counts').all();
  expect(counted, 'what waited in memory').toEqual([{ event: 'login.token', count: 1 }]);
  await site.stop();
});

test('SIGHUP, as from a closed terminal, ends the server like SIGTERM', async () => {
  const site = await serveSite();
  const exitEvent = once(site.process(), 'exit');
  process.kill(site.pid(), 'SIGHUP');
  expect(await exitEvent).toEqual([0, null]);
  expect(site.output()).toContain('"event":"draining"');
  await site.stop();
});

test('SIGTERM closes stalled connections and the database', { timeout: 60_000 }, async () => {
  const site = await serveSite({ TRUST_PROXY: '1' });
  expect((await sendEnquiry(site.url)).page.status).toBe(303);
  const wal = join(site.dataDir, 'drys.db-wal');
  expect(existsSync(wal)).toBe(true);
  const stalled = await Promise.all([
    open(site, ''),
    open(site, slowHeaders),
    open(site, slowBody),
    open(site, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'),
  ]);
  // The reader requests more than the buffers of the connection hold, and reads only the beginning.
  const film = 'GET /film/hero-saw.mp4 HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const reader = await open(site, film.repeat(20));
  await once(reader, 'readable');
  const exitEvent = once(site.process(), 'exit');
  process.kill(site.pid(), 'SIGTERM');
  await Promise.all(stalled.map((socket) => once(socket.resume(), 'close')));
  expect(site.process().exitCode, 'the reader is waited for, the others are not').toBeNull();
  expect(await exitEvent).toEqual([0, null]);
  expect(existsSync(wal)).toBe(false);
  reader.destroy();
  await site.stop();
});

async function open(site: ServedSite, text: string): Promise<Socket> {
  const { port } = new URL(site.url);
  const socket = connect({ port: Number(port), host: 'localhost' });
  // A connection that is cut may say so as a reset.
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}
