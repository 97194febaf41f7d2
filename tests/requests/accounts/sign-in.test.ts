import { Secret, TOTP } from 'otpauth';
import { afterEach, describe, expect, test } from 'vitest';
import { formatLockTexts, secondStepPage, signInTexts } from '#app/content/texts/auth.server.ts';
import {
  disableAdmin,
  removeAdminSecondFactor,
  unlockAdmin,
} from '#app/domain/accounts/accounts.server.ts';
import {
  hashPassword,
  PasswordsBusy,
  verifyPassword,
} from '#app/domain/accounts/passwords.server.ts';
import { flushEventCounts } from '#app/domain/audit.server.ts';
import { COSTS } from '#app/domain/costs.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { getDeviceCookieName } from '#app/domain/rate-limits.server.ts';
import { getSqliteConnection } from '#db/database.server.ts';
import { staff } from '#db/seed/people.ts';
import {
  inviteCode,
  lockOut,
  logIn,
  makeAdmin,
  PASSWORD,
  readTwoStepKey,
  signedIn,
  turnOnTwoStep,
  TWO_STEP,
} from '../../support/people/admins.ts';
import { newVisitor } from '../../support/people/enquirer.ts';
import {
  attribute,
  forms,
  formTo,
  PlainBrowser,
  texts,
  type Page,
} from '../../support/reading/browser.ts';
import { expectGreekBut } from '../../support/reading/latin.ts';
import { startSite } from '../../support/servers/site.ts';
import { run } from '../../support/servers/store.ts';

const site = await startSite({ TRUST_PROXY: '1' });
const KNOWN = 'known@drys.example';
const WRONG = 'wrong password';
const messages = signInTexts.en;
const visitor = () => newVisitor(site);
await makeAdmin(KNOWN);
await inviteCode('invited@drys.example');
await makeAdmin('disabled@drys.example');
await disableAdmin('disabled@drys.example');
afterEach(() => unlockAdmin(KNOWN));

function expectTexts(page: Page, { title, text }: { title: string; text: string }): void {
  for (const part of [title, text]) expect(page.text).toContain(part);
}

test('AL-1 AL-8 offers login and reset but no registration, on a page that no cache stores', async () => {
  const login = await visitor().get('/admin');
  expect(login.status).toBe(200);
  const labels = ['Email', 'Password', 'Forgot password?', 'Login', 'Back to Home'];
  for (const label of [...labels, 'for invited users']) expect(login.text).toContain(label);
  const forgot = (await visitor().get('/admin?forgot')).text;
  for (const label of ['Email', 'Send reset link', 'Back to Login'])
    expect(forgot).toContain(label);
  expect(forgot).not.toContain('Password ');
  expect(login.text).not.toMatch(/sign up|register|create (an )?account/i);
  for (const path of ['/signup', '/admin/signup', '/register', '/admin/register'])
    expect((await visitor().get(path)).status).toBe(404);
});

test('AL-2 AL-3 refuses an incomplete login beside its field, keeps its values and does not count it', async () => {
  const wrong = await logIn(visitor(), 'a b@drys.example');
  expect(wrong.status).toBe(422);
  expectTexts(wrong, messages.email);
  const field = wrong.all('input[name=email]')[0]!;
  expect(attribute(field, 'aria-invalid')).toBe('true');
  expect(attribute(field, 'value')).toBe('a b@drys.example');

  const browser = visitor();
  const tokens = new Set<string>();
  for (let i = 0; i <= AUTH.lockoutFailures; i++) {
    const page = await logIn(browser, KNOWN, 'seven77');
    expect(page.status).toBe(422);
    expectTexts(page, messages.password);
    expect(page.html).not.toContain('seven77');
    tokens.add(forms(page.html)[0]!.fields['csrf_token']!);
  }
  expect((await logIn(browser, ' <Known@DRYS.example> ')).status).toBe(303);
  expect(tokens.size).toBe(AUTH.lockoutFailures + 1);
  for (const token of tokens) expect(token).toMatch(/^[0-9a-f]{64}$/);
});

test('AL-3 refuses a token that is missing, invented, short or from another browser', async () => {
  const foreign = forms((await visitor().get('/admin')).html)[0]!.fields['csrf_token']!;
  const browser = visitor();
  const page = await browser.get('/admin');
  for (const csrf_token of ['', 'a'.repeat(64), 'abcd', foreign]) {
    const answer = await browser.submit(page, { email: KNOWN, password: PASSWORD, csrf_token });
    expect(answer.status).toBe(403);
    expectTexts(answer, messages.security);
    expect(browser.cookies.has('sid')).toBe(false);
  }
});

/** Words that are the same in Greek: names, addresses, the name of the other language. */
const expectGreek = expectGreekBut('DRYS Woodworking English email Email known egon drys example');

async function greekBrowser(): Promise<PlainBrowser> {
  const browser = visitor();
  await browser.get('/admin?language=el');
  return browser;
}

/** Everything that a client can observe, without values that differ in every response. */
async function observe(email: string, password: string) {
  const page = await logIn(visitor(), email, password);
  const headers = Object.fromEntries(page.headers);
  for (const name of ['date', 'x-request-id', 'content-security-policy', 'content-length'])
    delete headers[name];
  const html = page.html
    .replaceAll(email, 'EMAIL')
    .replace(/[0-9a-f]{64}/g, 'TOKEN')
    .replace(/nonce(="|-|\\",\\")[\w+/=]+/g, 'NONCE');
  return { status: page.status, headers, text: page.text.replaceAll(email, 'EMAIL'), html };
}

test('AL-4 gives the same response for unknown, disabled, invited and known emails', async () => {
  const { html, ...knownAnswer } = await observe(KNOWN, WRONG);
  expect(knownAnswer.status).toBe(401);
  for (const part of Object.values(messages.failed)) expect(knownAnswer.text).toContain(part);
  for (const name of ['nobody', 'disabled', 'invited']) {
    const { html: other, ...answer } = await observe(`${name}@drys.example`, PASSWORD);
    expect(answer).toEqual(knownAnswer);
    expect(Math.abs(other.length - html.length)).toBeLessThan(8);
  }
});

test('AL-5 a login leads only to the dashboard, with a message that is shown once', async () => {
  const browser = visitor();
  const page = await browser.get('/admin?redirectTo=https://evil.example');
  const answer = await browser.submit(page, { email: KNOWN, password: PASSWORD });
  expect(answer.outcome).toBe('303 /admin/dashboard');
  // A download between does not use up the message of the next page.
  expect((await browser.get('/admin/dashboard/export.csv')).status).toBe(204);
  expectTexts(await browser.follow(answer), messages.success);
  expect((await browser.get('/admin/dashboard')).text).not.toContain(messages.success.title);
  const cookies = answer.headers.getSetCookie();
  const flagsOf = (name: string) => cookies.find((line) => line.startsWith(name));
  expect(flagsOf('sid=')).toMatch(/; Path=\/; HttpOnly; SameSite=Lax/);
  expect(flagsOf('dv_')).toMatch(/; Path=\/; HttpOnly; SameSite=Strict/);
  expect(cookies.join()).not.toMatch(/Domain=/i);
});

test('treats invalid, forged and repeated cookies as an anonymous visitor', async () => {
  const sid = (await signedIn(site, KNOWN)).cookies.get('sid');
  for (const cookie of [
    `sid=${'x'.repeat(15_000)}`,
    `sid=${'A'.repeat(43)}`,
    'sid=',
    'sid=%ff%00; brw=\u00e9',
    'brw=abc.def; pw=1~2.x; step=1~2~3.x; flash=<script>',
    `sid=${sid}; sid=other`,
  ]) {
    const browser = new PlainBrowser(site, { cookie });
    expect((await browser.get('/admin/dashboard')).location, cookie).toBe('/admin');
    for (const path of ['/admin', '/reset-password']) {
      const page = await browser.get(path);
      expect(page.status, cookie).toBe(200);
      expect(page.html).not.toContain('&lt;script&gt;');
    }
  }
});

describe('the lockout', () => {
  test('AL-4 AL-6 starts after the fifth failure, for known and unknown accounts, and refuses the right password too', async () => {
    const browser = visitor();
    const statuses: number[] = [];
    for (let i = 1; i < AUTH.lockoutFailures; i++)
      statuses.push((await logIn(browser, KNOWN, WRONG)).status);
    expect(statuses).toEqual([401, 401, 401, 401]);
    const fifth = await logIn(browser, KNOWN, WRONG);
    expect(fifth.status).toBe(429);
    expectTexts(fifth, messages.locked);
    expect(Number(fifth.headers.get('retry-after'))).toBe(AUTH.lockoutMinutes * 60);
    expect(fifth.text).toContain(`Please try again in ${AUTH.lockoutMinutes} minute(s).`);
    const reloaded = await browser.get('/admin');
    expectTexts(reloaded, messages.locked);
    const sets = reloaded.all('fieldset');
    expect(sets.every((e) => attribute(e, 'disabled') !== undefined)).toBe(true);

    const blocked = await browser.submit(fifth, { email: KNOWN, password: PASSWORD });
    expect(blocked.status).toBe(429);
    expectTexts(blocked, formatLockTexts(AUTH.lockoutMinutes, 'en'));
    expect(browser.cookies.has('sid')).toBe(false);
    const stranger = await lockOut(site, 'stranger@drys.example');
    expect(stranger.map(({ status }) => status).toSorted()).toEqual([401, 401, 401, 401, 429]);
    for (const email of [KNOWN, 'stranger@drys.example']) {
      const page = await logIn(visitor(), email);
      expect(page.status).toBe(429);
      expectTexts(page, formatLockTexts(AUTH.lockoutMinutes, 'en'));
    }
  });

  test('AL-6 never affects a browser that has logged in before because of failures in others', async () => {
    const isDevice = ([name]: [string, string]) => name.startsWith('dv_');
    await makeAdmin('other@drys.example');
    const [name, value] = [...(await signedIn(site, 'other@drys.example')).cookies].find(isDevice)!;
    const ownBrowser = await signedIn(site, KNOWN);
    const [ownName] = [...ownBrowser.cookies].find(isDevice)!;
    expect(ownName).not.toBe(name);
    await lockOut(site, KNOWN);
    // The cookie is of one account, and cannot be forged.
    for (const forged of ['', value, `${value}x`, 'v1~1~abc.def', 'x'.repeat(15_000)]) {
      const thief = visitor();
      thief.cookies.set(ownName, forged);
      expect((await logIn(thief, KNOWN)).status).toBe(429);
    }
    expect((await logIn(ownBrowser, KNOWN)).status).toBe(303);
  });

  test('AL-6 remembers only the last few accounts of a browser', async () => {
    const browser = visitor();
    const emails = Array.from(
      { length: AUTH.devicesPerBrowser + 2 },
      (_, n) => `${n}@drys.example`,
    );
    for (const email of emails) {
      await makeAdmin(email);
      await signedIn(site, email, PASSWORD, browser);
    }
    const deviceCookies = [...browser.cookies.keys()].filter((name) => name.startsWith('dv_'));
    expect(deviceCookies).toHaveLength(AUTH.devicesPerBrowser);
    expect(deviceCookies).toContain(getDeviceCookieName(emails.at(-1)!));
  });

  test('AL-6 counts a password as wrong when it is changed while it is being verified', async () => {
    const email = 'racing@drys.example';
    const id = await makeAdmin(email);
    const hash = await hashPassword('another password');
    const browser = visitor();
    const page = await browser.get('/admin');
    // The place of the attempt is written once the hash to compare with has been read, and before.
    getSqliteConnection().exec(
      `CREATE TRIGGER racing AFTER INSERT ON counted_uses BEGIN
         UPDATE admins SET password_hash = '${hash}' WHERE id = ${id}; END`,
    );
    const answer = await browser.submit(page, { email, password: PASSWORD });
    getSqliteConnection().exec('DROP TRIGGER racing');
    expect(answer.status).toBe(401);
    expect(browser.cookies.has('sid')).toBe(false);
    expect((await logIn(browser, email, 'another password')).status).toBe(303);
  });
});

describe('password verification', () => {
  test('does not block pages', async () => {
    // With the work that production's hashes take.
    const saltAndHash = '$Dl.Pd3ZN7oCtgBf1mPDHFeriwpjVTXXNlM5IzxPvHpZ8J1Jb7TMwq';
    let turnCount = 0;
    const timer = setInterval(() => turnCount++, 1);
    await verifyPassword('wrong', `$2b$${COSTS.passwordHashCost}${saltAndHash}`);
    clearInterval(timer);
    // In this thread bcryptjs would let the event loop turn once in 100 ms, about three times.
    expect(turnCount).toBeGreaterThan(20);
  });

  test('answers 503 with Retry-After beyond 20 queued logins, and does not count them', async () => {
    const browser = visitor();
    const page = await browser.get('/admin');
    // Each finished hash starts another one, which keeps the queue full.
    let full = true;
    const verifications = Array.from({ length: AUTH.passwordQueue }, async () => {
      while (full) await verifyPassword('wrong', null);
    });
    await expect(verifyPassword('one too many', null)).rejects.toThrow(PasswordsBusy);
    for (let i = 0; i <= AUTH.lockoutFailures; i++) {
      const answer = await browser.submit(page, { email: KNOWN, password: WRONG });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    }
    full = false;
    await Promise.all(verifications);
    // Their slots are free again.
    expect((await logIn(browser, KNOWN)).location).toBe('/admin/dashboard');
  });
});

describe('EL-6 the login in Greek', () => {
  test('EL-6 stores the chosen language for a year in an HttpOnly cookie, and is English without it', async () => {
    const choose = async (language: string) => {
      const page = await visitor().get(`/admin?language=${language}`);
      return [page, page.headers.getSetCookie().find((line) => line.includes('language'))] as const;
    };
    const [greek, line] = await choose('el');
    expect(line).toMatch(/^(__Host-)?language=el; .*Path=\/; HttpOnly; SameSite=Lax/);
    expect(line).toContain('Max-Age=31536000');
    expect(greek.html).toContain('<html lang="el"');
    const [other, missingCookie] = await choose('fr');
    expect(missingCookie).toBeUndefined();
    const unasked = await new PlainBrowser(site, { 'accept-language': 'el' }).get('/admin');
    const publicPage = await (await greekBrowser()).get('/about');
    for (const { html } of [other, unasked, publicPage]) expect(html).toContain('<html lang="en"');
  });

  test('EL-6 links each page before the desk to itself in the other language, and back', async () => {
    const browser = visitor();
    for (const path of ['/admin', '/admin?forgot', '/reset-password']) {
      const other = (page: Page) =>
        attribute(
          page.all('a').find((each) => attribute(each, 'hreflang'))!,
          'href',
        )!;
      const link = other(await browser.get(path));
      expect(link.startsWith(path)).toBe(true);
      const greek = await browser.get(link);
      for (const page of [greek, await browser.get(path)]) expectGreek(page);
      await browser.get(other(greek));
      expect((await browser.get(path)).html).toContain('<html lang="en"');
    }
  });

  test('EL-6 copies no unknown parameter of its address into a link', async () => {
    const typed = 'email=anna%40drys.example&password=chisel-and-mallet';
    for (const path of ['/admin', '/admin?code', '/reset-password']) {
      const { html } = await visitor().get(`${path}?forgot&${typed}&language=en`);
      expect(html).not.toMatch(/chisel-and-mallet|anna(@|%40|&#x40;)/);
    }
    const page = await visitor().get(`/admin?${typed}&forgot`);
    expect(page.values('a', 'href')).toContain('/admin?forgot&language=el');
  });

  test('EL-6 shows errors and the remaining time of a lockout in Greek', async () => {
    const { email, password, failed, security } = signInTexts.el;
    const browser = await greekBrowser();
    const page = await browser.get('/admin');
    const wrong = { email: KNOWN, password: WRONG };
    for (const [given, message] of [
      [{ email: '', password: '' }, email.text],
      [{ email: KNOWN, password: 'x' }, password.text],
      [wrong, failed.text],
      [{ ...wrong, csrf_token: 'x' }, security.title],
    ] as const)
      expectGreek(await browser.submit(page, given), message);
    for (let i = 1; i < AUTH.lockoutFailures; i++) await browser.submit(page, wrong);
    expectGreek(await browser.get('/admin'), `σε ${AUTH.lockoutMinutes} λεπτά`);
  });
});

describe('the second step of a login', () => {
  /** Creates an admin who has turned it on: the code that was spent on it, one to come, the recovery codes. */
  async function turnOn(email: string) {
    await makeAdmin(email);
    const { app, usedCode, page } = await turnOnTwoStep(await signedIn(site, email));
    const recovery = texts(page.all('main')[0]!, 'li');
    expect(recovery).toHaveLength(AUTH.recoveryCodes);
    return { spent: usedCode, next: app.generate({ timestamp: Date.now() + 30_000 }), recovery };
  }

  test('AL-5 PP-2 is turned on with a code of its key, which a link hands to the app, after the password', async () => {
    const email = staff.clio.email;
    await makeAdmin(email);
    const browser = await signedIn(site, email);
    const page = await browser.get(TWO_STEP);
    const key = readTwoStepKey(page);
    const [link] = page.values('a', 'href').filter((href) => href.startsWith('otpauth://totp/'));
    expect(new URL(link!).searchParams.get('secret')).toBe(key);
    const wrong = await browser.submitTo(page, 'two-step', { code: '000000' });
    expect([wrong.status, readTwoStepKey(wrong)]).toEqual([422, key]);

    run('UPDATE sessions SET confirmed_at = 0');
    const code = new TOTP({ secret: Secret.fromBase32(key) }).generate();
    const asked = await browser.submitTo(wrong, 'two-step', { code });
    const confirmed = await browser.submitTo(asked, 'two-step', { current_password: PASSWORD });
    expect(texts(confirmed.all('main')[0]!, 'li')).toHaveLength(AUTH.recoveryCodes);
  });

  test('AL-5 EL-6 is required, and accepts no code twice', async () => {
    const email = staff.egon.email;
    const { spent, next, recovery } = await turnOn(email);
    const browser = new PlainBrowser(site);
    browser.cookies.set('step', '1~9999999999999~abc.forged');
    expect((await browser.get('/admin?code')).outcome).toBe('303 /admin');
    const half = await logIn(browser, email);
    expect(half.outcome).toBe('303 /admin?code');
    expect(browser.cookies.has('sid')).toBe(false);
    const codePage = await browser.follow(half);
    const refused = await browser.submit(codePage, { code: spent });
    expect(refused.status).toBe(401);
    expect(refused.text).toContain('This code is not valid');
    expect((await browser.submit(codePage, { code: next })).outcome).toBe('303 /admin/dashboard');

    const other = await greekBrowser();
    const greek = await other.follow(await logIn(other, email));
    expectGreek(greek, secondStepPage.el.note);
    const refusedCode = await other.submit(greek, { code: next });
    expect(refusedCode.status).toBe(401);
    expectGreek(refusedCode, secondStepPage.el.wrong);
    const recoveryLogin = await other.submit(refusedCode, { code: recovery[0]! });
    expect(recoveryLogin.outcome).toBe('303 /admin/dashboard');
    await removeAdminSecondFactor(email);
    await signedIn(site, email);
  });

  test('AL-6 counts wrong codes towards the lockout, and the right password does not reset them', async () => {
    const { next } = await turnOn(staff.basil.email);
    const browser = new PlainBrowser(site);
    const statuses: number[] = [];
    for (let i = 0; i < AUTH.lockoutFailures; i++) {
      const codePage = await browser.follow(await logIn(browser, staff.basil.email));
      statuses.push((await browser.submit(codePage, { code: '000000' })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 429]);
    const refusal = await browser.submit(await browser.get('/admin?code'), { code: next });
    expect(refusal.status).toBe(429);
  });
});

test('EL-6 lets an admin choose the language of mail without JavaScript', async () => {
  const anna = await signedIn(site, KNOWN);
  const open = () => anna.get('/admin/dashboard/account');
  for (const [given, kept] of [
    ['el', 'el'],
    ['de', 'el'],
    ['en', 'en'],
  ] as const) {
    const saved = await anna.submitTo(await open(), 'language', { language: given });
    expect(saved.outcome).toBe('303 /admin/dashboard/account');
    const page = await open();
    expect(forms(page.html)[formTo(page, 'language')]!.fields['language']).toBe(kept);
  }
});

test('records each login in the audit log, without password or email', async () => {
  for (const password of [WRONG, PASSWORD]) await logIn(visitor(), KNOWN, password);
  await flushEventCounts();
  const [log, counts] = ['audit_log', 'audit_counts'].map((table) =>
    JSON.stringify(getSqliteConnection().prepare(`SELECT * FROM ${table}`).all()),
  );
  expect(log).toContain('login.ok');
  for (const secret of [WRONG, PASSWORD, '203.0.113.9', '10.0.0.'])
    expect(log! + counts).not.toContain(secret);
});
