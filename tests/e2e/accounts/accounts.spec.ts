import type { Page } from '@playwright/test';
import {
  blockedMessage,
  resetErrors,
  resetPassword as words,
  signInMessages,
} from '../../../app/content/words/auth.server.ts';
import { AUTH } from '../../../app/domain/limits.ts';
import { MOTION } from '../../../app/components/site-limits.ts';
import { expect, test } from '../support/journey.ts';

type Run = (args: string[]) => Promise<{ stdout: string }>;

const PASSWORD = 'chisel and mallet 42';
let serial = 0;

// A refused form is answered with a 4xx, which Chromium reports on the console.
test.use({
  expectedErrors: [/status of 4(00|01|09|22|29)/],
  contextOptions: { reducedMotion: 'reduce' },
});

/** A new address with its invitation: the hash of the link, and the code. */
async function invite(run: Run) {
  serial += 1;
  const email = `e2e-${process.pid}-${serial}@drys.example`;
  const [link = '', code = ''] = (await run(['scripts/admin.ts', 'invite', email])).stdout.split(
    '\n',
  );
  return { email, hash: new URL(link).hash, code: code.replace('Code: ', '') };
}

async function fillPassword(page: Page): Promise<void> {
  await page.getByLabel('New Password').fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
}

async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

const toast = (page: Page) => page.locator('.toast');

/** Notes by the page's clock when this text appears in a toast, and when the next page is drawn. */
async function timeChanges(page: Page, text: string, path: string): Promise<void> {
  await page.evaluate(
    ([said, next]) => {
      new MutationObserver(() => {
        const shown = document.querySelector('.toast')?.textContent.includes(said!);
        if (shown) performance.mark('shown');
        if (location.pathname === next) performance.mark('gone');
      }).observe(document, { subtree: true, childList: true });
    },
    [text, path],
  );
}

const changeTook = (page: Page) =>
  page.evaluate(() => {
    const [shown, gone] = ['shown', 'gone'].map((name) => performance.getEntriesByName(name)[0]);
    return gone!.startTime - shown!.startTime;
  });

test.describe('with JavaScript', () => {
  test('RP-1 RP-2 RP-4 RP-5 from the link on any page to the dashboard', async ({ page, site }) => {
    const { email, hash } = await invite(site.run);
    await page.goto(`/privacy${hash}`);
    await expect(page.getByLabel('New Password')).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/reset-password');
    expect(page.url()).not.toContain('token');
    expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('token');

    await page.getByLabel('New Password').fill(PASSWORD);
    await page.getByLabel('Confirm Password').fill(`${PASSWORD}!`);
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByText('Passwords do not match')).toBeVisible();
    await expect(page.getByLabel('Confirm Password')).toBeFocused();

    await timeChanges(page, 'Password updated', '/admin');
    await fillPassword(page);
    await expect(page).toHaveURL(/\/admin$/);
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    expect(await changeTook(page)).toBeGreaterThan(MOTION.passwordSetRedirectMs - 100);

    await logIn(page, email);
    await page.waitForURL('**/admin/dashboard');
    await expect(toast(page)).toContainText(signInMessages.en.success.message);
    await expect(page.getByText(email)).toBeVisible();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/admin$/);
    await page.goto('/admin/dashboard');
    await expect(page).toHaveURL(/\/admin$/);
  });

  test('RP-3 each thing that is wrong with a link', async ({ page }) => {
    for (const [hash, message] of [
      ['', resetErrors.en.missing],
      ['#access_token=x&type=recovery', resetErrors.en.incomplete],
      ['#access_token=x&refresh_token=y', resetErrors.en.incomplete],
      ['#access_token=x&refresh_token=y&type=invite', resetErrors.en.dead],
    ]) {
      await page.goto('about:blank');
      await page.goto(`/reset-password${hash}`);
      await expect(page.getByRole('alert')).toHaveText(message!);
      expect(new URL(page.url()).hash).toBe('');
    }
    await expect(page.getByRole('link', { name: 'Request a new link' })).toBeVisible();
  });

  test('RP-4 of two links in one browser the last one opened sets its own password', async ({
    page,
    site,
  }) => {
    const [anna, basil] = [await invite(site.run), await invite(site.run)];
    await page.goto(`/reset-password${anna.hash}`);
    await expect(page.getByText(anna.email)).toBeVisible();
    const addresses: string[] = [];
    page.on('request', (sent) => {
      if (sent.method() === 'POST') addresses.push(page.url());
    });
    await page.goto(`/admin`);
    await page.goto(`/reset-password${basil.hash}`);
    await expect(page.getByText(basil.email)).toBeVisible();
    await expect(page.getByText(anna.email)).toBeHidden();
    expect(addresses).toEqual([new URL('/reset-password', site.url).href]);
    expect(await page.evaluate(() => location.href + JSON.stringify(history.state))).not.toContain(
      'token',
    );
    await fillPassword(page);
    await expect(page).toHaveURL(/\/admin$/);
    await logIn(page, basil.email);
    await page.waitForURL('**/admin/dashboard');
  });

  test('RP-4 a link that is put into the address of the open page is taken', async ({
    page,
    site,
  }) => {
    const [anna, basil] = [await invite(site.run), await invite(site.run)];
    const paste = (hash: string) => page.evaluate((given) => (location.hash = given), hash);
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
  });

  test('RP-4 a form that another tab has overtaken says so, and sets nothing', async ({
    page,
    site,
    context,
  }) => {
    const [anna, basil] = [await invite(site.run), await invite(site.run)];
    await page.goto(`/reset-password${anna.hash}`);
    await expect(page.getByText(anna.email)).toBeVisible();
    const tab = await context.newPage();
    await tab.goto(`/reset-password${basil.hash}`);
    await expect(tab.getByText(basil.email)).toBeVisible();
    await fillPassword(page);
    await expect(page.getByRole('alert')).toHaveText(resetErrors.en.otherAccount);
    await expect(page.getByText(basil.email)).toBeVisible();
    await fillPassword(page);
    await expect(page).toHaveURL(/\/admin$/);
  });

  test('AL-2 AL-5 AL-6 wrong, then locked: a clock counts the seconds', async ({ page }) => {
    await page.goto('/admin');
    await logIn(page, 'nobody', 'short');
    await expect(page.getByText(signInMessages.en.email.message).first()).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();

    const email = `nobody-${Date.now()}@drys.example`;
    for (let i = 1; i < AUTH.lockoutFailures; i++) {
      const answered = page.waitForResponse((r) => r.request().method() === 'POST');
      await logIn(page, email, 'wrong password');
      expect((await answered).status()).toBe(401);
      await expect(toast(page)).toContainText(signInMessages.en.failed.message);
    }
    await logIn(page, email, 'wrong password');
    await expect(toast(page)).toContainText(signInMessages.en.locked.message);
    const clock = page.getByRole('timer');
    await expect(clock).toHaveText(/^1[45]:\d\d$/);
    const before = await clock.textContent();
    await expect(clock).not.toHaveText(before!);
    await expect(page.getByLabel('Email')).toBeDisabled();
    await expect(page.getByLabel('Password')).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Login' })).toBeDisabled();
    await page.reload();
    await expect(clock).toHaveText(/^14:\d\d$/);
  });

  test('AL-6 the form opens again when the time has passed', async ({ page }) => {
    await page.clock.install();
    await page.goto('/admin');
    const email = `later-${Date.now()}@drys.example`;
    for (let i = 0; i < AUTH.lockoutFailures; i++) {
      const answered = page.waitForResponse((r) => r.request().method() === 'POST');
      await logIn(page, email, 'wrong password');
      await answered;
      await expect(toast(page)).toBeVisible();
    }
    await expect(page.getByRole('timer')).toBeVisible();
    await page.clock.fastForward(AUTH.lockoutMinutes * 60_000);
    await expect(page.getByRole('timer')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
  });

  test('AL-1 AL-7 forgot and back', async ({ page }) => {
    await page.goto('/admin');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page).toHaveURL(/\/admin\?forgot/);
    await page.getByLabel('Email').fill('somebody@drys.example');
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await expect(toast(page)).toContainText(signInMessages.en.resetSent.message);
    await page.getByRole('link', { name: 'Back to Login' }).click();
    await expect(page.getByLabel('Password')).toBeVisible();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('RP-5 RP-6 from the code to the dashboard and out again', async ({ page, site }) => {
    const { email, code } = await invite(site.run);
    await page.goto('/reset-password');
    await page.getByLabel('Code').fill(code);
    await page.getByRole('button', { name: 'Continue' }).click();
    // The page goes on by itself in two seconds: not before it has been seen here.
    let release = () => {};
    const seen = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/admin', async (route) => {
      await seen;
      await route.continue();
    });
    await fillPassword(page);
    await expect(toast(page)).toContainText('Password updated');
    release();
    await expect(page).toHaveURL(/\/admin$/);
    await logIn(page, email);
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
    await expect(toast(page)).toContainText(signInMessages.en.success.message);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/admin$/);
  });

  test('RP-4 another code can be entered where a form is open, and wins', async ({
    page,
    site,
  }) => {
    const [anna, basil] = [await invite(site.run), await invite(site.run)];
    await page.goto('/reset-password');
    await page.getByLabel('Code').fill(anna.code);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText(anna.email)).toBeVisible();
    await page.getByText(words.en.otherCode).click();
    await page.getByLabel('Code').fill(basil.code);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText(basil.email)).toBeVisible();
    await expect(page.getByText(anna.email)).toBeHidden();
    await fillPassword(page);
    await expect(page).toHaveURL(/\/admin$/);
    await logIn(page, basil.email);
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
  });

  test('AL-6 locked: the minutes are in the page', async ({ page }) => {
    await page.goto('/admin');
    const email = `nojs-${Date.now()}@drys.example`;
    for (let i = 0; i < AUTH.lockoutFailures; i++) await logIn(page, email, 'wrong password');
    await expect(page.getByText(blockedMessage(AUTH.lockoutMinutes, 'en').message)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Login' })).toBeDisabled();
  });
});
