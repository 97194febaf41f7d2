import { createHmac } from 'node:crypto';
import { hash as bcrypt } from 'bcryptjs';
import { describe, expect, test } from 'vitest';
import {
  blockedMessage,
  resetErrors,
  resetPassword as words,
  signInMessages,
} from '#app/content/words/auth.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { staff } from '#db/seed/people.ts';
import { PASSWORD, inviteCode, logIn, makeAdmin, signedIn } from '../../support/people/admins.ts';
import {
  type Page,
  PlainBrowser,
  attribute,
  elements,
  forms,
  textOf,
} from '../../support/reading/browser.ts';
import { COSTS } from '../../support/costs.ts';
import { startSite } from '../../support/servers/site.ts';

const site = await startSite({ TRUST_PROXY: '1' });
const { disableAdmin, inviteAdmin, resetAdmin } =
  await import('#app/domain/accounts/accounts.server.ts');
const { databaseFile } = await import('#db/database.server.ts');
const { accountKey } = await import('#app/domain/rate-limits.server.ts');
const { readMail } = await import('#app/domain/mail/mail.server.ts');
const NEW_PASSWORD = 'dovetail & mortise 7';
let serial = 0;
let visitors = 0;

function visitor(): PlainBrowser {
  visitors += 1;
  return new PlainBrowser(site, { 'x-forwarded-for': `198.51.100.${visitors}` });
}

/** Enters a code on the page; returns the answer. */
function enter(browser: PlainBrowser, code: string): Promise<Page> {
  return post(browser, { code });
}

/** Posts what the script of the page posts for a link's fragment. */
async function post(browser: PlainBrowser, given: Record<string, string>): Promise<Page> {
  const page = await browser.get('/reset-password');
  const form = forms(page.html).findIndex(({ fields }) => 'code' in fields);
  return browser.submit(page, given, form);
}

function fieldsOf(url: string): Record<string, string> {
  const parts = new URLSearchParams(new URL(url).hash.slice(1));
  const names = ['access_token', 'refresh_token', 'type'];
  return Object.fromEntries(names.map((name) => [name, parts.get(name) ?? '']));
}

/** How many mails with a link wait for an admin. */
function waitingLinks(email: string): number {
  const rows = databaseFile()
    .prepare(`SELECT sealed FROM outbox WHERE kind IN ('recovery', 'invite') AND sent_at IS NULL`)
    .all() as { sealed: string }[];
  return rows.filter(({ sealed }) => readMail(sealed)?.to.includes(email)).length;
}

function pendingAttempts(email: string): number {
  const count = 'SELECT count(*) n FROM counted_uses WHERE account = ? AND pending = 1';
  return (databaseFile().prepare(count).get(accountKey(email)) as { n: number }).n;
}

const isDevice = (name: string) => name.startsWith('dv_');

async function changeOnAccountPage(browser: PlainBrowser): Promise<void> {
  const page = await browser.get('/admin/dashboard/account/password');
  const words = { current_password: PASSWORD, password: NEW_PASSWORD };
  const answer = await browser.submit(page, { ...words, confirm_password: NEW_PASSWORD }, 1);
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    '/admin/dashboard/account',
  ]);
}

async function changeByLink(_: PlainBrowser, code: string): Promise<void> {
  const browser = visitor();
  const form = await browser.follow(await enter(browser, code));
  expect((await set(browser, form, NEW_PASSWORD)).status).toBe(303);
}

const set = (browser: PlainBrowser, form: Page, password: string, confirm_password = password) =>
  browser.submit(form, { password, confirm_password });

test('RP-6 an invited admin sets a password with the code, without JavaScript, and logs in', async () => {
  const code = await inviteCode(staff.anna.email);
  const browser = visitor();
  const accepted = await enter(browser, code);
  expect([accepted.status, accepted.headers.get('location')]).toEqual([303, '/reset-password']);
  const form = await browser.follow(accepted);
  expect(textOf(form.html)).toContain('New Password');
  const done = await browser.follow(await set(browser, form, PASSWORD));
  expect(textOf(done.html)).toContain('Password updated');
  expect(done.headers.get('refresh')).toBe('2; url=/admin');
  expect(browser.cookies.has('sid')).toBe(false);

  const answer = await logIn(browser, staff.anna.email);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin/dashboard']);
});

describe('RP-3 what is wrong with a link', () => {
  test.each([
    ['nothing given', {}, resetErrors.en.missing],
    ['no refresh token', { access_token: 'x', type: 'recovery' }, resetErrors.en.incomplete],
    ['no type', { access_token: 'x', refresh_token: 'y' }, resetErrors.en.incomplete],
    ['unknown', { access_token: 'x', refresh_token: 'y', type: 'invite' }, resetErrors.en.dead],
    ['unknown code', { code: 'ABCD-EFGH' }, resetErrors.en.dead],
    ['15 KB of code', { code: 'A'.repeat(15_000) }, resetErrors.en.dead],
  ])('%s', async (_, fields, message) => {
    const answer = await post(visitor(), { code: '', ...fields } as Record<string, string>);
    expect(answer.status).toBe(400);
    expect(textOf(answer.html)).toContain(message);
  });

  test('the tokens of the link are accepted, and those of an older or disabled one are not', async () => {
    await makeAdmin('links@drys.example');
    const older = await resetAdmin('links@drys.example');
    const newer = await resetAdmin('links@drys.example');
    expect(textOf((await post(visitor(), fieldsOf(older.url))).html)).toContain(
      resetErrors.en.dead,
    );
    expect((await post(visitor(), fieldsOf(newer.url))).status).toBe(303);
    await disableAdmin('links@drys.example');
    expect((await post(visitor(), fieldsOf(newer.url))).status).toBe(400);
  });
});

test('RP-4 what the two fields say', async () => {
  const browser = visitor();
  const form = await browser.follow(await enter(browser, await inviteCode('rp4@drys.example')));
  for (const [password, confirmation, message] of [
    ['seven77', 'seven77', 'Password must be at least 8 characters'],
    [NEW_PASSWORD, `${NEW_PASSWORD}!`, 'Passwords do not match'],
    ['Password123', 'Password123', 'too easy to guess'],
  ] as const) {
    const answer = await set(browser, form, password, confirmation);
    expect(answer.status).toBe(422);
    expect(textOf(answer.html)).toContain(message);
    expect(elements(answer.html, 'input').some((e) => attribute(e, 'aria-invalid'))).toBe(true);
    expect(answer.html).not.toContain(password);
  }
});

describe('RP-7 what a new password ends', () => {
  test('every session, every link, foreign devices; the lock is lifted', async () => {
    const email = 'rp7@drys.example';
    await makeAdmin(email);
    const elsewhere = await signedIn(site, email);
    const stranger = visitor();
    const page = await stranger.get('/admin');
    const guess = () => stranger.submit(page, { email, password: 'wrong password' });
    await Promise.all(Array.from({ length: AUTH.lockoutFailures }, guess));

    const { code, url } = await resetAdmin(email);
    const browser = visitor();
    const form = await browser.follow(await enter(browser, code));
    // Opening the link spends nothing: mail programs open links too.
    expect((await enter(visitor(), code)).status).toBe(303);
    expect((await elsewhere.get('/admin/dashboard')).status).toBe(200);
    expect((await set(browser, form, NEW_PASSWORD)).status).toBe(303);

    expect((await elsewhere.get('/admin/dashboard')).headers.get('location')).toBe('/admin');
    expect((await enter(visitor(), code)).status).toBe(400);
    expect((await post(visitor(), fieldsOf(url))).status).toBe(400);
    expect((await logIn(visitor(), email, PASSWORD)).status).toBe(401);
    expect((await logIn(visitor(), email, NEW_PASSWORD)).status).toBe(303);
    const devices = databaseFile().prepare(
      'SELECT count(*) n FROM devices JOIN admins ON admins.id = admin_id WHERE email = ?',
    );
    // Those of the browser that had the link and of the login just now.
    expect(devices.get(email)).toEqual({ n: 2 });
  });

  test.each([
    ['on the account page', changeOnAccountPage],
    ['by the link itself', changeByLink],
  ])(
    'a password change %s ends links, codes, forms, mails, sessions, devices',
    async (_, change) => {
      serial += 1;
      const email = `dies${serial}@drys.example`;
      await makeAdmin(email);
      const elsewhere = await signedIn(site, email);
      const here = await signedIn(site, email);
      const own = elsewhere.cookies.get([...elsewhere.cookies.keys()].find(isDevice)!);
      const { code, url } = await resetAdmin(email);
      const [withForm, withLink, withCode] = [visitor(), visitor(), visitor()];
      const form = await withForm.follow(await enter(withForm, code));
      expect(textOf(form.html)).toContain('New Password');
      expect(waitingLinks(email)).toBe(1);

      await change(here, code);

      expect(waitingLinks(email)).toBe(0);
      expect((await post(withLink, fieldsOf(url))).status).toBe(400);
      expect((await enter(withCode, code)).status).toBe(400);
      expect((await set(withForm, form, 'plane iron & frog 9')).status).toBe(400);
      expect(textOf((await withForm.get('/reset-password')).html)).not.toContain('New Password');
      expect((await elsewhere.get('/admin/dashboard')).status).toBe(303);
      const { readDevice } = await import('#app/domain/rate-limits.server.ts');
      const { database } = await import('#db/database.server.ts');
      const id = Number(own!.split('~')[1]);
      expect(await readDevice(database(), own!, id, Date.now())).toBeNull();
      expect((await logIn(visitor(), email, NEW_PASSWORD)).status).toBe(303);
    },
  );

  test.each([
    ['disabled', (email: string) => disableAdmin(email)],
    ['sent a newer link', (email: string) => resetAdmin(email)],
    ['invited again', (email: string) => inviteAdmin(email)],
  ])('an admin who is %s: the form that an older link opened sets nothing', async (_, act) => {
    serial += 1;
    const email = `form${serial}@drys.example`;
    await makeAdmin(email);
    const browser = visitor();
    const form = await browser.follow(await enter(browser, (await resetAdmin(email)).code));
    await act(email);
    expect((await set(browser, form, NEW_PASSWORD)).status).toBe(400);
    expect(textOf((await browser.get('/reset-password')).html)).not.toContain('New Password');
  });

  test('a password that was changed meanwhile is not changed by whoever knew the old one', async () => {
    const { hashPassword } = await import('#app/domain/accounts/passwords.server.ts');
    const { database } = await import('#db/database.server.ts');
    const { updateAdmin } = await import('#db/accounts.ts');
    const { changePassword } = await import('#app/domain/accounts/accounts.server.ts');
    const email = 'raced@drys.example';
    const id = await makeAdmin(email);
    // Of a cost that takes long enough to verify for something to happen meanwhile.
    const text = createHmac('sha384', 'drys-admin-password-v1').update(PASSWORD).digest('base64');
    await updateAdmin(database(), id, { password_hash: await bcrypt(text, 10) });
    const hash = await hashPassword(NEW_PASSWORD);
    const client = {
      address: '198.51.100.250',
      requestId: 'test',
      browserId: 'race',
      session: null,
      agent: '',
      deviceOf: () => Promise.resolve(null),
    };
    const thief = { current: PASSWORD, password: 'thief & burglar 1', confirmation: '' };
    thief.confirmation = thief.password;
    const changing = changePassword({ id, email, language: 'en' }, thief, client);
    await expect.poll(() => pendingAttempts(email), { interval: 5 }).toBeGreaterThan(0);
    await updateAdmin(database(), id, { password_hash: hash });
    expect(await changing).toMatchObject({ field: 'current_password' });
    expect((await logIn(visitor(), email, NEW_PASSWORD)).status).toBe(303);
  });

  test('a page opened before the link was used can no longer set a password', async () => {
    const { code } = await inviteAdmin('late@drys.example');
    const [one, two] = [visitor(), visitor()];
    const first = await one.follow(await enter(one, code));
    const second = await two.follow(await enter(two, code));
    const answers = await Promise.all([
      set(one, first, NEW_PASSWORD),
      set(two, second, 'another good password'),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 400]);
  });

  test('without a link, or with a forged cookie, nothing is set', async () => {
    const { code } = await inviteAdmin('forged@drys.example');
    const browser = visitor();
    const form = await browser.follow(await enter(browser, code));
    for (const note of [null, '1~9999999999999.AAAA', 'x'.repeat(15_000)]) {
      if (note === null) browser.cookies.delete('pw');
      else browser.cookies.set('pw', note);
      const answer = await set(browser, form, NEW_PASSWORD);
      expect(answer.status).toBe(400);
      expect(textOf(answer.html)).toContain(resetErrors.en.dead);
    }
  });
});

test('AL-3 the security token guards these forms too', async () => {
  const browser = visitor();
  const code = await inviteCode('token@drys.example');
  const answer = await post(browser, { code, csrf_token: 'a'.repeat(64) });
  expect(answer.status).toBe(403);
  expect(textOf(answer.html)).toContain(signInMessages.en.security.message);
  const forgot = await browser.submit(await browser.get('/admin?forgot'), {
    email: 'token@drys.example',
    csrf_token: '',
  });
  expect(forgot.status).toBe(403);
});

test('RP-6 the eleventh code is refused with the lock’s words, right or wrong alike', async () => {
  const code = await inviteCode('patient@drys.example');
  const browser = visitor();
  for (let i = 0; i < AUTH.wrongCodesPerAddress; i++) {
    expect((await enter(browser, `WRONG-${i}`)).status).toBe(400);
  }
  for (const eleventh of [code, 'WRONG-AGAIN']) {
    const answer = await enter(browser, eleventh);
    expect(answer.status).toBe(429);
    const seconds = Number(answer.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan((AUTH.lockoutMinutes - 2) * 60);
    expect(seconds).toBeLessThanOrEqual(AUTH.lockoutMinutes * 60);
    const { title, message } = blockedMessage(Math.ceil(seconds / 60), 'en');
    expect(textOf(answer.html)).toContain(title);
    expect(textOf(answer.html)).toContain(message);
    expect(textOf(answer.html)).not.toContain(resetErrors.en.dead);
  }
  expect((await enter(visitor(), code)).status).toBe(303);
});

describe('RP-4 two links in one browser', () => {
  const two = async () => {
    serial += 1;
    const [anna, basil] = [`anna${serial}@drys.example`, `basil${serial}@drys.example`];
    const browser = visitor();
    const [first, second] = [await inviteAdmin(anna), await inviteAdmin(basil)];
    const form = await browser.follow(await enter(browser, first.code));
    return { anna, basil, browser, form, second };
  };

  test('the form says whose password it sets, and another code entered there wins', async () => {
    const { anna, basil, browser, form, second } = await two();
    expect(textOf(form.html)).toContain(`${words.en.whose} ${anna}`);
    const other = await browser.follow(await enter(browser, second.code));
    expect(textOf(other.html)).toContain(`${words.en.whose} ${basil}`);
    expect(textOf(other.html)).not.toContain(anna);
    await set(browser, other, NEW_PASSWORD);
    expect((await logIn(visitor(), basil, NEW_PASSWORD)).status).toBe(303);
    expect((await logIn(visitor(), anna, NEW_PASSWORD)).status).toBe(401);
  });

  test('a form that was open before sets nobody else’s password', async () => {
    const { anna, basil, browser, form, second } = await two();
    expect((await post(browser, fieldsOf(second.url))).status).toBe(303);
    const answer = await set(browser, form, NEW_PASSWORD);
    expect(answer.status).toBe(409);
    expect(textOf(answer.html)).toContain(resetErrors.en.otherAccount);
    expect(textOf(answer.html)).toContain(`${words.en.whose} ${basil}`);
    for (const email of [anna, basil]) {
      expect((await logIn(visitor(), email, NEW_PASSWORD)).status).toBe(401);
    }
  });

  test('a dead link ends the form too, rather than leaving it under what it says', async () => {
    const { anna, browser } = await two();
    const answer = await post(browser, { access_token: 'x', refresh_token: 'y', type: 'invite' });
    expect(textOf(answer.html)).toContain(resetErrors.en.dead);
    for (const page of [answer, await browser.get('/reset-password')]) {
      expect(textOf(page.html)).not.toContain(anna);
      expect(textOf(page.html)).not.toContain('New Password');
    }
  });
});

test('a browser that had the link is not locked out by strangers', async () => {
  const email = 'reset-locked@drys.example';
  await makeAdmin(email);
  const stranger = visitor();
  const page = await stranger.get('/admin');
  const guess = () => stranger.submit(page, { email, password: 'wrong password' });
  await Promise.all(Array.from({ length: AUTH.lockoutFailures }, guess));
  expect((await logIn(visitor(), email)).status).toBe(429);
  const browser = visitor();
  expect((await enter(browser, (await resetAdmin(email)).code)).status).toBe(303);
  expect((await logIn(browser, email)).status).toBe(303);
});

describe('AL-7 asking for a link', () => {
  const ask = async (browser: PlainBrowser, email: string) =>
    browser.submit(await browser.get('/admin?forgot'), { email });
  // By their numbers: a mail that still waits goes with the older link that it carries.
  const mails = () =>
    (databaseFile().prepare('SELECT max(id) n FROM outbox').get() as { n: number }).n;

  test('the answer is the same for everybody, and only who has an account gets mail', async () => {
    await makeAdmin('known@drys.example');
    await inviteCode('invited@drys.example');
    await makeAdmin('disabled@drys.example');
    await disableAdmin('disabled@drys.example');
    for (const [name, mail] of [
      ['known', 1],
      ['invited', 1],
      ['disabled', 0],
      ['unknown', 0],
    ] as const) {
      const browser = visitor();
      const before = mails();
      const started = performance.now();
      const answer = await ask(browser, `${name}@drys.example`);
      expect(performance.now() - started).toBeGreaterThan(COSTS.loginDelayMinMs - 5);
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin?forgot']);
      const said = textOf((await browser.follow(answer)).html);
      expect(said).toContain(signInMessages.en.resetSent.title);
      expect(said).toContain(signInMessages.en.resetSent.message);
      expect(mails() - before).toBe(mail);
    }
  });

  test('an account gets one mail a minute, whoever asks', async () => {
    await makeAdmin('often@drys.example');
    const before = mails();
    for (let i = 0; i < 3; i++) {
      expect((await ask(visitor(), 'often@drys.example')).status).toBe(303);
    }
    expect(mails() - before).toBe(1);
  });

  test('an address gets five mails sent in a quarter of an hour', async () => {
    const browser = visitor();
    const before = mails();
    for (let i = 0; i < 7; i++) {
      await makeAdmin(`many${i}@drys.example`);
      expect((await ask(browser, `many${i}@drys.example`)).status).toBe(303);
    }
    expect(mails() - before).toBe(AUTH.forgotPerAddress);
  });

  test('a store that cannot be written: the other message, and no admission of anything', async () => {
    const browser = visitor();
    const page = await browser.get('/admin?forgot');
    databaseFile().pragma('query_only = 1');
    const answer = await browser.submit(page, { email: 'known@drys.example' });
    databaseFile().pragma('query_only = 0');
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(textOf(answer.html)).toContain(signInMessages.en.resetFailed.title);
    expect(textOf(answer.html)).toContain(signInMessages.en.resetFailed.message);
  });

  test('an address that is none is refused beside its field', async () => {
    const answer = await ask(visitor(), 'nobody');
    expect(answer.status).toBe(422);
    expect(textOf(answer.html)).toContain(signInMessages.en.email.message);
  });
});

test('the page keeps its secrets: not stored by anybody, no foreign resource', async () => {
  const { html, headers } = await visitor().get('/reset-password');
  expect(headers.get('cache-control')).toContain('no-store');
  expect(headers.get('referrer-policy')).toBe('same-origin');
  const sources = ['script', 'link', 'img'].flatMap((name) =>
    elements(html, name)
      .filter((e) => attribute(e, 'rel') !== 'canonical')
      .map((e) => attribute(e, 'src') ?? attribute(e, 'href') ?? '/'),
  );
  for (const source of sources) expect(source).toMatch(/^\//);
});
