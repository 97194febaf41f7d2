import type { Page } from '@playwright/test';
import { eleni } from '#db/seed/seed-enquiries.ts';
import { accountTexts } from '../../../app/content/texts/account.server.ts';
import { resetErrors, signInTexts } from '../../../app/content/texts/auth.server.ts';
import { exportTexts } from '../../../app/content/texts/desk.server.ts';
import { failureTitles } from '../../../app/content/texts/enquiry.server.ts';
import { requestFailures } from '../../../app/content/texts/failures.server.ts';
import { replyTexts } from '../../../app/content/texts/reply.server.ts';
import { PASSWORD } from '../../support/people/admins.ts';
import { chooseExport, createDesk, invite, openDesk, row, setPassword } from '../support/desk.ts';
import { expectToast, failureReports, withEachFailure } from '../support/failing-requests.ts';
import { expect, test } from '../support/journey.ts';
import { goHydrated, toast, waitForHydration } from '../support/page.ts';

test.use({ expectedErrors: failureReports, contextOptions: { reducedMotion: 'reduce' } });

const errors = failureTitles.en;
const alert = (page: Page) => page.getByRole('main').getByRole('alert');
const tryAgainLink = (page: Page) => page.getByRole('link', { name: requestFailures.en.tryAgain });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('D-4 D-5 DA-6 a status change or Undo without a response is no change, and the status is offered again', async ({
  page,
  site,
}) => {
  const { word } = await openDesk(page, site);
  const status = row(page, `Newest ${word}`).getByRole('combobox');
  await withEachFailure(page, '**/admin/dashboard.data*', async (failure) => {
    await status.selectOption('completed');
    await expect(toast(page), failure).toContainText(/try again/i);
    await expectToast(page, errors.status, failure);
    await expect(status).toHaveValue('new');
  });
  const reloadedList = page.waitForResponse(
    (response) =>
      response.url().includes('/admin/dashboard.data') && response.request().method() === 'GET',
  );
  await press(page, 'Set to Completed');
  await expect(toast(page)).toHaveText(/Status updated\s*Completed/);
  await reloadedList;
  await page.route('**/admin/dashboard.data*', (route) => route.abort());
  await press(page, 'Undo');
  await expect(toast(page).last()).toContainText(errors.status);
  await expect(status).toHaveValue('completed');
  await page.unroute('**/admin/dashboard.data*');

  const openings = [
    () => row(page, `Newest ${word}`).getByRole('link', { name: /^View/ }).click({ force: true }),
    async () => {
      await page.getByText(/^Filters/).click();
      await page.getByRole('search').getByLabel('Status').selectOption('new');
    },
  ];
  const data = '**/admin/dashboard.data*';
  for (const open of openings) {
    await page.route(data, (route) => route.fulfill({ status: 200, body: '' }));
    await open();
    await expect(alert(page)).toContainText(errors.fetch);
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await expect(page).toHaveTitle(/could not be loaded/);
    await page.unroute(data);
    await tryAgainLink(page).click();
    // A Back before the new document has come would go back from the page of the error.
    await expect(page.locator('h1')).toHaveText('Contact enquiries');
    await waitForHydration(page);
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`q=${word}$`));
  }
});

test('D-6 downloads both exports, and reports one that fails', async ({ page, site }) => {
  const { button, noData, failed } = exportTexts.en;
  await openDesk(page, site);
  const saved: string[] = [];
  page.on('download', (download) => saved.push(download.suggestedFilename()));
  await withEachFailure(page, '**/export.csv*', async (failure) => {
    await chooseExport(page, button);
    await expectToast(page, (failure === 'no content' ? noData : failed).title, failure);
  });
  expect(saved).toEqual([]);

  for (const [name, end] of [
    [exportTexts.en.button, 'csv'],
    [exportTexts.en.workbook, 'xlsx'],
  ] as const) {
    const download = page.waitForEvent('download');
    await chooseExport(page, name);
    expect((await download).suggestedFilename()).toMatch(/^contact-submissions-[\d-]{10}\.\w+$/);
    expect((await download).suggestedFilename()).toContain(end);
    await expect(toast(page)).toHaveText(
      /Export successful\s*3 submissions exported to Excel format\./,
    );
  }
});

/** The forms of a page, with the error of each button when the server cannot be reached. */
interface Forms {
  location: string | ((page: Page) => Promise<unknown>);
  /**
   * The values to enter, by the label of the field: true ticks a box, null chooses the last option.
   */
  typed: Record<string, string | true | null>;
  expectedErrors: Record<string, string>;
}

/** Returns the values of all fields of a page, and the key of the two-step login. */
const typedIn = (page: Page) =>
  page.locator('input:not([type=hidden]), select, textarea, code').evaluateAll((all) =>
    all.map((field) => {
      const { type, checked, value } = field as HTMLInputElement;
      return type === 'checkbox' ? checked : (value ?? field.textContent);
    }),
  );

/**
 * Expects that the pages keep all values, with the server unreachable before their forms were ever
 * sent.
 */
async function expectKept(page: Page, allForms: readonly Forms[]): Promise<void> {
  for (const { location, typed, expectedErrors } of allForms) {
    if (typeof location === 'string') await goHydrated(page, location);
    else await location(page);
    for (const [label, value] of Object.entries(typed)) {
      // In an open enquiry: it comes after the list.
      const field = page.getByLabel(label).last();
      if (value === true) await field.check();
      else if (value !== null) await field.fill(value);
      else await field.selectOption({ index: (await field.getByRole('option').count()) - 1 });
    }
    const valuesBefore = await typedIn(page);
    await page.route('**/*', (route) => route.abort('connectionrefused'));
    for (const [button, error] of Object.entries(expectedErrors)) {
      await press(page, button);
      await expect(page.getByText(error).first(), button).toBeVisible();
      expect(await typedIn(page), button).toEqual(valuesBefore);
    }
    await page.unroute('**/*');
  }
}

test('D-5 DA-1 DA-2 DA-3 DA-4 every form says that no response came', async ({ page, site }) => {
  const { ids } = await createDesk(page, site);
  const { password, twoStep } = accountTexts.en;
  const desk = '/admin/dashboard';
  await expectKept(page, [
    {
      location: `${desk}?enquiry=${ids[0]}`,
      typed: {
        'Assigned to': null,
        'Follow-up date': '2027-03-31',
        'Add a note': 'Half a thought',
      },
      expectedErrors: {
        Assign: errors.assignee,
        'Save date': errors.followUp,
        'Add note': errors.note,
      },
    },
    {
      location: `${desk}?enquiry=${ids[0]}&reply=1`,
      typed: { [replyTexts.en.subject]: 'Oak', [replyTexts.en.message]: 'Half a reply' },
      expectedErrors: { [replyTexts.en.send]: errors.reply },
    },
    {
      location: `${desk}/templates?change=1`,
      typed: { [replyTexts.en.subject]: 'Hello {name}' },
      expectedErrors: { 'Save template': errors.template },
    },
    {
      location: `${desk}/account/password`,
      typed: { 'New Password': 'x', 'Confirm Password': 'y' },
      expectedErrors: { [password.button]: requestFailures.en.unreachable },
    },
    {
      location: `${desk}/account/two-step`,
      typed: { [twoStep.code]: '123456' },
      expectedErrors: { [twoStep.turnOn]: requestFailures.en.unreachable },
    },
    {
      location: `${desk}/person`,
      typed: { Email: eleni.email },
      expectedErrors: { 'Look up': errors.lookUp },
    },
    {
      location: () => press(page, 'Look up'),
      typed: { 'Erase everything permanently': true },
      expectedErrors: { Erase: errors.erase },
    },
  ]);
});

test('AL-5 AL-7 EL-6 the login says that no response came', async ({ page }) => {
  const login = signInTexts.en.failed.title;
  await expectKept(page, [
    {
      location: '/admin',
      typed: { Email: eleni.email, Password: PASSWORD },
      expectedErrors: { Login: login },
    },
    {
      location: '/admin?forgot&language=el',
      typed: { Email: eleni.email },
      expectedErrors: { 'Αποστολή συνδέσμου': signInTexts.el.resetFailed.title },
    },
  ]);
  // The login page itself cannot be fetched.
  await page.route('**/admin.data*', (route) => route.abort());
  await page.getByRole('link', { name: 'Επιστροφή στη σύνδεση' }).click();
  await expect(page.getByRole('alert')).toContainText(requestFailures.el.unreachable);
  await expect(page).toHaveTitle(new RegExp(requestFailures.el.title));
  await page.unroute('**/admin.data*');
  await page.getByRole('link', { name: requestFailures.el.tryAgain }).click();
  await expect(page.getByLabel('Συνθηματικό', { exact: true })).toBeVisible();
});

test('RP-5 sends a link and a new password again after no response', async ({ page, site }) => {
  const { hash } = await invite(site);
  const failed = page.getByRole('alert').filter({ hasText: resetErrors.en.failed });
  await page.route('**/reset-password.data*', (route) => route.abort());
  await page.goto(`/reset-password${hash}`);
  await expect(failed).toBeVisible();
  await page.unroute('**/reset-password.data*');
  await press(page, requestFailures.en.tryAgain);
  await expect(page.getByLabel('New Password')).toBeVisible();
  await page.route('**/reset-password.data*', (route) => route.abort());
  await setPassword(page);
  await expect(failed).toBeVisible();
  await expect(page.getByLabel('Confirm Password')).toHaveValue(PASSWORD);
  await page.unroute('**/reset-password.data*');
  await press(page, 'Set password');
  await expect(toast(page)).toContainText('Password updated');
});
