import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { staff } from '#db/seed/people.ts';
import { PASSWORD, logIn } from '../../support/people/admins.ts';
import { PlainBrowser } from '../../support/reading/browser.ts';
import { eventually } from '../../support/reading/eventually.ts';
import { serveSite } from '../../support/servers/served-site.ts';

// A server as an operator starts it, and the commands beside it.
const site = await serveSite({ PUBLIC_URL: 'http://localhost:4000' });
afterAll(() => site.stop());
const EMAIL = staff.anna.email;

const admin = (...args: string[]) => site.run(['scripts/admin.ts', ...args]);
const tryToLogIn = async (browser = new PlainBrowser(site.url), password = PASSWORD) =>
  (await logIn(browser, EMAIL, password)).status;

/** The path of the mail of a kind; the log names it once it is there whole. */
function writtenMail(kind: string): string {
  const line = new RegExp(`"kind":"${kind}","file":"([^"]+)"`).exec(site.output());
  if (!line) throw new Error(`no mail ${kind} has been written`);
  return line[1]!;
}

test('the server says how to invite the first admin while there is none', () => {
  expect(site.output()).toContain('npm run admin -- invite EMAIL');
});

test('invite prints the link and the code on lines of their own, and the mail is written', async () => {
  const { code, stdout, stderr } = await admin('invite', 'Anna@DRYS.example');
  expect([code, stderr]).toEqual([0, '']);
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^http:\/\/localhost:4000\/reset-password#access_token=.+&type=invite$/);
  expect(lines[1]).toMatch(/^Code: [0-9A-Z-]+$/);

  const browser = new PlainBrowser(site.url);
  const asked = await browser.get('/reset-password');
  const accepted = await browser.submit(asked, { code: lines[1]!.slice('Code: '.length) });
  const form = await browser.follow(accepted);
  const set = await browser.submit(form, { password: PASSWORD, confirm_password: PASSWORD });
  expect(set.status).toBe(303);
  expect((await admin('list')).stdout).toBe(`${EMAIL}\tactive\n`);

  const mail = await eventually(() => readFileSync(writtenMail('password-changed'), 'utf8'));
  expect(mail).toMatch(/^From: DRYS <no-reply@drys\.example>\r\n/m);
  expect(mail).toMatch(/^To: anna@drys\.example\r\n/m);
});

test('AL-6 a lock survives the end of the server, and the operator lifts it', async () => {
  const browser = new PlainBrowser(site.url);
  for (let i = 0; i < 5; i++) await tryToLogIn(browser, 'wrong password');
  expect(await tryToLogIn()).toBe(429);
  await site.restart('SIGKILL');
  expect(await tryToLogIn()).toBe(429);
  expect(await tryToLogIn(browser)).toBe(429);
  expect((await admin('unlock', EMAIL)).code).toBe(0);
  expect(await tryToLogIn(browser)).toBe(303);
});

test('disable, enable, sign-out and reset do what they say while the server runs', async () => {
  const browser = new PlainBrowser(site.url);
  const dashboard = async () => (await browser.get('/admin/dashboard')).status;
  expect(await tryToLogIn(browser)).toBe(303);
  expect(await dashboard()).toBe(200);
  await admin('sign-out', EMAIL);
  expect(await dashboard()).toBe(303);
  await admin('disable', EMAIL);
  expect(await tryToLogIn()).toBe(401);
  expect((await admin('list')).stdout).toBe(`${EMAIL}\tdisabled\n`);
  await admin('enable', EMAIL);
  expect(await tryToLogIn()).toBe(303);
  const reset = await admin('reset', EMAIL);
  expect(reset.stdout).toMatch(/&type=recovery\nCode: [0-9A-Z-]+\n$/);
});

test.each([
  [['invite', 'nobody'], 'nobody is not an e-mail address'],
  [['unlock', 'nobody@drys.example'], 'there is no admin nobody@drys.example'],
  [['frobnicate', EMAIL], 'usage: npm run admin'],
  [['invite'], 'usage: npm run admin'],
])('%j says in one line why it cannot be done', async (args, reason) => {
  const { code, stdout, stderr } = await admin(...args);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(reason);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});

test('EL-6 an invitation may be Greek, in a language that the site has', async () => {
  const { email, language } = staff.basil;
  const { code, stdout } = await admin('invite', email, '--language', language);
  expect([code, stdout.split('\n')[1]?.startsWith('Code: ')]).toEqual([0, true]);
  for (const args of [['--language', 'de'], ['el']]) {
    const refused = await admin('invite', email, ...args);
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain('--language en|el');
  }
});
