import { createHmac } from 'node:crypto';
import { hash as bcrypt } from 'bcryptjs';
import { describe, expect, test } from 'vitest';
import {
  blockedMessage,
  resetErrors,
  resetPassword as words,
  signIn,
  signInMessages,
} from '#app/content/words/auth.server.ts';
import {
  changePassword,
  disableAdmin,
  inviteAdmin,
  resetAdmin,
} from '#app/domain/accounts/accounts.server.ts';
import { hashPassword } from '#app/domain/accounts/passwords.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { readMail } from '#app/domain/mail/mail.server.ts';
import { accountKey, readDevice } from '#app/domain/rate-limits.server.ts';
import { updateAdmin } from '#db/accounts.ts';
import { database } from '#db/database.server.ts';
import { COSTS } from '../../support/costs.ts';
import {
  PASSWORD,
  inviteCode,
  lockOut,
  logIn,
  makeAdmin,
  signedIn,
} from '../../support/people/admins.ts';
import { newVisitor } from '../../support/people/enquirer.ts';
import { type Page, PlainBrowser, attribute, forms } from '../../support/reading/browser.ts';
import { expectGreekBut } from '../../support/reading/latin.ts';
import { startSite } from '../../support/servers/site.ts';
import { column, one, run } from '../../support/servers/store.ts';

const site = await startSite({ TRUST_PROXY: '1' });
const { dead, missing, incomplete, otherAccount } = resetErrors.en;
const NEW_PASSWORD = 'dovetail & mortise 7';
let serial = 0;
const someone = () => `person${++serial}@drys.example`;
const visitor = () => newVisitor(site);

/** Posts a code, or what the script of the page posts for a link's fragment. */
async function post(browser: PlainBrowser, given: Record<string, string>): Promise<Page> {
  const page = await browser.get('/reset-password');
  const form = forms(page.html).findIndex(({ fields }) => 'code' in fields);
  return browser.submit(page, given, form);
}
const enter = (browser: PlainBrowser, code: string) => post(browser, { code });
const opened = async (browser: PlainBrowser, code: string) =>
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
  column(
    `SELECT sealed FROM outbox WHERE kind IN ('recovery', 'invite') AND sent_at IS NULL`,
  ).filter((sealed) => readMail(String(sealed))?.to.includes(email)).length;

test('RP-6 an invited admin sets a password with the code, without JavaScript, and logs in', async () => {
  const email = someone();
  const browser = visitor();
  const accepted = await enter(browser, await inviteCode(email));
  expect(accepted.outcome).toBe('303 /reset-password');
  const form = await browser.follow(accepted);
  expect(form.text).toContain('New Password');
  const done = await browser.follow(await set(browser, form, PASSWORD));
  expect(done.text).toContain('Password updated');
  expect(done.headers.get('refresh')).toBe('2; url=/admin');
  expect(browser.cookies.has('sid')).toBe(false);
  expect((await logIn(browser, email)).outcome).toBe('303 /admin/dashboard');
});

test.each<[string, Record<string, string>, string]>([
  ['nothing', {}, missing],
  ['no refresh token', { access_token: 'x', type: 'recovery' }, incomplete],
  ['no type', { access_token: 'x', refresh_token: 'y' }, incomplete],
  ['unknown tokens', { access_token: 'x', refresh_token: 'y', type: 'invite' }, dead],
  ['an unknown code', { code: 'ABCD-EFGH' }, dead],
  ['15 KB of code', { code: 'A'.repeat(15_000) }, dead],
])('RP-3 a link with %s is told what is wrong with it', async (_, fields, message) => {
  const answer = await post(visitor(), { code: '', ...fields });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain(message);
});

test('RP-3 the tokens of the link are accepted, those of an older or disabled one are not', async () => {
  const email = someone();
  await makeAdmin(email);
  const older = await resetAdmin(email);
  const newer = await resetAdmin(email);
  expect((await post(visitor(), fieldsOf(older.url))).text).toContain(dead);
  expect((await post(visitor(), fieldsOf(newer.url))).status).toBe(303);
  await disableAdmin(email);
  expect((await post(visitor(), fieldsOf(newer.url))).status).toBe(400);
});

test.each([
  ['seven77', 'seven77', 'Password must be at least 8 characters'],
  [NEW_PASSWORD, `${NEW_PASSWORD}!`, 'Passwords do not match'],
  ['Password123', 'Password123', 'too easy to guess'],
])(
  'RP-4 the password %s, confirmed as %s, is refused beside its field',
  async (given, confirmation, message) => {
    const browser = visitor();
    const form = await opened(browser, await inviteCode(someone()));
    const answer = await set(browser, form, given, confirmation);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(message);
    expect(answer.all('input').some((e) => attribute(e, 'aria-invalid'))).toBe(true);
    expect(answer.html).not.toContain(given);
  },
);

async function changeOnAccountPage(browser: PlainBrowser): Promise<void> {
  const page = await browser.get('/admin/dashboard/account/password');
  const given = { current_password: PASSWORD, password: NEW_PASSWORD };
  const answer = await browser.submit(page, { ...given, confirm_password: NEW_PASSWORD }, 2);
  expect(answer.outcome).toBe('303 /admin/dashboard/account');
}

async function changeByLink(_: PlainBrowser, code: string): Promise<void> {
  const browser = visitor();
  expect((await set(browser, await opened(browser, code), NEW_PASSWORD)).status).toBe(303);
}

describe('RP-7 what a new password ends', () => {
  test.each([
    ['on the account page', changeOnAccountPage],
    ['by the link itself', changeByLink],
  ])(
    'RP-7 one that is set %s ends links, codes, forms, mails, sessions, devices and the lock',
    async (_, change) => {
      const email = someone();
      await makeAdmin(email);
      const elsewhere = await signedIn(site, email);
      const here = await signedIn(site, email);
      const own = elsewhere.cookies.get(
        [...elsewhere.cookies.keys()].find((n) => n.startsWith('dv_'))!,
      )!;
      const { code, url } = await resetAdmin(email);
      const [withForm, withLink, withCode] = [visitor(), visitor(), visitor()];
      const form = await opened(withForm, code);
      expect(form.text).toContain('New Password');
      // Opening the link spends nothing: mail programs open links too.
      expect((await enter(visitor(), code)).status).toBe(303);
      expect((await elsewhere.get('/admin/dashboard')).status).toBe(200);
      expect(waitingLinks(email)).toBe(1);
      await lockOut(site, email);

      await change(here, code);

      expect(waitingLinks(email)).toBe(0);
      expect((await post(withLink, fieldsOf(url))).status).toBe(400);
      expect((await enter(withCode, code)).status).toBe(400);
      expect((await set(withForm, form, 'plane iron & frog 9')).status).toBe(400);
      expect((await withForm.get('/reset-password')).text).not.toContain('New Password');
      expect((await elsewhere.get('/admin/dashboard')).outcome).toBe('303 /admin');
      expect(await readDevice(database(), own, Number(own.split('~')[1]), Date.now())).toBeNull();
      expect((await logIn(visitor(), email, PASSWORD)).status).toBe(401);
      expect((await logIn(visitor(), email, NEW_PASSWORD)).status).toBe(303);
    },
  );

  test.each([
    ['disabled', disableAdmin],
    ['sent a newer link', resetAdmin],
    ['invited again', inviteAdmin],
  ])('RP-7 the form that an older link opened sets nothing for who is %s', async (_, act) => {
    const email = someone();
    await makeAdmin(email);
    const browser = visitor();
    const form = await opened(browser, (await resetAdmin(email)).code);
    await act(email);
    expect((await set(browser, form, NEW_PASSWORD)).status).toBe(400);
    expect((await browser.get('/reset-password')).text).not.toContain('New Password');
  });

  test('RP-7 a password that was changed meanwhile is not changed by whoever knew the old one', async () => {
    const email = someone();
    const id = await makeAdmin(email);
    // Of a cost that takes long enough to verify for something to happen meanwhile.
    const text = createHmac('sha384', 'drys-admin-password-v1').update(PASSWORD).digest('base64');
    await updateAdmin(database(), id, { password_hash: await bcrypt(text, 10) });
    const password_hash = await hashPassword(NEW_PASSWORD);
    const client = {
      address: '198.51.100.250',
      requestId: 'test',
      browserId: 'race',
      session: null,
      agent: '',
      deviceOf: () => Promise.resolve(null),
    };
    const stolen = 'thief & burglar 1';
    const thief = { current: PASSWORD, password: stolen, confirmation: stolen };
    const changing = changePassword({ id, email, language: 'en' }, thief, client);
    const pending = 'SELECT count(*) FROM counted_uses WHERE account = ? AND pending = 1';
    await expect.poll(() => one(pending, accountKey(email)), { interval: 5 }).toBeGreaterThan(0);
    await updateAdmin(database(), id, { password_hash });
    expect(await changing).toMatchObject({ field: 'current_password' });
    expect((await logIn(visitor(), email, NEW_PASSWORD)).status).toBe(303);
  });

  test('RP-7 of two pages that the same link opened one sets the password', async () => {
    const { code } = await inviteAdmin(someone());
    const [first, second] = [visitor(), visitor()];
    const pages = [await opened(first, code), await opened(second, code)] as const;
    const answers = await Promise.all([
      set(first, pages[0], NEW_PASSWORD),
      set(second, pages[1], 'another good password'),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 400]);
  });

  test('RP-7 without a link, or with a forged cookie, nothing is set', async () => {
    const { code } = await inviteAdmin(someone());
    const browser = visitor();
    const form = await opened(browser, code);
    for (const note of ['', '1~9999999999999.AAAA', 'x'.repeat(15_000)]) {
      browser.cookies.set('pw', note);
      const answer = await set(browser, form, NEW_PASSWORD);
      expect(answer.status).toBe(400);
      expect(answer.text).toContain(dead);
    }
  });
});

test('AL-3 a form of this page, or for a link, without its security token is refused', async () => {
  const browser = visitor();
  const code = await inviteCode(someone());
  const answer = await post(browser, { code, csrf_token: 'a'.repeat(64) });
  expect(answer.status).toBe(403);
  expect(answer.text).toContain(signInMessages.en.security.message);
  const given = { email: someone(), csrf_token: '' };
  expect((await browser.submit(await browser.get('/admin?forgot'), given)).status).toBe(403);
});

test('RP-6 the eleventh code is refused with the lock’s words, right or wrong alike', async () => {
  const code = await inviteCode(someone());
  const browser = visitor();
  for (let i = 0; i < AUTH.wrongCodesPerAddress; i++)
    expect((await enter(browser, `WRONG-${i}`)).status).toBe(400);
  for (const eleventh of [code, 'WRONG-AGAIN']) {
    const answer = await enter(browser, eleventh);
    expect(answer.status).toBe(429);
    const seconds = Number(answer.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan((AUTH.lockoutMinutes - 2) * 60);
    expect(seconds).toBeLessThanOrEqual(AUTH.lockoutMinutes * 60);
    for (const said of Object.values(blockedMessage(Math.ceil(seconds / 60), 'en')))
      expect(answer.text).toContain(said);
    expect(answer.text).not.toContain(dead);
  }
  expect((await enter(visitor(), code)).status).toBe(303);
});

describe('RP-4 two links in one browser', () => {
  const two = async () => {
    const [anna, basil] = [someone(), someone()];
    const browser = visitor();
    const [first, second] = [await inviteAdmin(anna), await inviteAdmin(basil)];
    return { anna, basil, browser, form: await opened(browser, first.code), second };
  };

  test('RP-4 the form says whose password it sets, and another code entered there wins', async () => {
    const { anna, basil, browser, form, second } = await two();
    expect(form.text).toContain(`${words.en.whose} ${anna}`);
    const other = await opened(browser, second.code);
    expect(other.text).toContain(`${words.en.whose} ${basil}`);
    expect(other.text).not.toContain(anna);
    await set(browser, other, NEW_PASSWORD);
    expect((await logIn(visitor(), basil, NEW_PASSWORD)).status).toBe(303);
    expect((await logIn(visitor(), anna, NEW_PASSWORD)).status).toBe(401);
  });

  test('RP-4 a form that was open before sets nobody else’s password', async () => {
    const { anna, basil, browser, form, second } = await two();
    expect((await post(browser, fieldsOf(second.url))).status).toBe(303);
    const answer = await set(browser, form, NEW_PASSWORD);
    expect(answer.status).toBe(409);
    expect(answer.text).toContain(otherAccount);
    expect(answer.text).toContain(`${words.en.whose} ${basil}`);
    for (const email of [anna, basil])
      expect((await logIn(visitor(), email, NEW_PASSWORD)).status).toBe(401);
  });

  test('RP-4 a dead link closes the password form that another link had opened', async () => {
    const { anna, browser } = await two();
    const answer = await post(browser, { access_token: 'x', refresh_token: 'y', type: 'invite' });
    expect(answer.text).toContain(dead);
    for (const page of [answer, await browser.get('/reset-password')]) {
      expect(page.text).not.toContain(anna);
      expect(page.text).not.toContain('New Password');
    }
  });
});

test('AL-6 who opened the link is not locked out by the failures of strangers', async () => {
  const email = someone();
  await makeAdmin(email);
  await lockOut(site, email);
  expect((await logIn(visitor(), email)).status).toBe(429);
  const browser = visitor();
  expect((await enter(browser, (await resetAdmin(email)).code)).status).toBe(303);
  expect((await logIn(browser, email)).status).toBe(303);
});

describe('AL-7 asking for a link', () => {
  const ask = async (email: string, browser = visitor()) =>
    browser.submit(await browser.get('/admin?forgot'), { email });
  // By their numbers: a mail that still waits goes with the older link that it carries.
  const mails = () => Number(one('SELECT max(id) FROM outbox'));

  test('AL-7 the answer is the same for everybody, and only who has an account gets mail', async () => {
    await makeAdmin('known@drys.example');
    await inviteCode('invited@drys.example');
    await makeAdmin('disabled@drys.example');
    await disableAdmin('disabled@drys.example');
    for (const [name, mail] of Object.entries({ known: 1, invited: 1, disabled: 0, unknown: 0 })) {
      const browser = visitor();
      const before = mails();
      const started = performance.now();
      const answer = await ask(`${name}@drys.example`, browser);
      expect(performance.now() - started).toBeGreaterThan(COSTS.loginDelayMinMs - 5);
      expect(answer.outcome).toBe('303 /admin?forgot');
      const { text } = await browser.follow(answer);
      for (const said of Object.values(signInMessages.en.resetSent)) expect(text).toContain(said);
      expect(mails() - before).toBe(mail);
    }
  });

  test('AL-7 an account gets one mail a minute, whoever asks; an address five in a quarter of an hour', async () => {
    const often = someone();
    await makeAdmin(often);
    let before = mails();
    for (let i = 0; i < 3; i++) expect((await ask(often)).status).toBe(303);
    expect(mails() - before).toBe(1);
    const browser = visitor();
    before = mails();
    for (let i = 0; i < 7; i++) {
      const email = someone();
      await makeAdmin(email);
      expect((await ask(email, browser)).status).toBe(303);
    }
    expect(mails() - before).toBe(AUTH.forgotPerAddress);
  });

  test('AL-7 a store that cannot be written: the other message, and no admission of anything', async () => {
    const browser = visitor();
    const page = await browser.get('/admin?forgot');
    run('PRAGMA query_only = 1');
    const answer = await browser.submit(page, { email: 'known@drys.example' });
    run('PRAGMA query_only = 0');
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    for (const said of Object.values(signInMessages.en.resetFailed))
      expect(answer.text).toContain(said);
  });

  test('AL-7 an address that is none is refused beside its field', async () => {
    const answer = await ask('nobody');
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(signInMessages.en.email.message);
  });
});

test('EL-6 a link is asked for, and a password is set, in Greek', async () => {
  const email = 'anna@drys.example';
  const expectGreek = expectGreekBut('DRYS Woodworking English email Email anna drys example');
  const browser = visitor();
  await browser.get('/admin?language=el');
  const page = await browser.get('/admin?forgot');
  expectGreek(page, signIn.el.forgotNote);
  expectGreek(await browser.submit(page, { email: 'nobody' }));
  const sent = await browser.follow(await browser.submit(page, { email }));
  expectGreek(sent, signInMessages.el.resetSent.title);
  expectGreek(await enter(browser, 'ABCD-EFGH'), resetErrors.el.dead);
  const form = await opened(browser, await inviteCode(email));
  expectGreek(form);
  for (const [given, confirmation] of [
    ['short', 'short'],
    ['x'.repeat(AUTH.passwordMax + 1), ''],
    ['password1', 'password1'],
    [NEW_PASSWORD, 'another'],
  ] as const) {
    const refused = await set(browser, form, given, confirmation);
    expect(refused.status).toBe(422);
    expectGreek(refused);
  }
  expectGreek(await browser.follow(await set(browser, form, NEW_PASSWORD)), words.el.done);
});
