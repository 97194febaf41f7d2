import { describe, expect, test } from 'vitest';
import {
  formatLockTexts,
  resetPasswordPage as messages,
  resetErrors,
  signInPage,
  signInTexts,
} from '#app/content/texts/auth.server.ts';
import { disableAdmin, inviteAdmin, sendResetLink } from '#app/domain/accounts/accounts.server.ts';
import { hashPassword } from '#app/domain/accounts/passwords.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { findDeviceNonceHash } from '#app/domain/rate-limits.server.ts';
import { getDatabase } from '#db/database.server.ts';
import {
  inviteCode,
  lockOut,
  logIn,
  makeAdmin,
  PASSWORD,
  signedIn,
} from '../../support/people/admins.ts';
import { newVisitor } from '../../support/people/enquirer.ts';
import { forms, PlainBrowser, type Page } from '../../support/reading/browser.ts';
import { expectGreekBut } from '../../support/reading/latin.ts';
import { startSite } from '../../support/servers/site.ts';
import { one, readMails, run } from '../../support/servers/store.ts';

const site = await startSite({ TRUST_PROXY: '1' });
const { invalidLink, missing, incomplete, otherAccount } = resetErrors.en;
const NEW_PASSWORD = 'dovetail & mortise 7';
let serial = 0;
const someone = () => `person${++serial}@drys.example`;
const visitor = () => newVisitor(site);

/** Posts a code, or the fields that the script of the page takes from the fragment of a link. */
async function post(browser: PlainBrowser, fields: Record<string, string>): Promise<Page> {
  const page = await browser.get('/reset-password');
  const form = forms(page.html).findIndex(({ fields }) => 'code' in fields);
  return browser.submit(page, fields, form);
}
const enter = (browser: PlainBrowser, code: string) => post(browser, { code });
const openForm = async (browser: PlainBrowser, code: string) =>
  browser.follow(await enter(browser, code));
const set = (browser: PlainBrowser, form: Page, password: string, confirm_password = password) =>
  browser.submit(form, { password, confirm_password });

function fieldsOf(url: string): Record<string, string> {
  const parts = new URLSearchParams(new URL(url).hash.slice(1));
  const names = ['access_token', 'refresh_token', 'type'];
  return Object.fromEntries(names.map((name) => [name, parts.get(name) ?? '']));
}

/** How many mails with a link wait for an admin. */
const waitingLinks = (email: string) =>
  [...readMails('recovery'), ...readMails('invite')].filter(({ to }) => to.includes(email)).length;

test('RP-3 accepts the tokens of a valid link, and shows the error of an invalid one', async () => {
  for (const [fields, message] of [
    [{}, missing],
    [{ access_token: 'x', type: 'recovery' }, incomplete],
    [{ access_token: 'x', refresh_token: 'y' }, incomplete],
    [{ access_token: 'x', refresh_token: 'y', type: 'invite' }, invalidLink],
    [{ code: 'A'.repeat(15_000) }, invalidLink],
  ] satisfies [Record<string, string>, string][]) {
    const answer = await post(visitor(), { code: '', ...fields });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(message);
  }
  const email = someone();
  await makeAdmin(email);
  const olderLink = await sendResetLink(email);
  const newerLink = await sendResetLink(email);
  expect((await post(visitor(), fieldsOf(olderLink.url))).text).toContain(invalidLink);
  expect((await post(visitor(), fieldsOf(newerLink.url))).status).toBe(303);
});

test('RP-4 refuses a short, unconfirmed or common password beside its field', async () => {
  const browser = visitor();
  const form = await openForm(browser, await inviteCode(someone()));
  for (const [given, confirmation, field, message] of [
    ['seven77', 'seven77', 'password', 'Password must be at least 8 characters'],
    [NEW_PASSWORD, `${NEW_PASSWORD}!`, 'confirm_password', 'Passwords do not match'],
    ['x'.repeat(257), 'x'.repeat(257), 'password', 'Password must be at most 256 characters'],
    ['Password123', 'Password123', 'password', 'too easy to guess'],
  ] as const) {
    const answer = await set(browser, form, given, confirmation);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(message);
    expect(answer.values('input[aria-invalid]', 'name')).toEqual([field]);
    expect(answer.html).not.toContain(given);
  }
});

async function changeOnAccountPage(browser: PlainBrowser): Promise<void> {
  const page = await browser.get('/admin/dashboard/account/password');
  const change = (current_password: string, password: string) =>
    browser.submit(page, { current_password, password, confirm_password: password }, 2);
  const wrong = await change('not my password', NEW_PASSWORD);
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain('This is not your current password.');
  expect((await change(PASSWORD, 'password')).status).toBe(422);
  const previousSid = browser.cookies.get('sid');
  expect((await change(PASSWORD, NEW_PASSWORD)).outcome).toBe('303 /admin/dashboard/account');
  expect(browser.cookies.get('sid')).not.toBe(previousSid);
  expect((await browser.get('/admin/dashboard')).status).toBe(200);
}

async function changeByLink(_: PlainBrowser, code: string): Promise<void> {
  const browser = visitor();
  expect((await set(browser, await openForm(browser, code), NEW_PASSWORD)).status).toBe(303);
}

describe('RP-7 a new password', () => {
  test.each([
    ['on the account page', changeOnAccountPage],
    ['by the link itself', changeByLink],
  ])('RP-7 set %s ends all that the old one had opened', async (_, change) => {
    const email = someone();
    await makeAdmin(email);
    const otherBrowser = await signedIn(site, email);
    const browser = await signedIn(site, email);
    const deviceCookie = otherBrowser.cookies.get(
      [...otherBrowser.cookies.keys()].find((n) => n.startsWith('dv_'))!,
    )!;
    const { code, url } = await sendResetLink(email);
    const [withForm, withLink, withCode] = [visitor(), visitor(), visitor()];
    const form = await openForm(withForm, code);
    expect(form.text).toContain('New Password');
    // Opening the link spends nothing: mail programs open links too.
    expect((await enter(visitor(), code)).status).toBe(303);
    expect((await otherBrowser.get('/admin/dashboard')).status).toBe(200);
    expect(waitingLinks(email)).toBe(1);
    await lockOut(site, email);

    await change(browser, code);

    expect(waitingLinks(email)).toBe(0);
    expect((await post(withLink, fieldsOf(url))).status).toBe(400);
    expect((await enter(withCode, code)).status).toBe(400);
    expect((await set(withForm, form, 'plane iron & frog 9')).status).toBe(400);
    expect((await withForm.get('/reset-password')).text).not.toContain('New Password');
    expect((await otherBrowser.get('/admin/dashboard')).outcome).toBe('303 /admin');
    const adminId = Number(deviceCookie.split('~')[1]);
    const device = await findDeviceNonceHash(getDatabase(), deviceCookie, adminId);
    expect(device).toBeNull();
    expect((await logIn(visitor(), email, PASSWORD)).status).toBe(401);
    expect((await logIn(visitor(), email, NEW_PASSWORD)).status).toBe(303);
  });

  test('RP-7 is refused from an open form once its admin is disabled, gets a newer link or another invitation', async () => {
    for (const act of [disableAdmin, sendResetLink, inviteAdmin]) {
      const email = someone();
      await makeAdmin(email);
      const browser = visitor();
      const form = await openForm(browser, (await sendResetLink(email)).code);
      await act(email);
      expect((await set(browser, form, NEW_PASSWORD)).status, act.name).toBe(400);
      expect((await browser.get('/reset-password')).text).not.toContain('New Password');
    }
  });

  test('RP-7 is refused when the change was confirmed with an older password', async () => {
    const email = someone();
    const id = await makeAdmin(email);
    const browser = await signedIn(site, email);
    const page = await browser.get('/admin/dashboard/account/password');
    // The place of the attempt is written once the hash to compare with has been read, and before.
    run(`CREATE TRIGGER racing AFTER INSERT ON counted_uses BEGIN
      UPDATE admins SET password_hash = '${await hashPassword(NEW_PASSWORD)}' WHERE id = ${id}; END`);
    const stolen = { password: 'thief & burglar 1', confirm_password: 'thief & burglar 1' };
    const answer = await browser.submit(page, { current_password: PASSWORD, ...stolen }, 2);
    run('DROP TRIGGER racing');
    expect(answer.status).toBe(422);
    expect((await logIn(visitor(), email, NEW_PASSWORD)).status).toBe(303);
  });

  test('RP-7 is set by only one of two pages with the same link', async () => {
    const { code } = await inviteAdmin(someone());
    const [first, second] = [visitor(), visitor()];
    const pages = [await openForm(first, code), await openForm(second, code)] as const;
    const answers = await Promise.all([
      set(first, pages[0], NEW_PASSWORD),
      set(second, pages[1], 'another good password'),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 400]);
  });

  test('RP-7 AL-3 is not set without a link or a security token, or with a forged cookie', async () => {
    const code = await inviteCode(someone());
    const browser = visitor();
    const form = await openForm(browser, code);
    const bare = { password: NEW_PASSWORD, confirm_password: NEW_PASSWORD, csrf_token: '' };
    for (const answer of [
      await browser.submit(form, bare),
      await post(browser, { code, csrf_token: 'a'.repeat(64) }),
      await browser.submit(await browser.get('/admin?forgot'), { ...bare, email: someone() }),
    ]) {
      expect(answer.status).toBe(403);
      expect(answer.text).toContain(signInTexts.en.security.text);
    }
    for (const note of ['', '1~9999999999999.AAAA', 'x'.repeat(15_000)]) {
      browser.cookies.set('pw', note);
      const answer = await set(browser, form, NEW_PASSWORD);
      expect(answer.status).toBe(400);
      expect(answer.text).toContain(invalidLink);
    }
  });
});

test('RP-6 refuses the eleventh code with the message of the lockout, right or wrong', async () => {
  const code = await inviteCode(someone());
  const browser = visitor();
  for (let i = 0; i < AUTH.wrongCodesPerIpAddress; i++)
    expect((await enter(browser, `WRONG-${i}`)).status).toBe(400);
  for (const eleventh of [code, 'WRONG-AGAIN']) {
    const answer = await enter(browser, eleventh);
    expect(answer.status).toBe(429);
    const seconds = Number(answer.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan((AUTH.lockoutMinutes - 2) * 60);
    expect(seconds).toBeLessThanOrEqual(AUTH.lockoutMinutes * 60);
    for (const text of Object.values(formatLockTexts(Math.ceil(seconds / 60), 'en')))
      expect(answer.text).toContain(text);
    expect(answer.text).not.toContain(invalidLink);
  }
  expect((await enter(visitor(), code)).status).toBe(303);
});

test('RP-4 RP-5 RP-6 uses the later of two links in one browser, and names the account in the form', async () => {
  const [anna, basil] = [someone(), someone()];
  const browser = visitor();
  const { code } = await inviteAdmin(anna);
  const second = await inviteAdmin(basil);
  const form = await openForm(browser, code);
  expect(form.text).toContain(`${messages.en.accountNote} ${anna}`);
  expect((await post(browser, fieldsOf(second.url))).status).toBe(303);
  const refused = await set(browser, form, NEW_PASSWORD);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(otherAccount);
  expect(refused.text).toContain(`${messages.en.accountNote} ${basil}`);
  expect(refused.text).not.toContain(anna);
  expect((await logIn(visitor(), basil, NEW_PASSWORD)).status).toBe(401);
  const confirmation = await browser.follow(await set(browser, refused, NEW_PASSWORD));
  expect(confirmation.text).toContain('Password updated');
  expect(confirmation.headers.get('refresh')).toBe('2; url=/admin');
  expect(browser.cookies.has('sid')).toBe(false);
  expect((await logIn(visitor(), basil, NEW_PASSWORD)).status).toBe(303);
  expect((await logIn(visitor(), anna, NEW_PASSWORD)).status).toBe(401);

  // An invalid link closes the form that another link had opened.
  expect((await openForm(browser, code)).text).toContain(anna);
  const refusal = await post(browser, { access_token: 'x', refresh_token: 'y', type: 'invite' });
  expect(refusal.text).toContain(invalidLink);
  for (const page of [refusal, await browser.get('/reset-password')])
    for (const text of [anna, 'New Password']) expect(page.text).not.toContain(text);
});

test('AL-6 does not lock out the browser that opened the link because of failures in others', async () => {
  const email = someone();
  await makeAdmin(email);
  await lockOut(site, email);
  expect((await logIn(visitor(), email)).status).toBe(429);
  const browser = visitor();
  expect((await enter(browser, (await sendResetLink(email)).code)).status).toBe(303);
  expect((await logIn(browser, email)).status).toBe(303);
});

describe('AL-7 a request for a link', () => {
  const ask = async (email: string, browser = visitor()) =>
    browser.submit(await browser.get('/admin?forgot'), { email });
  // By their numbers: a mail that still waits goes with the older link that it carries.
  const mails = () => Number(one('SELECT max(id) FROM outbox'));

  test('AL-7 gets the same response for every email, and mails only admins', async () => {
    await makeAdmin('known@drys.example');
    await inviteCode('invited@drys.example');
    await makeAdmin('disabled@drys.example');
    await disableAdmin('disabled@drys.example');
    for (const [name, mail] of Object.entries({ known: 1, invited: 1, disabled: 0, unknown: 0 })) {
      const browser = visitor();
      const mailCount = mails();
      const answer = await ask(`${name}@drys.example`, browser);
      expect(answer.outcome).toBe('303 /admin?forgot');
      const { text } = await browser.follow(answer);
      for (const part of Object.values(signInTexts.en.resetSent)) expect(text).toContain(part);
      expect(mails() - mailCount).toBe(mail);
    }
  });

  test('AL-7 mails an account once a minute, and five times in 15 minutes from one IP address', async () => {
    const repeatedEmail = someone();
    await makeAdmin(repeatedEmail);
    let mailCount = mails();
    for (let i = 0; i < 3; i++) expect((await ask(repeatedEmail)).status).toBe(303);
    expect(mails() - mailCount).toBe(1);
    const browser = visitor();
    mailCount = mails();
    for (let i = 0; i < 7; i++) {
      const email = someone();
      await makeAdmin(email);
      expect((await ask(email, browser)).status).toBe(303);
    }
    expect(mails() - mailCount).toBe(AUTH.forgotPerIpAddress);
  });

  test('AL-7 reports a failure, and nothing about the account, while the database is read-only', async () => {
    const browser = visitor();
    const page = await browser.get('/admin?forgot');
    run('PRAGMA query_only = 1');
    const answer = await browser.submit(page, { email: 'known@drys.example' });
    run('PRAGMA query_only = 0');
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    for (const part of Object.values(signInTexts.en.resetFailed))
      expect(answer.text).toContain(part);
  });
});

test('EL-6 AL-7 is made in Greek, and its link sets a password in Greek', async () => {
  const email = 'anna@drys.example';
  const expectGreek = expectGreekBut('DRYS Woodworking English email Email anna drys example');
  const browser = visitor();
  await browser.get('/admin?language=el');
  const page = await browser.get('/admin?forgot');
  expectGreek(page, signInPage.el.forgotNote);
  const refusal = await browser.submit(page, { email: 'nobody' });
  expect(refusal.status).toBe(422);
  expectGreek(refusal, signInTexts.el.email.text);
  const confirmationPage = await browser.follow(await browser.submit(page, { email }));
  expectGreek(confirmationPage, signInTexts.el.resetSent.title);
  expectGreek(await enter(browser, 'ABCD-EFGH'), resetErrors.el.invalidLink);
  const form = await openForm(browser, await inviteCode(email));
  expectGreek(form);
  for (const [password, confirmation] of [
    ['short', 'short'],
    ['password1', 'password1'],
    [NEW_PASSWORD, 'another'],
  ] as const) {
    const refused = await set(browser, form, password, confirmation);
    expect(refused.status).toBe(422);
    expectGreek(refused);
  }
  expectGreek(
    await browser.follow(await set(browser, form, NEW_PASSWORD)),
    messages.el.passwordUpdated,
  );
});
