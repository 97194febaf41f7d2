import { afterEach, beforeAll, expect, test } from 'vitest';
import { blockedMessage, signInMessages } from '#app/content/words/auth.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { PASSWORD, logIn, makeAdmin, signedIn } from '../../support/people/admins.ts';
import {
  type Page,
  PlainBrowser,
  attribute,
  elements,
  textOf,
} from '../../support/reading/browser.ts';
import { COSTS } from '../../support/costs.ts';
import { readCounts } from '../../support/reading/counts.ts';
import { startSite } from '../../support/servers/site.ts';

const site = await startSite({ TRUST_PROXY: '1' });
const { unlockAdmin } = await import('#app/domain/accounts/accounts.server.ts');
const { databaseFile } = await import('#db/database.server.ts');

const KNOWN = 'known@drys.example';
const WRONG = 'wrong password';
let visitors = 0;

/** A browser at an address of its own. */
function visitor(): PlainBrowser {
  visitors += 1;
  return new PlainBrowser(site, { 'x-forwarded-for': `198.51.100.${visitors}` });
}

/** Five wrong passwords at once. */
async function lockOut(browser: PlainBrowser, email: string): Promise<Page[]> {
  const page = await browser.get('/admin');
  const tries = Array.from({ length: AUTH.lockoutFailures }, () =>
    browser.submit(page, { email, password: WRONG }),
  );
  return Promise.all(tries);
}

function says(page: Page, { title, message }: { title: string; message: string }): void {
  expect(textOf(page.html)).toContain(title);
  expect(textOf(page.html)).toContain(message);
}

beforeAll(async () => {
  await makeAdmin(KNOWN);
});

afterEach(async () => unlockAdmin(KNOWN));

test('AL-6 the fifth failure locks; the right password does not get in; a reload shows the time', async () => {
  const browser = visitor();
  const statuses: number[] = [];
  for (let i = 1; i < AUTH.lockoutFailures; i++) {
    statuses.push((await logIn(browser, KNOWN, WRONG)).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401]);
  const fifth = await logIn(browser, KNOWN, WRONG);
  expect(fifth.status).toBe(429);
  says(fifth, signInMessages.en.locked);
  expect(Number(fifth.headers.get('retry-after'))).toBe(AUTH.lockoutMinutes * 60);
  expect(textOf(fifth.html)).toContain(`Please try again in ${AUTH.lockoutMinutes} minute(s).`);
  const reloaded = await browser.get('/admin');
  says(reloaded, signInMessages.en.locked);
  expect(
    elements(reloaded.html, 'fieldset').every((e) => attribute(e, 'disabled') !== undefined),
  ).toBe(true);

  const blocked = await browser.submit(fifth, { email: KNOWN, password: PASSWORD });
  expect(blocked.status).toBe(429);
  says(blocked, blockedMessage(AUTH.lockoutMinutes, 'en'));
  expect(browser.cookies.has('sid')).toBe(false);
  expect((await logIn(visitor(), KNOWN)).status).toBe(429);
});

test('AL-6 100 wrong passwords at once: no more than five are looked at', async () => {
  const browsers = Array.from({ length: 100 }, visitor);
  const pages = await Promise.all(browsers.map((browser) => browser.get('/admin')));
  const answers = await Promise.all(
    browsers.map((browser, i) => browser.submit(pages[i]!, { email: KNOWN, password: WRONG })),
  );
  const statuses = answers.map(({ status }) => status);
  const looked = statuses.filter((status) => status === 401).length;
  expect(looked).toBeLessThan(AUTH.lockoutFailures);
  expect(statuses.filter((status) => status === 429)).toHaveLength(100 - looked);
});

test('AL-6 strangers lock out strangers, never the browser that has logged in before', async () => {
  const own = await signedIn(site, KNOWN);
  await lockOut(visitor(), KNOWN);
  expect((await logIn(visitor(), KNOWN)).status).toBe(429);
  expect((await logIn(own, KNOWN)).status).toBe(303);
});

test('AL-6 a device cookie is of one account and cannot be forged', async () => {
  await makeAdmin('other@drys.example');
  const other = await signedIn(site, 'other@drys.example');
  const [name, value] = [...other.cookies].find(([cookie]) => cookie.startsWith('dv_'))!;
  const own = await signedIn(site, KNOWN);
  const ownName = [...own.cookies.keys()].find((cookie) => cookie.startsWith('dv_'))!;
  expect(ownName).not.toBe(name);
  await lockOut(visitor(), KNOWN);
  for (const forged of [value, `${value}x`, 'v1~1~abc.def', 'x'.repeat(15_000)]) {
    const thief = visitor();
    thief.cookies.set(ownName, forged);
    expect((await logIn(thief, KNOWN)).status).toBe(429);
  }
});

test('AL-6 the operator unlocks the account, and the browser that had locked it', async () => {
  const browser = visitor();
  await lockOut(browser, KNOWN);
  await unlockAdmin(KNOWN);
  expect((await logIn(browser, KNOWN)).status).toBe(303);
});

test('AL-6 an address that tries many accounts is locked at the twentieth failure', async () => {
  const from = { 'x-forwarded-for': '203.0.113.9' };
  const guess = async (i: number) =>
    (await logIn(new PlainBrowser(site, from), `n${i}@drys.example`, WRONG)).status;
  const half = Array.from({ length: AUTH.addressFailures / 2 }, (_, i) => i);
  expect(new Set(await Promise.all(half.map(guess)))).toEqual(new Set([401]));
  const statuses = await Promise.all(half.map((i) => guess(half.length + i)));
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  expect((await logIn(new PlainBrowser(site, from), KNOWN)).status).toBe(429);
  expect((await logIn(visitor(), KNOWN)).status).toBe(303);
});

test('AL-6 a password that was changed while it was verified lets nobody in', async () => {
  const { hashPassword } = await import('#app/domain/sign-in/passwords.server.ts');
  const id = await makeAdmin('racing@drys.example');
  const hash = await hashPassword('another password');
  const browser = visitor();
  const page = await browser.get('/admin');
  // The place of the attempt is written once the hash to compare with has been read, and before.
  databaseFile().exec(
    `CREATE TRIGGER racing AFTER INSERT ON counted_uses BEGIN
       UPDATE admins SET password_hash = '${hash}' WHERE id = ${id}; END`,
  );
  const answer = await browser.submit(page, { email: 'racing@drys.example', password: PASSWORD });
  databaseFile().exec('DROP TRIGGER racing');
  expect(answer.status).toBe(401);
  expect(browser.cookies.has('sid')).toBe(false);
  expect((await logIn(browser, 'racing@drys.example', 'another password')).status).toBe(303);
});

test('AL-4 a locked account answers the same and as late, whether it exists or not', async () => {
  for (const email of [KNOWN, 'stranger@drys.example']) {
    const statuses = (await lockOut(visitor(), email)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([401, 401, 401, 401, 429]);
    const started = performance.now();
    const page = await logIn(visitor(), email);
    expect(performance.now() - started).toBeGreaterThan(COSTS.loginDelayMinMs - 5);
    expect(page.status).toBe(429);
    says(page, blockedMessage(AUTH.lockoutMinutes, 'en'));
  }
});

test('each login is in the audit log, each failure and lock is counted, without the password or the address', async () => {
  const counts = await readCounts();
  const rows = ['audit_log', 'audit_counts'].map((table) =>
    databaseFile().prepare(`SELECT * FROM ${table}`).all(),
  );
  const dump = JSON.stringify(rows);
  expect(dump).toContain('login.ok');
  for (const event of ['login.failed', 'login.locked', 'login.refused']) {
    expect(counts[event]?.count).toBeGreaterThan(0);
    expect(JSON.stringify(rows[0])).not.toContain(event);
  }
  expect(dump).not.toContain(WRONG);
  expect(dump).not.toContain(PASSWORD);
  expect(dump).not.toContain('198.51.100.');
});
