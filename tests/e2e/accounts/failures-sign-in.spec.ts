import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { account } from '../../../app/content/words/account.server.ts';
import { requestFailures } from '../../../app/content/words/failures.server.ts';
import { resetErrors, signInMessages } from '../../../app/content/words/auth.server.ts';
import { PASSWORD } from '../../support/people/admins.ts';
import { openDesk } from '../support/desk-page.ts';
import { failureReports, withEachFailure } from '../support/failing-requests.ts';
import { hydrated } from '../support/hydrated.ts';
import { expect, test } from '../support/journey.ts';

test.use({ expectedErrors: failureReports, contextOptions: { reducedMotion: 'reduce' } });

const toast = (page: Page) => page.locator('.toast');
const alert = (page: Page) => page.getByRole('alert');
const sent = (page: Page, pattern: string) => page.waitForRequest(pattern);

test('AL-5 AL-7 a login and a request for a link that get no answer say so and keep what was typed', async ({
  page,
}) => {
  for (const { path, button, said } of [
    { path: '/admin', button: 'Login', said: signInMessages.en.failed.title },
    { path: '/admin?forgot', button: 'Send reset link', said: signInMessages.en.resetFailed.title },
  ]) {
    await page.goto(path);
    await hydrated(page);
    await page.getByLabel('Email').fill('somebody@drys.example');
    if (path === '/admin') await page.getByLabel('Password').fill(PASSWORD);
    await withEachFailure(page, '**/admin.data*', async (failure) => {
      const request = sent(page, '**/admin.data*');
      await page.getByRole('button', { name: button }).click();
      await request;
      await expect(toast(page), failure).toContainText(said);
      await toast(page).getByRole('button', { name: 'Dismiss' }).click();
      await expect(toast(page), failure).toHaveCount(0);
      await expect(page.getByLabel('Email')).toHaveValue('somebody@drys.example');
      if (path === '/admin') await expect(page.getByLabel('Password')).toHaveValue(PASSWORD);
    });
  }
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(toast(page)).toContainText(signInMessages.en.resetSent.title);
});

test('AL-5 a code that gets no answer stays in its field', async ({ page, site }) => {
  const { email } = await openDesk(page, site);
  await page.goto('/admin/dashboard/account/two-step');
  const secret = await page.getByRole('code').textContent();
  const code = (at: number) => new TOTP({ secret: secret! }).generate({ timestamp: at });
  await page.getByLabel(account.en.twoStep.code).fill(code(Date.now()));
  await page.getByLabel(account.en.password.current).fill(PASSWORD);
  await page.getByRole('button', { name: account.en.twoStep.turnOn }).click();
  await expect(page.getByText(account.en.twoStep.codesHeading)).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/admin/code');
  const next = code(Date.now() + 30_000);
  await page.getByLabel('Code').fill(next);
  await withEachFailure(page, '**/admin/code.data*', async (failure) => {
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(toast(page), failure).toContainText(signInMessages.en.failed.title);
    await toast(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(toast(page), failure).toHaveCount(0);
    await expect(page.getByLabel('Code')).toHaveValue(next);
  });
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/admin/dashboard');
});

test('RP-5 a link and a new password that get no answer can be sent again', async ({
  page,
  site,
}) => {
  const email = `again-${process.pid}-${Date.now()}@drys.example`;
  const { stdout } = await site.run(['scripts/admin.ts', 'invite', email]);
  const { hash } = new URL(stdout.split('\n')[0]!);
  const again = page.getByRole('button', { name: requestFailures.en.tryAgain });
  await page.route('**/reset-password.data*', (route) => route.abort());
  await page.goto(`/reset-password${hash}`);
  await expect(alert(page)).toContainText(resetErrors.en.failed);
  await page.unroute('**/reset-password.data*');
  await withEachFailure(page, '**/reset-password.data*', async (failure) => {
    const request = sent(page, '**/reset-password.data*');
    await again.click();
    await request;
    await expect(alert(page), failure).toContainText(resetErrors.en.failed);
  });
  await again.click();
  await page.getByLabel('New Password').fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await withEachFailure(page, '**/reset-password.data*', async (failure) => {
    const request = sent(page, '**/reset-password.data*');
    await page.getByRole('button', { name: 'Set password' }).click();
    await request;
    await expect(alert(page), failure).toHaveText(resetErrors.en.failed);
    await expect(page.getByLabel('New Password')).toHaveValue(PASSWORD);
    await expect(page.getByLabel('Confirm Password')).toHaveValue(PASSWORD);
  });
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(toast(page)).toContainText('Password updated');
});

test('a login page that cannot be fetched says so, and Try again shows it', async ({ page }) => {
  await page.goto('/admin?forgot');
  await hydrated(page);
  await withEachFailure(page, '**/admin.data*', async (failure) => {
    await page.getByRole('link', { name: 'Back to Login' }).click();
    await expect(alert(page), failure).toContainText(/try again/i);
    await expect(page).toHaveTitle(/could not be loaded/);
    await page.unroute('**/admin.data*');
    await page.getByRole('link', { name: requestFailures.en.tryAgain }).click();
    await page.getByRole('link', { name: 'Forgot password?' }).click();
  });
});
