import type { Page } from '@playwright/test';
import { account } from '../../../app/content/words/account.server.ts';
import { exportWords } from '../../../app/content/words/desk.server.ts';
import { deskFaults } from '../../../app/content/words/enquiry.server.ts';
import { quarantineWords } from '../../../app/content/words/desk-pages.server.ts';
import { requestFailures } from '../../../app/content/words/failures.server.ts';
import { resetErrors } from '../../../app/content/words/auth.server.ts';
import { staff } from '../../../db/seed/people.ts';
import { eleni } from '../../../db/seed/seed-enquiries.ts';
import { PASSWORD } from '../../support/people/admins.ts';
import { serveSite } from '../../support/servers/served-site.ts';
import { fillDesk, logIn, openDesk } from '../support/desk-page.ts';
import { failureReports, withEachFailure } from '../support/failing-requests.ts';
import { hydrated, goHydrated } from '../support/hydrated.ts';
import { expect, test } from '../support/journey.ts';

test.use({ expectedErrors: failureReports, contextOptions: { reducedMotion: 'reduce' } });

const toast = (page: Page) => page.locator('.toast');
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const alert = (page: Page) => page.getByRole('main').getByRole('alert');
const again = (page: Page) => page.getByRole('link', { name: requestFailures.en.tryAgain });

/** A toast that says so, put away for the next one. */
async function expectSaid(page: Page, title: string, failure: string): Promise<void> {
  await expect(toast(page), failure).toContainText(title);
  await expect(toast(page), failure).toContainText(/try again/i);
  await toast(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast(page)).toHaveCount(0);
}

test('D-5 a status change that gets no answer says so, in the row and in the dialog, and keeps a note that is being written', async ({
  page,
  site,
}) => {
  const { word, ids } = await openDesk(page, site);
  const status = row(page, `Newest ${word}`).getByRole('combobox');
  await withEachFailure(page, '**/status.data*', async (failure) => {
    await status.selectOption('completed');
    await expectSaid(page, deskFaults.en.update, failure);
    await expect(status).toHaveValue('new');
  });
  await status.selectOption('in_progress');
  await expect(toast(page)).toHaveText(/Status updated\s*In Progress/);

  await goHydrated(page, `/admin/dashboard?q=${word}&enquiry=${ids[1]}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Add a note').fill('Half a thought');
  await withEachFailure(page, '**/{status,notes}.data*', async (failure) => {
    await dialog.getByLabel('Update Status').selectOption('completed');
    await expectSaid(page, deskFaults.en.update, failure);
    await dialog.getByRole('button', { name: 'Add note' }).click();
    await expectSaid(page, deskFaults.en.note, failure);
    await expect(dialog.getByLabel('Add a note'), failure).toHaveValue('Half a thought');
  });
  await dialog.getByRole('button', { name: 'Add note' }).click();
  await expect(dialog.getByRole('article')).toContainText('Half a thought');
  await expect(dialog.getByLabel('Add a note')).toHaveValue('');
});

test('D-5 a list or enquiry that cannot be fetched: the bar stays, and Try again shows it', async ({
  page,
  site,
}) => {
  const { word } = await openDesk(page, site);
  const ways = [
    () => row(page, `Newest ${word}`).getByRole('link', { name: /^View/ }).click({ force: true }),
    () => page.getByRole('search').getByLabel('Status').selectOption('new'),
  ];
  let turn = 0;
  await withEachFailure(page, '**/admin/dashboard.data*', async (failure) => {
    await ways[turn++ % 2]!();
    await expect(alert(page), failure).toContainText(deskFaults.en.fetch);
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await expect(page).toHaveTitle(/could not be loaded/);
    await page.unroute('**/admin/dashboard.data*');
    await again(page).click();
    await expect(alert(page), failure).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`q=${word}$`));
  });
});

test('D-6 an export that is not one says so, and saves nothing', async ({ page, site }) => {
  await openDesk(page, site);
  const saved: string[] = [];
  page.on('download', (download) => saved.push(download.suggestedFilename()));
  await withEachFailure(page, '**/export.csv*', async (failure) => {
    await page.getByRole('link', { name: exportWords.en.button }).click();
    const empty = failure === 'no content';
    await expect(toast(page), failure).toContainText(
      empty ? exportWords.en.none.title : exportWords.en.failed.title,
    );
    await toast(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(toast(page)).toHaveCount(0);
  });
  expect(saved).toEqual([]);
});

test('RP-5 the forms of the account keep what was typed and say what happened', async ({
  page,
  site,
}) => {
  await openDesk(page, site);
  await page.goto('/admin/dashboard/account');
  const signOut = page.getByRole('button', { name: account.en.sessions.button });
  await withEachFailure(page, '**/sessions.data*', async (failure) => {
    await signOut.click();
    await expectSaid(page, deskFaults.en.signOut, failure);
  });
  await signOut.click();
  await expect(toast(page)).toContainText('Signed out everywhere else');

  await page.getByRole('link', { name: account.en.password.link }).click();
  const fields = ['Current Password', 'New Password', 'Confirm Password'];
  for (const label of fields) await page.getByLabel(label).fill(PASSWORD);
  await withEachFailure(page, '**/password.data*', async (failure) => {
    await page.getByRole('button', { name: account.en.password.button }).click();
    await expect(alert(page), failure).toHaveText(resetErrors.en.failed);
    for (const label of fields) await expect(page.getByLabel(label)).toHaveValue(PASSWORD);
  });

  await page.goto('/admin/dashboard/account/two-step');
  const key = await page.getByRole('code').textContent();
  await page.getByLabel(account.en.twoStep.code).fill('123456');
  await withEachFailure(page, '**/two-step.data*', async (failure) => {
    await page.getByRole('button', { name: account.en.twoStep.turnOn }).click();
    await expect(alert(page), failure).toHaveText(/try again/i);
    await expect(page.getByLabel(account.en.twoStep.code)).toHaveValue('123456');
    await expect(page.getByRole('code')).toHaveText(key!);
  });
});

test('RP-5 the code that answers a form comes with its page: with nothing to be had any more, what was typed stays', async ({
  page,
  site,
}) => {
  await openDesk(page, site);
  for (const [path, field, button] of [
    ['password', 'Current Password', account.en.password.button],
    ['two-step', account.en.twoStep.code, account.en.twoStep.turnOn],
  ] as const) {
    await goHydrated(page, `/admin/dashboard/account/${path}`);
    await page.route('**/*', (route) => route.abort('connectionrefused'));
    await page.getByLabel(field).fill('123456');
    await page.getByRole('button', { name: button }).click();
    await expect(alert(page)).toHaveText(/try again/i);
    await expect(page.getByLabel(field)).toHaveValue('123456');
    await page.unroute('**/*');
  }
});

test('RP-5 a form that was never sent before keeps its page with nothing to be had any more', async ({
  page,
  site,
}) => {
  const { language, digest, sessions } = account.en;
  await openDesk(page, site);
  await goHydrated(page, '/admin/dashboard/account');
  await page.route('**/*', (route) => route.abort('connectionrefused'));
  for (const [button, fault] of [
    [language.button, deskFaults.en.language],
    [digest.button, deskFaults.en.digest],
    [sessions.button, deskFaults.en.signOut],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await expectSaid(page, fault, button);
  }
  await page.unroute('**/*');
  await goHydrated(page, '/admin/dashboard/person');
  await page.getByLabel('Email').fill(eleni.email);
  await page.getByRole('button', { name: 'Look up' }).click();
  await page.getByLabel(/Erase all of it/).check();
  await page.route('**/*', (route) => route.abort('connectionrefused'));
  await page.getByRole('button', { name: 'Erase' }).click();
  await expectSaid(page, deskFaults.en.erase, 'erasure');
  await expect(page.getByLabel(/Erase all of it/)).toBeChecked();
});

test('a look-up, an erasure and a release that get no answer say so and keep the page', async ({
  page,
  site,
}) => {
  const { word } = await openDesk(page, site);
  await page.goto('/admin/dashboard/person');
  await page.getByLabel('Email').fill(eleni.email);
  await withEachFailure(page, '**/person.data*', async (failure) => {
    await page.getByRole('button', { name: 'Look up' }).click();
    await expectSaid(page, 'Error looking up', failure);
    await expect(page.getByLabel('Email')).toHaveValue(eleni.email);
  });
  await page.getByRole('button', { name: 'Look up' }).click();
  const sure = page.getByLabel(/Erase all of it/);
  await sure.check();
  await withEachFailure(page, '**/erasure.data*', async (failure) => {
    await page.getByRole('button', { name: 'Erase' }).click();
    await expectSaid(page, 'Error erasing', failure);
    await expect(sure).toBeChecked();
  });

  const suspect = { website: 'x', full_name: `Suspect ${word}`, email: 's@mail.example' };
  const headers = { 'x-forwarded-for': '198.19.0.9' };
  await fetch(`${site.url}/contact`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(suspect),
  });
  await page.goto(`/admin/dashboard/quarantine?search=${word}`);
  await withEachFailure(page, '**/quarantine.data*', async (failure) => {
    await page.getByRole('button', { name: quarantineWords.en.release }).click();
    await expectSaid(page, deskFaults.en.notReleased, failure);
    await expect(page.getByText(`Suspect ${word}`)).toBeVisible();
  });
});

test('D-5 a server that is gone, and back: nothing is lost, and Try again goes on', async ({
  page,
}) => {
  const site = await serveSite({ TRUST_PROXY: '1' });
  try {
    const word = 'gone';
    await fillDesk(site, staff.anna.email, [{ full_name: `Newest ${word}` }]);
    await logIn(page, site, staff.anna.email);
    await hydrated(page);
    const status = row(page, `Newest ${word}`).getByRole('combobox');
    await site.halt();
    await status.selectOption('completed');
    await expectSaid(page, deskFaults.en.update, 'no server');
    await expect(status).toHaveValue('new');
    await row(page, `Newest ${word}`).getByRole('link', { name: /^View/ }).click({ force: true });
    await expect(alert(page)).toContainText(requestFailures.en.unreachable);
    await site.restart();
    await again(page).click();
    await expect(page.getByRole('dialog')).toContainText(`Newest ${word}`);
  } finally {
    await site.stop();
  }
});
