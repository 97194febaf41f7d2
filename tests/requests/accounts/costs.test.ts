import { join } from 'node:path';
import Database from 'better-sqlite3';
import { getRounds } from 'bcryptjs';
import { afterAll, expect, test } from 'vitest';
import { COSTS } from '#app/domain/costs.server.ts';
import { staff } from '#db/seed/people.ts';
import { PASSWORD, logIn } from '../../support/people/admins.ts';
import { PlainBrowser } from '../../support/reading/browser.ts';
import { COSTS as TEST_COSTS } from '../../support/costs.ts';
import { serveSite } from '../../support/servers/served-site.ts';

// All other tests run with lower costs; this server is started as an operator starts it.
const site = await serveSite({ NODE_OPTIONS: '' });
afterAll(() => site.stop());
const EMAIL = staff.anna.email;

test('the costs are what the rules say', () => {
  expect(COSTS).toMatchObject({
    passwordHashCost: 12,
    loginDelayMinMs: 500,
    loginDelayMaxMs: 1000,
  });
});

test('a password is kept at its full cost, and no login is answered before its time', async () => {
  const { stdout } = await site.run(['scripts/admin.ts', 'invite', EMAIL]);
  const browser = new PlainBrowser(site.url);
  const code = /Code: (.*)/.exec(stdout)![1]!;
  const accepted = await browser.submit(await browser.get('/reset-password'), { code });
  const form = await browser.follow(accepted);
  await browser.submit(form, { password: PASSWORD, confirm_password: PASSWORD });
  const file = new Database(join(site.dataDir, 'drys.db'), { readonly: true });
  const { hash } = file
    .prepare<[], { hash: string }>('SELECT password_hash hash FROM admins')
    .get()!;
  file.close();
  expect(getRounds(hash)).toBe(COSTS.passwordHashCost);

  const started = performance.now();
  const answer = await logIn(new PlainBrowser(site.url), EMAIL);
  expect(answer.headers.get('location')).toBe('/admin/dashboard');
  expect(performance.now() - started).toBeGreaterThan(COSTS.loginDelayMinMs - 5);
});

test('the challenge asks for the full work', async () => {
  const { parameters } = await (await fetch(`${site.url}/contact/challenge`)).json();
  expect(parameters.cost).toBe(COSTS.proofRounds);
  expect(COSTS.proofRounds * COSTS.proofFewestKeys).toBe(500_000);
});

test('the other tests have the same costs, only lower', () => {
  expect(Object.keys(TEST_COSTS)).toEqual(Object.keys(COSTS));
  for (const [name, cost] of Object.entries(TEST_COSTS)) {
    expect(cost, name).toBeGreaterThan(0);
    expect(cost, name).toBeLessThan(COSTS[name as keyof typeof COSTS]);
  }
});
