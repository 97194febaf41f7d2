import { once } from 'node:events';
import { expect, test } from 'vitest';
import { PlainBrowser } from '../support/browser.ts';
import { exchange } from '../support/exchange.ts';
import { serveSite } from '../support/served-site.ts';

test('SIGTERM lets a request finish, takes no new one and ends well', async () => {
  const site = await serveSite();
  const browser = new PlainBrowser(site.url);
  const gate = await browser.get('/admin');
  // A refused login is answered after half a second at the earliest: long enough to stop meanwhile.
  const login = browser.submit(gate, { email: 'nobody@mail.example', password: 'not the one' });
  await new Promise((resolve) => setTimeout(resolve, 150));
  const ended = once(site.process(), 'exit');
  process.kill(site.pid(), 'SIGTERM');
  expect((await login).status).toBe(401);
  const answeredAt = Date.now();
  expect(await ended).toEqual([0, null]);
  expect(Date.now() - answeredAt, 'not only at the limit').toBeLessThan(5000);
  expect(site.output()).toContain('"event":"draining"');
  await expect(exchange(site.url, {})).rejects.toThrow(/ECONNREFUSED|ECONNRESET/);
  await site.stop();
});
