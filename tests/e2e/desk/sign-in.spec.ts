import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { AUTH } from '#app/domain/limits.ts';
import { MOTION } from '../../../app/components/site-limits.ts';
import { resetErrors, signInTexts } from '../../../app/content/texts/auth.server.ts';
import { PASSWORD } from '../../support/people/admins.ts';
import type { ServedSite } from '../../support/servers/served-site.ts';
import { fillDesk, fillInLogin, invite, openDesk, setPassword } from '../support/desk.ts';
import { expect, test } from '../support/journey.ts';
import {
  goBeforeScript,
  goHydrated,
  stopClock,
  toast,
  waitForFrames,
  waitForHydration,
} from '../support/page.ts';

// A refused form is answered with a 4xx, which Chromium reports on the console.
test.use({
  expectedErrors: [/status of 4\d\d/],
  contextOptions: { reducedMotion: 'reduce' },
});

/** Returns the URL and the state of its history entry. */
const trace = (page: Page) => page.evaluate(() => location.href + JSON.stringify(history.state));

test('RP-4 RP-5 AL-5 leads from the link to the dashboard', async ({ page, site }) => {
  const { email, hash } = await invite(site);
  await page.clock.install();
  await page.goto(`/privacy${hash}`);
  await expect(page.getByLabel('New Password')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/reset-password');
  expect(await trace(page)).not.toContain('token');
  await setPassword(page, `${PASSWORD}!`);
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await expect(page.getByLabel('Confirm Password')).toBeFocused();

  await stopClock(page);
  await setPassword(page);
  await expect(toast(page)).toContainText('Password updated');
  await page.clock.runFor(MOTION.passwordSetRedirectMs / 2);
  expect(new URL(page.url()).pathname).toBe('/reset-password');
  await page.clock.resume();
  await expect(page).toHaveURL(/\/admin$/);
  await fillInLogin(page, email);
  await page.waitForURL('**/admin/dashboard');
  await expect(toast(page)).toContainText('Login successful');
  await expect(toast(page)).toContainText(signInTexts.en.success.text);
  await page.clock.fastForward(3_000);
  await expect(toast(page)).toHaveCount(0);
});

test('RP-1 leads the hash of a link to /reset-password, and no other', async ({ page }) => {
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(frame.url()));
  const link = (type: string) =>
    `#access_token=a.b-c&refresh_token=d&token_type=bearer&type=${type}`;
  await page.goto(`/no-such-page${link('recovery')}`);
  const arrived = `/reset-password${link('recovery')}`;
  await expect.poll(() => visited.some((url) => url.endsWith(arrived))).toBe(true);
  await expect(page.getByRole('alert')).toHaveText(resetErrors.en.invalidLink);
  for (const [path, hash] of [
    ['/about', '#access_token=abc'],
    ['/privacy', link('signup')],
  ] as const) {
    await goHydrated(page, path + hash);
    expect(new URL(page.url()).pathname, hash).toBe(path);
  }
});

test('RP-2 removes the tokens before any script, and sends them once', async ({ page }) => {
  const posted: string[] = [];
  page.on('request', (sent) => {
    if (sent.method() === 'POST') posted.push(new URL(page.url()).hash + sent.postData());
  });
  const release = await goBeforeScript(
    page,
    '/reset-password#access_token=gone&refresh_token=x&type=recovery',
  );
  await expect(page.getByRole('heading')).toBeVisible();
  expect(await trace(page)).not.toContain('token');
  // Asked for with the page, not after it was painted.
  await expect(page.locator('link[rel=modulepreload]').first()).toBeAttached();
  release();
  await expect(page.getByRole('alert')).toHaveText(resetErrors.en.invalidLink);
  expect(posted).toEqual([expect.stringMatching(/^access_token=gone/)]);
});

test('RP-3 RP-4 accepts a link that is pasted into the open page', async ({ page, site }) => {
  const [anna, basil] = [await invite(site), await invite(site)];
  const paste = (hash: string) => page.evaluate((given) => (location.hash = given), hash);
  await page.goto('/reset-password#access_token=x&refresh_token=y');
  await expect(page.getByRole('alert')).toHaveText(resetErrors.en.incomplete);
  expect(new URL(page.url()).hash).toBe('');
  await page.goto('/reset-password');
  await expect(page.getByRole('alert')).toHaveText(resetErrors.en.missing);
  await paste('#access_token=x&type=recovery');
  await expect(page.getByRole('alert')).toHaveText(resetErrors.en.incomplete);
  await paste(anna.hash);
  await expect(page.getByText(anna.email)).toBeVisible();
  await page.getByLabel('New Password').fill('meant for Anna');
  await paste(basil.hash);
  await expect(page.getByText(basil.email)).toBeVisible();
  await expect(page.getByLabel('New Password')).toHaveValue('');
  expect(new URL(page.url()).hash).toBe('');
  await paste('#access_token=x&refresh_token=y&type=invite');
  await expect(page.getByRole('alert')).toHaveText(resetErrors.en.invalidLink);
  await expect(page.getByText(basil.email)).toBeHidden();
  await expect(page.getByLabel('New Password')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Request a new link' })).toBeVisible();
});

test('D-1 leads Back from the desk to the page before the login', async ({ page, site }) => {
  const email = `back${process.pid}@drys.example`;
  await fillDesk(site, email, []);
  await page.goto('/terms');
  await goHydrated(page, '/admin');
  await fillInLogin(page, email);
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/terms$/);
});

test('AL-2 AL-5 AL-6 shows a wrong password, then a lock with its clock', async ({ page }) => {
  await page.clock.install();
  await goHydrated(page, '/admin');
  await fillInLogin(page, 'nobody', 'short');
  await expect(page.getByText(signInTexts.en.email.text).first()).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();

  const email = `nobody-${Date.now()}@drys.example`;
  for (let i = 1; i < AUTH.lockoutFailures; i++) {
    const answered = page.waitForResponse((r) => r.request().method() === 'POST');
    await fillInLogin(page, email, 'wrong password', { clickCount: 2 });
    expect((await answered).status()).toBe(401);
    await expect(toast(page)).toContainText(signInTexts.en.failed.text);
  }
  await fillInLogin(page, email, 'wrong password');
  await expect(toast(page)).toContainText(signInTexts.en.locked.text);
  const clock = page.getByRole('timer');
  await expect(clock).toHaveText(/^1[45]:\d\d$/);
  const textBefore = await clock.textContent();
  await page.clock.runFor(1000);
  await expect(clock).not.toHaveText(textBefore!);
  await expect(page.getByLabel('Email')).toBeDisabled();
  await expect(page.getByLabel('Password')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Login' })).toBeDisabled();
  await page.reload();
  await expect(clock).toHaveText(/^1[0-4]:\d\d$/);
  // As while a laptop sleeps.
  await page.evaluate(() => {
    const now = performance.now();
    performance.now = () => now;
  });
  await page.clock.fastForward(AUTH.lockoutMinutes * 60_000);
  await expect(clock).toBeHidden();
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
});

/** Adds a passkey of a new admin to an authenticator that confirms every question at once. */
async function addPasskey(page: Page, site: ServedSite): Promise<string> {
  const webAuthn = await page.context().newCDPSession(page);
  await webAuthn.send('WebAuthn.enable');
  await webAuthn.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  const { email } = await openDesk(page, site, () => '/account');
  // The section Your details has a name too.
  const add = page.getByRole('button', { name: 'Add a passkey' });
  const form = page.locator('form').filter({ has: add });
  await form.getByLabel('Name').fill('Phone of the workshop');
  await add.click();
  await expect(toast(page)).toContainText('Passkey added');
  return email;
}

/** Opens the page of the two-step login, and types the code for its key. */
async function typeFirstCode(page: Page, site: ServedSite) {
  const desk = await openDesk(page, site, () => '/account/two-step');
  const secret = await page.getByRole('main').locator('code').innerText();
  const app = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  await page.getByRole('textbox').fill(app.generate());
  return desk;
}

test('SH-3 DK-6 focuses the code after a login in place of a page', async ({
  page,
  site,
  context,
}) => {
  const { email } = await typeFirstCode(page, site);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(10);

  const release = await goBeforeScript(page, '/admin/dashboard/account');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Save language' }).click();
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  release();
  await waitForHydration(page);
  await fillInLogin(page, email);
  await expect(page).toHaveURL(/\/admin\?code$/);
  await waitForFrames(page);
  await expect(page.getByRole('textbox')).toBeFocused();
});

test('keeps the recovery codes on the page after a double click', async ({ page, site }) => {
  await typeFirstCode(page, site);
  await page.getByRole('button', { name: 'Turn on' }).dblclick();
  const codes = page.getByRole('main').getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(codes).toHaveCount(10);
});

test('PK-1 PK-2 adds a passkey, signs in with it, and removes it', async ({ page, site }) => {
  const email = await addPasskey(page, site);
  const logOut = () => page.getByRole('button', { name: 'Logout' }).click();
  const shownEmail = page.getByText(email).filter({ visible: true }).first();
  await logOut();
  await expect(toast(page)).toContainText(signInTexts.en.success.text);
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await expect(shownEmail).toBeVisible();

  // From the next page on the browser suggests none.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  await goHydrated(page, '/admin/dashboard/account');
  const signIn = page.getByRole('button', { name: 'Log in with a passkey' });
  await logOut();
  await signIn.click();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await expect(shownEmail).toBeVisible();

  await goHydrated(page, '/admin/dashboard/account');
  const remove = page.getByRole('button', { name: 'Remove: Phone of the workshop' });
  await remove.click();
  await expect(toast(page)).toContainText('Passkey removed');
  await expect(remove).toBeHidden();
  await logOut();
  await signIn.click();
  await expect(toast(page)).toContainText('Login failed');
});

test('PP-2 asks for the password in place of the page, then invites', async ({ page, site }) => {
  await openDesk(page, site, () => '/people');
  using database = site.openDatabase();
  database.exec('UPDATE sessions SET confirmed_at = 0');
  const email = `colleague${process.pid}x${Date.now()}@drys.example`;
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Enter your password' })).toBeVisible();
  await expect(page.getByLabel('Current Password')).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Invitation sent');
  await expect(page).toHaveURL(/\/admin\/dashboard\/people$/);
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Invited');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('');
});

test('PK-2 keeps a dialog that opens before the browser can suggest passkeys', async ({ page }) => {
  await page.addInitScript(() => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    PublicKeyCredential.isConditionalMediationAvailable = () => promise;
    const requests: unknown[] = [];
    // It waits until another request cancels it.
    navigator.credentials.get = (options) => {
      requests.push(options?.mediation ?? 'dialog');
      return new Promise((_, reject) =>
        options!.signal!.addEventListener('abort', () => reject(options!.signal!.reason as Error)),
      );
    };
    Object.assign(window, { requests, allowSuggestions: () => resolve(true) });
  });
  const listRequests = () => page.evaluate(() => (window as { requests?: unknown[] }).requests);
  await goHydrated(page, '/admin');
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect.poll(listRequests).toEqual(['dialog']);
  await page.evaluate(() => (window as { allowSuggestions?: () => void }).allowSuggestions!());
  await waitForFrames(page);
  expect(await listRequests()).toEqual(['dialog']);
});

test('PK-2 mentions no passkey in a browser without passkeys', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await goHydrated(page, '/admin');
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log in with a passkey' })).toBeHidden();
});
