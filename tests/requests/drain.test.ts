import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { exchange } from '../support/exchange.ts';
import { serveSite } from '../support/served-site.ts';

test('SIGTERM lets a request finish, takes no new one and ends well', async () => {
  const site = await serveSite();
  // The server has begun with a request when it says that the rest of it may come.
  const body = 'email=nobody@mail.example&password=not+the+one';
  const login = request(`${site.url}/admin`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': body.length,
      expect: '100-continue',
    },
  });
  login.flushHeaders();
  await once(login, 'continue');
  const ended = once(site.process(), 'exit');
  process.kill(site.pid(), 'SIGTERM');
  await vi.waitUntil(() => site.output().includes('"event":"draining"'), { timeout: 60_000 });
  await expect(exchange(site.url, {})).rejects.toThrow(/ECONNREFUSED|ECONNRESET/);
  login.end(body);
  // It has no token of the page: an answer of the login all the same.
  const [answer] = (await once(login, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(403);
  answer.resume();
  expect(await ended).toEqual([0, null]);
  expect(site.output(), 'not only at the limit').not.toContain('"event":"drain-limit"');
  const file = new SQLite(join(site.dataDir, 'drys.db'), { readonly: true });
  const counted = file.prepare('SELECT event, count FROM audit_counts').all();
  file.close();
  expect(counted, 'what waited in memory').toEqual([{ event: 'login.token', count: 1 }]);
  await site.stop();
});
