import { requestFailures } from '../../../app/content/words/failures.server.ts';
import { resetErrors, signInMessages } from '../../../app/content/words/auth.server.ts';
import { quarantineWords } from '../../../app/content/words/desk-pages.server.ts';
import { deskFaults, replyWords } from '../../../app/content/words/enquiry.server.ts';
import { exportWords } from '../../../app/content/words/desk.server.ts';
import { account } from '../../../app/content/words/account.server.ts';
import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { staff } from '#db/seed/people.ts';
import { eleni } from '#db/seed/seed-enquiries.ts';
import { PASSWORD } from '../../support/people/admins.ts';
import { serveSite } from '../../support/servers/served-site.ts';
import { dialog, fillDesk, fillInLogin, logIn, openDesk, row } from '../support/desk.ts';
import {
  TWO_WAYS,
  expectSaid,
  failureReports,
  withEachFailure,
} from '../support/failing-requests.ts';
import { expect, test } from '../support/journey.ts';
import { goHydrated, hydrated, toast } from '../support/page.ts';

test.use({ expectedErrors: failureReports, contextOptions: { reducedMotion: 'reduce' } });

const faults = deskFaults.en;
const alert = (page: Page) => page.getByRole('main').getByRole('alert');
const again = (page: Page) => page.getByRole('link', { name: requestFailures.en.tryAgain });
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

test('D-5 DA-6 a status change and its Undo that get no answer say so and change nothing', async ({
  page,
  site,
}) => {
  const { word } = await openDesk(page, site);
  const status = row(page, `Newest ${word}`).getByRole('combobox');
  await withEachFailure(page, '**/status.data*', async (failure) => {
    await status.selectOption('completed');
    await expect(toast(page), failure).toContainText(/try again/i);
    await expectSaid(page, faults.update, failure);
    await expect(status).toHaveValue('new');
  });
  await status.selectOption('in_progress');
  await expect(toast(page)).toHaveText(/Status updated\s*In Progress/);
  await page.route('**/status.data*', (route) => route.abort());
  await press(page, 'Undo');
  await expect(toast(page).last()).toContainText(faults.update);
  await expect(status).toHaveValue('in_progress');
});

test('D-5 DA-1 DA-3 DA-4 a form of an enquiry that gets no answer says so, and all forms keep what was chosen and typed', async ({
  page,
  site,
}) => {
  const { ids, email } = await openDesk(page, site);
  await goHydrated(page, `/admin/dashboard?enquiry=${ids[0]}`);
  const open = dialog(page);
  await open.getByLabel('Assigned to').selectOption({ label: `${email} (you)` });
  await open.getByLabel('Follow-up day').fill('2027-03-31');
  await open.getByLabel('Add a note').fill('Half a thought');
  const forms = [
    ['assignment', 'Assign', faults.assign],
    ['follow-up', 'Save day', faults.followUp],
    ['notes', 'Add note', faults.note],
  ] as const;
  for (const [path, button, said] of forms) {
    await withEachFailure(
      page,
      `**/${path}.data*`,
      async (failure) => {
        await press(page, button);
        await expectSaid(page, said, failure);
        await expect(open.getByLabel('Assigned to').locator('option:checked')).toContainText(email);
        await expect(open.getByLabel('Follow-up day')).toHaveValue('2027-03-31');
        await expect(open.getByLabel('Add a note')).toHaveValue('Half a thought');
      },
      [...TWO_WAYS, 'an empty answer'],
    );
  }
  await press(page, 'Add note');
  await expect(open.getByRole('article')).toContainText('Half a thought');
  await expect(open.getByLabel('Add a note')).toHaveValue('');

  await goHydrated(page, `/admin/dashboard?enquiry=${ids[0]}&reply=1`);
  const reply = open.getByLabel(replyWords.en.message, { exact: true });
  await reply.fill('Half a reply');
  await withEachFailure(
    page,
    '**/replies.data*',
    async (failure) => {
      await press(page, replyWords.en.send);
      await expectSaid(page, faults.reply, failure);
      await expect(reply, failure).toHaveValue('Half a reply');
    },
    TWO_WAYS,
  );
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
    await expect(alert(page), failure).toContainText(faults.fetch);
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
    await expectSaid(
      page,
      empty ? exportWords.en.none.title : exportWords.en.failed.title,
      failure,
    );
  });
  expect(saved).toEqual([]);
});

test('DA-2 DA-4 RP-5 the forms of the account and of a template keep what was typed and say what happened', async ({
  page,
  site,
}) => {
  const { language, digest, sessions, password, twoStep } = account.en;
  await openDesk(page, site);
  await goHydrated(page, '/admin/dashboard/account');
  await page.getByLabel(digest.label).check();
  // A form that was never sent before keeps its page with nothing to be had any more.
  await page.route('**/*', (route) => route.abort('connectionrefused'));
  for (const [button, fault] of [
    [language.button, faults.language],
    [digest.button, faults.digest],
    [sessions.button, faults.signOut],
  ] as const) {
    await press(page, button);
    await expectSaid(page, fault, button);
    await expect(page.getByLabel(digest.label)).toBeChecked();
  }
  await page.unroute('**/*');
  await press(page, digest.button);
  await expect(toast(page)).toContainText('Digest on');
  await toast(page).getByRole('button', { name: 'Dismiss' }).click();

  await page.getByRole('link', { name: password.link }).click();
  const fields = ['Current Password', 'New Password', 'Confirm Password'];
  for (const label of fields) await page.getByLabel(label).fill(PASSWORD);
  await withEachFailure(
    page,
    '**/*',
    async (failure) => {
      await press(page, password.button);
      await expect(alert(page), failure).toHaveText(resetErrors.en.failed);
      for (const label of fields) await expect(page.getByLabel(label)).toHaveValue(PASSWORD);
    },
    TWO_WAYS,
  );

  await goHydrated(page, '/admin/dashboard/account/two-step');
  const key = await page.getByRole('code').textContent();
  await page.getByLabel(twoStep.code).fill('123456');
  await withEachFailure(
    page,
    '**/*',
    async (failure) => {
      await press(page, twoStep.turnOn);
      await expect(alert(page), failure).toHaveText(/try again/i);
      await expect(page.getByLabel(twoStep.code)).toHaveValue('123456');
      await expect(page.getByRole('code')).toHaveText(key!);
    },
    TWO_WAYS,
  );

  await goHydrated(page, '/admin/dashboard/templates?change=1');
  const subject = page.getByLabel(replyWords.en.subject).first();
  await subject.fill('Hello {name}');
  await withEachFailure(
    page,
    '**/templates.data*',
    async (failure) => {
      await press(page, 'Save template');
      await expectSaid(page, faults.template, failure);
      await expect(subject, failure).toHaveValue('Hello {name}');
    },
    TWO_WAYS,
  );
});

test('a look-up, an erasure and a release that get no answer say so and keep the page', async ({
  page,
  site,
}) => {
  const { word } = await openDesk(page, site);
  await goHydrated(page, '/admin/dashboard/person');
  await page.getByLabel('Email').fill(eleni.email);
  await withEachFailure(
    page,
    '**/person.data*',
    async (failure) => {
      await press(page, 'Look up');
      await expectSaid(page, 'Error looking up', failure);
      await expect(page.getByLabel('Email')).toHaveValue(eleni.email);
    },
    TWO_WAYS,
  );
  await press(page, 'Look up');
  const sure = page.getByLabel(/Erase all of it/);
  await sure.check();
  await withEachFailure(
    page,
    '**/*',
    async (failure) => {
      await press(page, 'Erase');
      await expectSaid(page, faults.erase, failure);
      await expect(sure).toBeChecked();
    },
    TWO_WAYS,
  );

  const suspect = { website: 'x', full_name: `Suspect ${word}`, email: 's@mail.example' };
  await fetch(`${site.url}/contact`, {
    method: 'POST',
    headers: { 'x-forwarded-for': '198.19.0.9' },
    body: new URLSearchParams(suspect),
  });
  await page.goto(`/admin/dashboard/quarantine?search=${word}`);
  await withEachFailure(
    page,
    '**/quarantine.data*',
    async (failure) => {
      await press(page, quarantineWords.en.release);
      await expectSaid(page, faults.notReleased, failure);
      await expect(page.getByText(`Suspect ${word}`)).toBeVisible();
    },
    TWO_WAYS,
  );
});

test('D-5 a server that is gone, and back: nothing is lost, and Try again goes on', async ({
  page,
}) => {
  const site = await serveSite({ TRUST_PROXY: '1' });
  try {
    await fillDesk(site, staff.anna.email, [{ full_name: 'Newest gone' }]);
    await logIn(page, site, staff.anna.email);
    await hydrated(page);
    const status = row(page, 'Newest gone').getByRole('combobox');
    await site.halt();
    await status.selectOption('completed');
    await expectSaid(page, faults.update, 'no server');
    await expect(status).toHaveValue('new');
    await row(page, 'Newest gone').getByRole('link', { name: /^View/ }).click({ force: true });
    await expect(alert(page)).toContainText(requestFailures.en.unreachable);
    await site.restart();
    await again(page).click();
    await expect(dialog(page)).toContainText('Newest gone');
  } finally {
    await site.stop();
  }
});

test('AL-5 AL-7 a login, a code and a request for a link that get no answer say so and keep what was typed', async ({
  page,
  site,
}) => {
  const { email } = await openDesk(page, site);
  await page.goto('/admin/dashboard/account/two-step');
  const secret = await page.getByRole('code').textContent();
  const code = (at: number) => new TOTP({ secret: secret! }).generate({ timestamp: at });
  await page.getByLabel(account.en.twoStep.code).fill(code(Date.now()));
  await page.getByLabel(account.en.password.current).fill(PASSWORD);
  await press(page, account.en.twoStep.turnOn);
  await expect(page.getByText(account.en.twoStep.codesHeading)).toBeVisible();
  await press(page, 'Logout');
  await hydrated(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await withEachFailure(page, '**/admin.data*', async (failure) => {
    await press(page, 'Login');
    await expectSaid(page, signInMessages.en.failed.title, failure);
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByLabel('Password')).toHaveValue(PASSWORD);
  });
  await fillInLogin(page, email);
  await page.waitForURL('**/admin/code');
  const next = code(Date.now() + 30_000);
  await page.getByLabel('Code').fill(next);
  await withEachFailure(
    page,
    '**/admin/code.data*',
    async (failure) => {
      await press(page, 'Login');
      await expectSaid(page, signInMessages.en.failed.title, failure);
      await expect(page.getByLabel('Code')).toHaveValue(next);
    },
    TWO_WAYS,
  );
  await press(page, 'Login');
  await page.waitForURL('**/admin/dashboard');
  await press(page, 'Logout');

  await goHydrated(page, '/admin?forgot');
  await page.getByLabel('Email').fill(email);
  await withEachFailure(
    page,
    '**/admin.data*',
    async (failure) => {
      await press(page, 'Send reset link');
      await expectSaid(page, signInMessages.en.resetFailed.title, failure);
      await expect(page.getByLabel('Email')).toHaveValue(email);
    },
    TWO_WAYS,
  );
  // The login page itself cannot be fetched.
  await withEachFailure(
    page,
    '**/admin.data*',
    async (failure) => {
      await page.getByRole('link', { name: 'Back to Login' }).click();
      await expect(page.getByRole('alert'), failure).toContainText(/try again/i);
      await expect(page).toHaveTitle(/could not be loaded/);
      await page.unroute('**/admin.data*');
      await again(page).click();
      await page.getByRole('link', { name: 'Forgot password?' }).click();
    },
    TWO_WAYS,
  );
});

test('RP-5 a link and a new password that get no answer can be sent again', async ({
  page,
  site,
}) => {
  const email = `again-${process.pid}-${Date.now()}@drys.example`;
  const { stdout } = await site.run(['scripts/admin.ts', 'invite', email]);
  const { hash } = new URL(stdout.split('\n')[0]!);
  const said = (failure: string) =>
    expect(page.getByRole('alert'), failure).toContainText(resetErrors.en.failed);
  await page.route('**/reset-password.data*', (route) => route.abort());
  await page.goto(`/reset-password${hash}`);
  await said('at first');
  await page.unroute('**/reset-password.data*');
  await withEachFailure(page, '**/reset-password.data*', async (failure) => {
    await press(page, requestFailures.en.tryAgain);
    await said(failure);
  });
  await press(page, requestFailures.en.tryAgain);
  const fields = ['New Password', 'Confirm Password'];
  for (const label of fields) await page.getByLabel(label).fill(PASSWORD);
  await withEachFailure(
    page,
    '**/reset-password.data*',
    async (failure) => {
      await press(page, 'Set password');
      await said(failure);
      for (const label of fields) await expect(page.getByLabel(label)).toHaveValue(PASSWORD);
    },
    TWO_WAYS,
  );
  await press(page, 'Set password');
  await expect(toast(page)).toContainText('Password updated');
});

test('EL-6 a login whose answer does not come says so in Greek', async ({ page }) => {
  await goHydrated(page, '/reset-password?language=el');
  await page.getByRole('link', { name: 'Επιστροφή στη σύνδεση' }).click();
  await page.getByLabel('Email').fill(staff.basil.email);
  await page.getByLabel('Συνθηματικό', { exact: true }).fill(PASSWORD);
  await page.route('**/*', (route) => route.abort());
  await press(page, 'Σύνδεση');
  await expect(toast(page)).toContainText('Ο διακομιστής δεν αποκρίνεται.');
});
