import { MOTION } from '../../../app/components/site-limits.ts';
import { resetErrors, signInMessages } from '../../../app/content/words/auth.server.ts';
import type { Page } from '@playwright/test';
import { AUTH } from '#app/domain/limits.ts';
import { PASSWORD } from '../../support/people/admins.ts';
import type { ServedSite } from '../../support/servers/served-site.ts';
import { fillDesk, fillInLogin } from '../support/desk.ts';
import { expect, test } from '../support/journey.ts';
import { goBeforeScript, goHydrated, toast } from '../support/page.ts';

// A refused form is answered with a 4xx, which Chromium reports on the console.
test.use({
  expectedErrors: [/status of 4\d\d/],
  contextOptions: { reducedMotion: 'reduce' },
});

let serial = 0;

/** A new address with its invitation: the hash of the link. */
async function invite(site: ServedSite) {
  const email = `invited-${process.pid}-${(serial += 1)}@drys.example`;
  const { stdout } = await site.run(['scripts/admin.ts', 'invite', email]);
  return { email, hash: new URL(stdout.split('\n')[0]!).hash };
}

async function setPassword(page: Page, confirmed = PASSWORD): Promise<void> {
  await page.getByLabel('New Password').fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(confirmed);
  await page.getByRole('button', { name: 'Set password' }).click();
}

/** What an address and its history still hold. */
const trace = (page: Page) => page.evaluate(() => location.href + JSON.stringify(history.state));

test('RP-1 RP-2 RP-4 RP-5 from the link on any page to the dashboard', async ({ page, site }) => {
  const { email, hash } = await invite(site);
  await page.goto(`/privacy${hash}`);
  await expect(page.getByLabel('New Password')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/reset-password');
  expect(await trace(page)).not.toContain('token');
  await setPassword(page, `${PASSWORD}!`);
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await expect(page.getByLabel('Confirm Password')).toBeFocused();

  // By the page's clock: when the toast is shown, and when the next page is drawn.
  await page.evaluate(() => {
    new MutationObserver(() => {
      const shown = document.querySelector('.toast')?.textContent.includes('Password updated');
      if (shown) performance.mark('shown');
      if (location.pathname === '/admin') performance.mark('gone');
    }).observe(document, { subtree: true, childList: true });
  });
  await setPassword(page);
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  const took = await page.evaluate(() => {
    const [shown, gone] = ['shown', 'gone'].map((name) => performance.getEntriesByName(name)[0]);
    return gone!.startTime - shown!.startTime;
  });
  expect(took).toBeGreaterThan(MOTION.passwordSetRedirectMs / 2);

  await fillInLogin(page, email);
  await page.waitForURL('**/admin/dashboard');
  await expect(toast(page)).toContainText(signInMessages.en.success.message);
  await expect(page.getByText(email)).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await page.goto('/admin/dashboard');
  await expect(page).toHaveURL(/\/admin$/);
});

test('RP-1 a link that lands on any page goes to /reset-password with its hash; another hash stays', async ({
  page,
}) => {
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(frame.url()));
  for (const [path, type] of [
    ['/', 'recovery'],
    ['/contact', 'invite'],
    ['/admin', 'recovery'],
    ['/no-such-page', 'invite'],
  ] as const) {
    const hash = `#access_token=a.b-c&refresh_token=d&expires_in=3600&token_type=bearer&type=${type}`;
    visited.length = 0;
    await page.goto(path + hash);
    const arrived = () => visited.some((url) => url.endsWith(`/reset-password${hash}`));
    await expect.poll(arrived, path).toBe(true);
    await expect(page.getByRole('alert')).toHaveText(resetErrors.en.dead);
  }
  for (const hash of [
    '#main',
    '#access_token=abc',
    '#type=recovery',
    '#access_token=a&type=signup',
  ]) {
    await page.goto('about:blank');
    await goHydrated(page, `/about${hash}`);
    expect(new URL(page.url()).pathname, hash).toBe('/about');
  }
});

test('RP-2 the tokens leave the address before any file of a script has come, and are sent once', async ({
  page,
}) => {
  const posted: string[] = [];
  page.on('request', (sent) => sent.method() === 'POST' && posted.push(sent.postData() ?? ''));
  const release = await goBeforeScript(
    page,
    '/reset-password#access_token=gone&refresh_token=x&type=recovery',
  );
  await expect(page.getByRole('heading')).toBeVisible();
  expect(await trace(page)).not.toContain('token');
  // Asked for with the page, not after it was painted.
  await expect(page.locator('link[rel=modulepreload]').first()).toBeAttached();
  release();
  await expect(page.getByRole('alert')).toHaveText(resetErrors.en.dead);
  expect(posted).toEqual([expect.stringContaining('access_token=gone')]);
});

test('RP-3 RP-4 what is wrong with a link is said; one that is put into the address of the open page is taken', async ({
  page,
  site,
}) => {
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
  await expect(page.getByRole('alert')).toHaveText(resetErrors.en.dead);
  await expect(page.getByText(basil.email)).toBeHidden();
  await expect(page.getByLabel('New Password')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Request a new link' })).toBeVisible();
});

test('RP-4 of two links in one browser the last one opened sets its own password; the other form says so', async ({
  page,
  site,
  context,
}) => {
  const [anna, basil] = [await invite(site), await invite(site)];
  await page.goto(`/reset-password${anna.hash}`);
  await expect(page.getByText(anna.email)).toBeVisible();
  const tab = await context.newPage();
  const addresses: string[] = [];
  tab.on('request', (sent) => {
    if (sent.method() === 'POST') addresses.push(tab.url());
  });
  await tab.goto(`/reset-password${basil.hash}`);
  await expect(tab.getByText(basil.email)).toBeVisible();
  await expect(tab.getByText(anna.email)).toBeHidden();
  expect(addresses).toEqual([new URL('/reset-password', site.url).href]);
  expect(await trace(tab)).not.toContain('token');
  await setPassword(page);
  await expect(page.getByRole('alert')).toHaveText(resetErrors.en.otherAccount);
  await expect(page.getByText(basil.email)).toBeVisible();
  await setPassword(page);
  await expect(page).toHaveURL(/\/admin$/);
  await fillInLogin(page, basil.email);
  await page.waitForURL('**/admin/dashboard');
});

test('AL-2 AL-5 AL-6 wrong, then locked: a clock counts the seconds, and the form opens again', async ({
  page,
}) => {
  await page.clock.install();
  await goHydrated(page, '/admin');
  await fillInLogin(page, 'nobody', 'short');
  await expect(page.getByText(signInMessages.en.email.message).first()).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();

  const email = `nobody-${Date.now()}@drys.example`;
  for (let i = 1; i < AUTH.lockoutFailures; i++) {
    const answered = page.waitForResponse((r) => r.request().method() === 'POST');
    await fillInLogin(page, email, 'wrong password');
    expect((await answered).status()).toBe(401);
    await expect(toast(page)).toContainText(signInMessages.en.failed.message);
  }
  await fillInLogin(page, email, 'wrong password');
  await expect(toast(page)).toContainText(signInMessages.en.locked.message);
  const clock = page.getByRole('timer');
  await expect(clock).toHaveText(/^1[45]:\d\d$/);
  const before = await clock.textContent();
  await page.clock.runFor(1000);
  await expect(clock).not.toHaveText(before!);
  await expect(page.getByLabel('Email')).toBeDisabled();
  await expect(page.getByLabel('Password')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Login' })).toBeDisabled();
  await page.reload();
  await expect(clock).toHaveText(/^1[0-4]:\d\d$/);
  await page.clock.fastForward(AUTH.lockoutMinutes * 60_000);
  await expect(clock).toBeHidden();
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
});

test('EL-6 from an English desk to the Greek login, and by it to a changed status', async ({
  page,
  site,
}) => {
  const email = `greek${process.pid}@drys.example`;
  await fillDesk(site, email, [{ full_name: 'Ελένη Παπαδάκη' }]);
  await page.goto('/admin');
  await fillInLogin(page, email);
  await page.waitForURL('**/admin/dashboard');
  await page.goto('/admin/dashboard/account');
  await page.getByLabel('Language').selectOption('el');
  await page.getByRole('button', { name: 'Save language' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ο λογαριασμός σας');
  await expect(page.locator('html')).toHaveAttribute('lang', 'el');
  await page.getByRole('button', { name: 'Αποσύνδεση', exact: true }).click();

  // The account's choice is the browser's too.
  await expect(page.getByRole('link', { name: 'English' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'el');
  const logIn = async (password: string) => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Συνθηματικό', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Σύνδεση' }).click();
  };
  await logIn('wrong password');
  await expect(toast(page)).toContainText('Λάθος email ή συνθηματικό');
  await logIn(PASSWORD);
  await page.waitForURL('**/admin/dashboard');
  await expect(page).toHaveTitle(/Αιτήματα επικοινωνίας/);
  await goHydrated(page, `/admin/dashboard?q=${encodeURIComponent('Παπαδάκη')}`);
  await page.getByLabel('Κατάσταση: Ελένη Παπαδάκη').first().selectOption('in_progress');
  await expect(toast(page)).toHaveText(/Η κατάσταση ενημερώθηκε\s*Σε εξέλιξη/);
  // On a phone each row says what its parts are.
  await page.setViewportSize({ width: 390, height: 844 });
  const label = (cell: Element) => getComputedStyle(cell, '::before').content;
  expect(await page.locator('tbody td').nth(2).evaluate(label)).toBe('"Τηλέφωνο "');
});
