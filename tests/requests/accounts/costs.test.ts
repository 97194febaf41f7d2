import { connect } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { getRounds } from 'bcryptjs';
import { afterAll, expect, test } from 'vitest';
import { COSTS } from '#app/domain/costs.server.ts';
import { LATE_ANSWERS, WORK } from '#app/http/limiter.server.ts';
import { staff } from '#db/seed/people.ts';
import { COSTS as TEST_COSTS } from '../../support/costs.ts';
import { PASSWORD, logIn } from '../../support/people/admins.ts';
import { newVisitor, sendEnquiry } from '../../support/people/enquirer.ts';
import { serveSite } from '../../support/servers/served-site.ts';

// All other tests run with lower costs; this server is started as an operator starts it.
const site = await serveSite({ NODE_OPTIONS: '', TRUST_PROXY: '1' });
afterAll(() => site.stop());

test('the costs are what the rules say, and the other tests have the same, only lower', () => {
  expect(COSTS).toMatchObject({
    passwordHashCost: 12,
    loginDelayMinMs: 500,
    loginDelayMaxMs: 1000,
  });
  expect(COSTS.proofRounds * COSTS.proofFewestKeys).toBe(500_000);
  expect(Object.keys(TEST_COSTS)).toEqual(Object.keys(COSTS));
  for (const [name, cost] of Object.entries(TEST_COSTS)) {
    expect(cost, name).toBeGreaterThan(0);
    expect(cost, name).toBeLessThan(COSTS[name as keyof typeof COSTS]);
  }
});

test('a password is kept at its full cost, and no login is answered before its time', async () => {
  const { stdout } = await site.run(['scripts/admin.ts', 'invite', staff.anna.email]);
  const browser = newVisitor(site.url);
  const code = /Code: (.*)/.exec(stdout)![1]!;
  const accepted = await browser.submit(await browser.get('/reset-password'), { code });
  const form = await browser.follow(accepted);
  await browser.submit(form, { password: PASSWORD, confirm_password: PASSWORD });
  const file = new Database(join(site.dataDir, 'drys.db'), { readonly: true });
  const hash = file.prepare('SELECT password_hash FROM admins').pluck().get();
  file.close();
  expect(getRounds(String(hash))).toBe(COSTS.passwordHashCost);

  const started = performance.now();
  const answer = await logIn(newVisitor(site.url), staff.anna.email);
  expect(answer.location).toBe('/admin/dashboard');
  expect(performance.now() - started).toBeGreaterThan(COSTS.loginDelayMinMs - 5);
});

test('the challenge asks for the full work', async () => {
  const { parameters } = await (await fetch(`${site.url}/contact/challenge`)).json();
  expect(parameters.cost).toBe(COSTS.proofRounds);
});

const MANY = WORK.present.all + 22;

/** So many logins with a bad token in one piece, each from an address of its own. */
function logins(count: number, address: (i: number) => string) {
  const body = 'csrf_token=bad&email=nobody%40mail.example&password=not+the+one';
  const login = (i: number) =>
    `POST /admin HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address(i)}\r\n` +
    `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n` +
    `${i === count - 1 ? 'Connection: close\r\n' : ''}\r\n${body}`;
  const socket = connect({ port: Number(new URL(site.url).port), host: 'localhost' });
  const all = Array.from({ length: count }, (_, i) => login(i)).join('');
  const sent = new Promise<void>((resolve) => socket.write(all, () => resolve()));
  const statuses = socket
    .toArray()
    .then((chunks) =>
      [...chunks.join('').matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, s]) => Number(s)),
    );
  return { sent, statuses };
}

test('AL-4 more logins than there are slots wait, and keep nobody from anything', async () => {
  const waiting = logins(MANY, (i) => `10.4.0.${i}`);
  await waiting.sent;
  // From an address of the flood: not even there may it stop the others.
  const headers = { 'x-forwarded-for': '10.4.0.0' };
  // The first page was rendered at start; the others are not kept yet.
  for (const path of ['/healthz', '/', '/contact', '/terms', '/projects?year=2019', '/admin'])
    expect([path, (await fetch(site.url + path, { headers })).status]).toEqual([path, 200]);
  expect((await sendEnquiry(site.url)).page.status).toBe(303);
  expect(await waiting.statuses).toEqual(Array(MANY).fill(403));
});

test.each([
  ['one address', () => '10.5.0.1'],
  ['an IPv6 /64', (i: number) => `2001:db8:1:2::${i.toString(16)}`],
])('AL-4 the waiting logins of %s are bounded, and nothing else of it is', async (_, address) => {
  const waiting = logins(MANY, address);
  await waiting.sent;
  const headers = { 'x-forwarded-for': address(0) };
  expect((await fetch(`${site.url}/contact`, { headers })).status).toBe(200);
  const statuses = await waiting.statuses;
  const { perAddress } = LATE_ANSWERS.present;
  expect(statuses.filter((status) => status === 403)).toHaveLength(perAddress);
  expect(statuses.filter((status) => status === 503)).toHaveLength(MANY - perAddress);
});
