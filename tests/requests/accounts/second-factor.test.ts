import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { AUTH } from '#app/domain/limits.ts';
import { staff } from '#db/seed/people.ts';
import { makeAdmin, logIn, PASSWORD, signedIn } from '../../support/people/admins.ts';
import { type Page, PlainBrowser, elements, textOf, texts } from '../../support/reading/browser.ts';
import { startSite } from '../../support/servers/site.ts';

const site = await startSite();
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
  const wrong = await browser.submit(page, { code: '000000', current_password: PASSWORD }, 1);
  expect([wrong.status, keyOn(wrong)]).toEqual([422, key]);
  const spent = app.generate();
  const on = await browser.submit(wrong, { code: spent, current_password: PASSWORD }, 1);
  expect(on.status).toBe(200);
  const recovery = texts(on.html, 'li');
  return { app, spent, recovery, browser };
}

function keyOn(page: Page): string {
  return textOf(elements(page.html, 'code')[0]!).replaceAll(' ', '');
}

/** A code of the next half-minute: the one of this was spent when the second step was turned on. */
const next = (app: TOTP) => app.generate({ timestamp: Date.now() + 30_000 });

test('AL-5 with the second step on, the password alone opens nothing, and each code works once', async () => {
  const { app, spent, recovery } = await turnOn(staff.anna.email);
  const browser = new PlainBrowser(site);
  const half = await logIn(browser, staff.anna.email);
  expect(half.outcome).toBe('303 /admin/code');
  expect(browser.cookies.has('sid')).toBe(false);
  const asked = await browser.follow(half);
  const refused = await browser.submit(asked, { code: spent });
  expect(refused.status).toBe(401);
  expect(refused.text).toContain('This code is not valid');
  const code = next(app);
  const full = await browser.submit(asked, { code });
  expect(full.outcome).toBe('303 /admin/dashboard');

  const other = new PlainBrowser(site);
  const again = await other.submit(await other.follow(await logIn(other, staff.anna.email)), {
    code,
  });
  expect(again.status).toBe(401);
  const lost = await other.submit(await other.get('/admin/code'), { code: recovery[0]! });
  expect(lost.location).toBe('/admin/dashboard');
  const third = new PlainBrowser(site);
  const reused = await third.submit(await third.follow(await logIn(third, staff.anna.email)), {
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
  const late = await browser.submit(await browser.get('/admin/code'), { code: next(app) });
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
    const refused = await browser.submit(page, { code: app.generate(), current_password }, 1);
    statuses.push(refused.status);
    expect(keyOn(refused)).toBe(key);
    expect(refused.html).not.toContain(current_password || 'guess');
  }
  expect(statuses).toEqual([422, 422, 422, 422, 429]);
  const right = { code: app.generate(), current_password: PASSWORD };
  const locked = await browser.submit(page, right, 1);
  expect(locked.status).toBe(429);
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
  const { unlockAdmin } = await import('#app/domain/accounts/accounts.server.ts');
  await unlockAdmin(email);
  const on = await browser.submit(page, { ...right, code: app.generate() }, 1);
  expect(on.status).toBe(200);
  expect(elements(on.html, 'li').length).toBe(AUTH.recoveryCodes);
});

test('the second step is turned off with the password, and by the operator', async () => {
  const { browser } = await turnOn(staff.dora.email);
  const page = await browser.get(TWO_STEP);
  const wrong = await browser.submit(page, { current_password: 'not this one' }, 1);
  expect(wrong.status).toBe(422);
  const off = await browser.submit(page, { current_password: PASSWORD }, 1);
  expect(off.status).toBe(303);
  expect((await browser.follow(off)).text).toContain('Two-step login is off');

  await turnOn(staff.egon.email);
  const { resetSecondFactor } = await import('#app/domain/accounts/accounts.server.ts');
  await resetSecondFactor(staff.egon.email);
  await signedIn(site, staff.egon.email);
});
