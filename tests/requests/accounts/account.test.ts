import { expect, test } from 'vitest';
import { staff } from '#db/seed/people.ts';
import { PASSWORD, logIn, makeAdmin, signedIn } from '../../support/people/admins.ts';
import {
  PlainBrowser,
  elements,
  formTo,
  forms,
  textOf,
  texts,
  type Page,
} from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';
import { Secret, TOTP } from 'otpauth';
import { AUTH } from '#app/domain/limits.ts';

const site = await startSite();
const NEW_PASSWORD = 'dovetail & mortise 7';
const EMAIL = staff.anna.email;
await makeAdmin(EMAIL);

const DESK = '/admin/dashboard';
const PRIVATE = [
  '',
  '/account',
  '/account/password',
  '/account/two-step',
  '/quarantine',
  '/person',
];
const FILES = ['/export.csv', '/export.xlsx', '/events'];
const OWN = ['language', 'sessions', 'password', 'two-step', 'digest'].map(
  (of) => `/account/${of}`,
);
const WORK = ['/status', '/notes', '/assignment', '/follow-up', '/person/file', '/person/erasure'];

test('D-1 without a session everything of the desk leads to the login, and a post does nothing', async () => {
  for (const path of [...PRIVATE, ...FILES])
    expect((await new PlainBrowser(site).get(DESK + path)).outcome, path).toBe('303 /admin');
  for (const path of [...OWN, ...WORK, '/quarantine'])
    expect((await new PlainBrowser(site).post(DESK + path, { a: '1' })).outcome).toBe('303 /admin');
  const secondStep = '/account/two-step.data?_routes=routes%2Fadmin%2Faccount-two-step';
  for (const path of ['.data', secondStep]) {
    const page = await new PlainBrowser(site).get(DESK + path);
    expect(page.html).not.toMatch(/submissions<|otpauth/);
    expect(page.status).toBe(202);
  }
});

test('EL-6 an admin chooses the language of their mail, without JavaScript', async () => {
  const anna = await signedIn(site, EMAIL);
  const open = () => anna.get('/admin/dashboard/account');
  for (const [given, kept] of [
    ['el', 'el'],
    ['de', 'el'],
    ['', 'el'],
    ['en', 'en'],
  ] as const) {
    const saved = await anna.submitTo(await open(), 'language', { language: given });
    expect(saved.outcome).toBe('303 /admin/dashboard/account');
    const page = await open();
    expect(forms(page.html)[formTo(page, 'language')]!.fields['language']).toBe(kept);
  }
});

test.each([
  ['garbage', 'sid=garbage'],
  ['15 KB', `sid=${'x'.repeat(15_000)}`],
  ['unknown', `sid=${'A'.repeat(43)}`],
  ['empty', 'sid='],
  ['not ASCII', 'sid=%ff%00; brw=\u00e9'],
  ['signed by nobody', 'brw=abc.def; pw=1~2.x; step=1~2~3.x; flash=<script>'],
])('cookies that are %s make an anonymous visitor, no error', async (_, cookie) => {
  const browser = new PlainBrowser(site, { cookie });
  expect((await browser.get('/admin/dashboard')).location).toBe('/admin');
  for (const path of ['/admin', '/reset-password']) {
    const page = await browser.get(path);
    expect(page.status).toBe(200);
    expect(page.html).not.toContain('&lt;script&gt;');
  }
});

test('a session cookie sent twice counts for nothing', async () => {
  const browser = await signedIn(site, EMAIL);
  const sid = browser.cookies.get('sid');
  const twice = new PlainBrowser(site, { cookie: `sid=${sid}; sid=other` });
  expect((await twice.get('/admin/dashboard')).status).toBe(303);
});

test('D-1 the header names the admin, and Logout ends the session', async () => {
  const browser = await signedIn(site, EMAIL);
  const device = [...browser.cookies.keys()].find((name) => name.startsWith('dv_'))!;
  const sid = browser.cookies.get('sid')!;
  const dashboard = await browser.get('/admin/dashboard');
  expect(textOf(dashboard.all('header')[0]!)).toContain(EMAIL);
  expect(dashboard.headers.get('cache-control')).toContain('no-store');

  const read = await browser.get('/admin/logout');
  expect(read.status).toBe(303);
  expect((await browser.get('/admin/dashboard')).status).toBe(200);

  const out = await browser.submit(dashboard, {});
  expect(out.outcome).toBe('303 /admin');
  expect(out.headers.get('clear-site-data')).toBe('"cache", "storage"');
  expect(browser.cookies.has('sid')).toBe(false);
  expect(browser.cookies.has(device)).toBe(true);
  const thief = new PlainBrowser(site, { cookie: `sid=${sid}` });
  expect((await thief.get('/admin/dashboard')).status).toBe(303);
});

test('the cookies are out of reach of scripts and of other sites', async () => {
  const answer = await logIn(new PlainBrowser(site), EMAIL);
  const lines = answer.headers.getSetCookie();
  const sid = lines.find((line) => line.startsWith('sid='))!;
  expect(sid).toMatch(/; Path=\/; HttpOnly; SameSite=Lax/);
  const device = lines.find((line) => line.startsWith('dv_'))!;
  expect(device).toMatch(/; Path=\/; HttpOnly; SameSite=Strict/);
  for (const line of lines) expect(line).not.toMatch(/Domain=/i);
});

test('an admin signs out everywhere else, and stays here', async () => {
  const [here, there] = [await signedIn(site, EMAIL), await signedIn(site, EMAIL)];
  const answer = await here.submitTo(await here.get('/admin/dashboard/account'), 'sessions');
  expect((await here.follow(answer)).text).toContain('Logged out everywhere else');
  expect((await there.get('/admin/dashboard')).status).toBe(303);
});

test('RP-7 a changed password ends every other session, and this browser stays', async () => {
  const email = 'change@drys.example';
  await makeAdmin(email);
  const [here, there] = [await signedIn(site, email), await signedIn(site, email)];
  const page = await here.get('/admin/dashboard/account/password');
  const change = (current_password: string, password: string) =>
    here.submit(page, { current_password, password, confirm_password: password }, 2);
  const wrong = await change('not my password', NEW_PASSWORD);
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain('This is not your current password.');
  expect((await change(PASSWORD, 'password')).status).toBe(422);
  const before = here.cookies.get('sid');
  expect((await change(PASSWORD, NEW_PASSWORD)).status).toBe(303);
  expect(here.cookies.get('sid')).not.toBe(before);
  expect((await here.get('/admin/dashboard')).status).toBe(200);
  expect((await there.get('/admin/dashboard')).status).toBe(303);
  await signedIn(site, email, NEW_PASSWORD);
});

const TWO_STEP = '/admin/dashboard/account/two-step';

/**
 * Turns the second step on, as an admin does; returns how to make codes, the one that was spent on
 * it, and the recovery codes.
 */
async function turnOn(email: string) {
  await makeAdmin(email);
  const browser = await signedIn(site, email);
  const page = await browser.get(TWO_STEP);
  const key = keyOn(page);
  const app = new TOTP({ secret: Secret.fromBase32(key) });
  const wrong = await browser.submit(page, { code: '000000', current_password: PASSWORD }, 2);
  expect([wrong.status, keyOn(wrong)]).toEqual([422, key]);
  const spent = app.generate();
  const on = await browser.submit(wrong, { code: spent, current_password: PASSWORD }, 2);
  expect(on.status).toBe(200);
  const recovery = texts(elements(on.html, 'main')[0]!, 'li');
  return { app, spent, recovery, browser };
}

function keyOn(page: Page): string {
  return textOf(page.all('code')[0]!).replaceAll(' ', '');
}

/** A code of the next half-minute: the one of this was spent when the second step was turned on. */
const nextCode = (app: TOTP) => app.generate({ timestamp: Date.now() + 30_000 });

test('AL-5 with the second step on, the password alone opens nothing, and each code works once', async () => {
  const { app, spent, recovery } = await turnOn(staff.egon.email);
  const browser = new PlainBrowser(site);
  const half = await logIn(browser, staff.egon.email);
  expect(half.outcome).toBe('303 /admin/code');
  expect(browser.cookies.has('sid')).toBe(false);
  const asked = await browser.follow(half);
  const refused = await browser.submit(asked, { code: spent });
  expect(refused.status).toBe(401);
  expect(refused.text).toContain('This code is not valid');
  const code = nextCode(app);
  const full = await browser.submit(asked, { code });
  expect(full.outcome).toBe('303 /admin/dashboard');

  const other = new PlainBrowser(site);
  const again = await other.submit(await other.follow(await logIn(other, staff.egon.email)), {
    code,
  });
  expect(again.status).toBe(401);
  const lost = await other.submit(await other.get('/admin/code'), { code: recovery[0]! });
  expect(lost.location).toBe('/admin/dashboard');
  const third = new PlainBrowser(site);
  const reused = await third.submit(await third.follow(await logIn(third, staff.egon.email)), {
    code: recovery[0]!,
  });
  expect(reused.status).toBe(401);
});

test('AL-6 wrong codes are counted by the lockout, and the right password does not reset them', async () => {
  const { app } = await turnOn(staff.basil.email);
  const browser = new PlainBrowser(site);
  const statuses: number[] = [];
  for (let i = 0; i < 5; i++) {
    const asked = await browser.follow(await logIn(browser, staff.basil.email));
    statuses.push((await browser.submit(asked, { code: '000000' })).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 429]);
  const late = await browser.submit(await browser.get('/admin/code'), { code: nextCode(app) });
  expect(late.status).toBe(429);
});

test('/admin/code is closed to whoever has not given the password', async () => {
  const browser = new PlainBrowser(site);
  const page = await browser.get('/admin/code');
  expect(page.outcome).toBe('303 /admin');
  browser.cookies.set('step', '1~9999999999999~abc.forged');
  expect((await browser.get('/admin/code')).location).toBe('/admin');
});

test('the second step is not turned on without the password, whose wrong tries are counted', async () => {
  const email = staff.clio.email;
  await makeAdmin(email);
  const browser = await signedIn(site, email);
  const page = await browser.get(TWO_STEP);
  const key = keyOn(page);
  const app = new TOTP({ secret: Secret.fromBase32(key) });
  const statuses: number[] = [];
  for (const current_password of ['', 'guess one', 'guess two', 'guess three', 'guess four']) {
    const refused = await browser.submit(page, { code: app.generate(), current_password }, 2);
    statuses.push(refused.status);
    expect(keyOn(refused)).toBe(key);
    expect(refused.html).not.toContain(current_password || 'guess');
  }
  expect(statuses).toEqual([422, 422, 422, 422, 429]);
  const right = { code: app.generate(), current_password: PASSWORD };
  const locked = await browser.submit(page, right, 2);
  expect(locked.status).toBe(429);
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
  const { unlockAdmin } = await import('#app/domain/accounts/accounts.server.ts');
  await unlockAdmin(email);
  const on = await browser.submit(page, { ...right, code: app.generate() }, 2);
  expect(on.status).toBe(200);
  expect(elements(elements(on.html, 'main')[0]!, 'li').length).toBe(AUTH.recoveryCodes);
});

test('the second step is turned off with the password, and by the operator', async () => {
  const { browser } = await turnOn(staff.dora.email);
  const page = await browser.get(TWO_STEP);
  const wrong = await browser.submit(page, { current_password: 'not this one' }, 2);
  expect(wrong.status).toBe(422);
  const off = await browser.submit(page, { current_password: PASSWORD }, 2);
  expect(off.status).toBe(303);
  expect((await browser.follow(off)).text).toContain('Two-step login is off');

  await turnOn('lost@drys.example');
  const { resetSecondFactor } = await import('#app/domain/accounts/accounts.server.ts');
  await resetSecondFactor('lost@drys.example');
  await signedIn(site, 'lost@drys.example');
});
