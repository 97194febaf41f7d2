import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { getRounds } from 'bcryptjs';
import { afterAll, expect, test } from 'vitest';
import { COSTS } from '#app/domain/costs.server.ts';
import { DELAYED_RESPONSE_LIMITS, PAGE_LIMITS } from '#app/http/limiter.server.ts';
import { staff } from '#db/seed/people.ts';
import { COSTS as TEST_COSTS } from '../../support/costs.ts';
import { logIn, PASSWORD } from '../../support/people/admins.ts';
import { newVisitor, sendEnquiry } from '../../support/people/enquirer.ts';
import { eventually } from '../../support/reading/eventually.ts';
import { serveSite } from '../../support/servers/served-site.ts';

// A server as an operator starts it, and the commands beside it. All other tests run with lower costs.
const site = await serveSite({
  NODE_OPTIONS: '',
  TRUST_PROXY: '1',
  PUBLIC_URL: 'http://localhost:4000',
});
afterAll(() => site.stop());
const { email: EMAIL } = staff.anna;
const visitor = () => newVisitor(site.url);
const admin = (...args: string[]) => site.run(['scripts/admin.ts', ...args]);

test('hashes passwords at the cost of the rules; the other tests use a lower cost', async () => {
  expect(COSTS).toMatchObject({
    passwordHashCost: 12,
    loginDelayMinMs: 500,
    loginDelayMaxMs: 1000,
  });
  expect(COSTS.proofRounds * COSTS.proofMinKeys).toBe(500_000);
  expect(Object.keys(TEST_COSTS)).toEqual(Object.keys(COSTS));
  for (const [name, cost] of Object.entries(TEST_COSTS)) {
    expect(cost, name).toBeGreaterThan(0);
    expect(cost, name).toBeLessThan(COSTS[name as keyof typeof COSTS]);
  }
  const { parameters } = await (await fetch(`${site.url}/contact/challenge`)).json();
  expect(parameters.cost).toBe(COSTS.proofRounds);
});

/** Invites an admin and sets PASSWORD with the code. Returns the lines that the command printed. */
async function createAdmin(email: string, ...options: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await admin('invite', email, ...options);
  expect(code).toBe(0);
  expect(stderr).toMatch(
    /^Invitation for \S+, valid for 7 days\. It is also in the mail queue\.\n$/,
  );
  const lines = stdout.trimEnd().split('\n');
  const browser = visitor();
  const codePage = await browser.get('/reset-password');
  const accepted = await browser.submit(codePage, { code: lines[1]!.slice('Code: '.length) });
  const form = await browser.follow(accepted);
  const set = await browser.submit(form, { password: PASSWORD, confirm_password: PASSWORD });
  expect(set.status).toBe(303);
  return lines;
}

test('EL-6 invites an admin in Greek, by mail and with link and code on separate lines', async () => {
  expect(site.output()).toContain('npm run admin -- invite EMAIL');
  const lines = await createAdmin('Anna@DRYS.example', '--language', 'el');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^http:\/\/localhost:4000\/reset-password#access_token=.+&type=invite$/);
  expect(lines[1]).toMatch(/^Code: [0-9A-Z-]+$/);
  const read = (column: string) => site.one(`SELECT ${column} FROM admins WHERE email = ?`, EMAIL);
  expect(getRounds(String(read('password_hash')))).toBe(12);
  expect(read('language')).toBe('el');

  // The log names a mail once it is there whole.
  await eventually(() => {
    const files = site.output().matchAll(/"kind":"password-changed","file":"([^"]+)"/g);
    const mails = Array.from(files, ([, file]) => readFileSync(file!, 'utf8'));
    const mail = mails.find((each) => /^To: anna@drys\.example\r\n/m.test(each));
    expect(mail).toMatch(/^From: DRYS <no-reply@drys\.example>\r\n/m);
  });
});

test('AL-4 PK-2 delays the response to every login and request for a link, even without a token', async () => {
  for (const path of ['/admin', '/admin?forgot']) {
    const started = performance.now();
    const answer = await visitor().post(path, { email: EMAIL, password: PASSWORD });
    expect(performance.now() - started, path).toBeGreaterThan(COSTS.loginDelayMinMs - 5);
    expect(answer.status).toBe(403);
  }
});

test('signs out, disables, enables and unlocks admins while the server runs', async () => {
  const { email } = staff.basil;
  await createAdmin(email);
  const browser = visitor();
  const dashboard = async () => (await browser.get('/admin/dashboard')).status;
  expect((await logIn(browser, email)).status).toBe(303);
  expect(await dashboard()).toBe(200);
  await admin('sign-out', email);
  expect(await dashboard()).toBe(303);
  await admin('disable', email);
  expect((await logIn(browser, email)).status).toBe(401);
  expect((await admin('list')).stdout.split('\n')).toContain(`${email}\tdisabled`);
  await admin('enable', email);
  expect((await logIn(browser, email)).status).toBe(303);
  expect(await admin('unlock', email)).toMatchObject({ code: 0, stderr: '' });
});

test('PK-3 removes passkeys when an account is disabled or reset with --passkeys, and by no other reset', async () => {
  const { email } = staff.clio;
  const write = (sql: string) => {
    using database = site.openDatabase();
    database.prepare(sql).run(email);
  };
  write(`INSERT INTO admins (email, created_at) VALUES (?, '2026-11-20T10:00:00.000Z')`);
  const addPasskey = () => {
    const columns = "'key', id, 'Phone', x'00', 0, created_at";
    write(`INSERT INTO passkeys SELECT ${columns} FROM admins WHERE email = ?`);
  };
  const countPasskeys = () => site.one('SELECT count(*) FROM passkeys');
  addPasskey();
  expect((await admin('reset', email)).stdout).toMatch(/&type=recovery\nCode: [0-9A-Z-]+\n$/);
  expect(countPasskeys()).toBe(1);
  expect((await admin('reset', email, '--passkeys')).stdout).toMatch(/&type=recovery\nCode: /);
  expect(countPasskeys()).toBe(0);
  addPasskey();
  await admin('disable', email);
  expect(countPasskeys()).toBe(0);
});

test.each([
  [['unlock', 'nobody@drys.example'], 'There is no admin nobody@drys.example'],
  [['invite', EMAIL, '--language', 'de'], '--language en|el'],
  [['frobnicate', EMAIL], 'usage: npm run admin'],
])('%j explains in one line why it cannot be done', async (args, reason) => {
  const { code, stdout, stderr } = await admin(...args);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(reason);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});

const MANY = PAGE_LIMITS.maxOpen + 22;

/** So many logins with a bad token in one piece; the statuses that they get. */
async function logins(address: (i: number) => string) {
  const body = 'csrf_token=bad&email=nobody%40mail.example&password=not+the+one';
  const login = (_: unknown, i: number) =>
    `POST /admin HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address(i)}\r\n` +
    `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n` +
    `${i === MANY - 1 ? 'Connection: close\r\n' : ''}\r\n${body}`;
  const socket = connect({ port: Number(new URL(site.url).port), host: 'localhost' });
  const requestBytes = Array.from({ length: MANY }, login).join('');
  await new Promise<void>((resolve) => socket.write(requestBytes, () => resolve()));
  return async () => {
    const answers = (await socket.toArray()).join('');
    return Array.from(answers.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status));
  };
}

test('AL-4 queues more logins than it verifies at once, and serves pages meanwhile', async () => {
  const statuses = await logins((i) => `10.4.0.${i}`);
  // From an address of the flood: not even there may it stop the others.
  const headers = { 'x-forwarded-for': '10.4.0.0' };
  // The first page was rendered at start; the others are not kept yet.
  for (const path of ['/healthz', '/', '/contact', '/terms', '/projects?year=2019', '/admin'])
    expect([path, (await fetch(site.url + path, { headers })).status]).toEqual([path, 200]);
  expect((await sendEnquiry(site.url)).page.status).toBe(303);
  expect(await statuses()).toEqual(Array(MANY).fill(403));
});

test('AL-4 limits the queued logins of an IPv6 /64, but not its other requests', async () => {
  const address = (i: number) => `2001:db8:1:2::${i.toString(16)}`;
  const statuses = await logins(address);
  const headers = { 'x-forwarded-for': address(0) };
  expect((await fetch(`${site.url}/contact`, { headers })).status).toBe(200);
  const loginStatuses = await statuses();
  const { maxOpenPerClient } = DELAYED_RESPONSE_LIMITS;
  expect(loginStatuses.filter((status) => status === 403)).toHaveLength(maxOpenPerClient);
  expect(loginStatuses.filter((status) => status === 503)).toHaveLength(MANY - maxOpenPerClient);
});
