import type { Page } from '@playwright/test';
import { account } from '../../../app/content/words/account.server.ts';
import { deskFaults } from '../../../app/content/words/enquiry.server.ts';
import { axeFinds } from '../support/axe.ts';
import { fillDesk, logIn, openDesk } from '../support/desk-page.ts';
import { failureReports, withEachFailure } from '../support/failing-requests.ts';
import { expect, test } from '../support/journey.ts';

test.use({
  expectedErrors: [new RegExp(`status of 409|${failureReports[0]!.source}`)],
  contextOptions: { reducedMotion: 'reduce' },
});

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const toast = (page: Page) => page.locator('.toast');
const dialog = (page: Page) => page.getByRole('dialog');
const filters = (page: Page) => page.getByRole('search');

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('DA-3 DA-4 an enquiry is taken, gets a day, is found by both, and is given away', async ({
      page,
      site,
    }) => {
      const { word, email, ids } = await openDesk(page, site);
      const other = `other-${word}@drys.example`;
      await fillDesk(site, other, []);
      await page.goto(`/admin/dashboard?q=${word}&enquiry=${ids[1]}`);
      await dialog(page).getByRole('button', { name: 'Take it' }).click();
      await expect(toast(page)).toHaveText('It is yours now');
      await expect(dialog(page).getByLabel('Assigned to')).toHaveValue(/^\d+$/);
      await expect(dialog(page).getByRole('button', { name: 'Take it' })).toHaveCount(0);

      await dialog(page).getByLabel('Follow-up day').fill('2026-01-02');
      await dialog(page).getByRole('button', { name: 'Save day' }).click();
      await expect(toast(page)).toHaveText('Follow-up day saved');
      await expect(dialog(page)).toContainText('No day to 02 Jan 2026');
      await dialog(page).getByRole('link', { name: 'Close' }).first().click();
      await expect(row(page, `Middle ${word}`)).toContainText('Due');
      await expect(row(page, `Middle ${word}`)).toContainText(email);

      await filters(page).getByLabel('Due').check();
      await filters(page).getByLabel('Assigned to').selectOption('me');
      if (!javaScriptEnabled) await filters(page).getByRole('button', { name: 'Filter' }).click();
      await expect(page).toHaveURL(/assigned=me.*due=1|due=1.*assigned=me/);
      await expect(page.getByRole('row')).toHaveCount(2);

      await page.goto(`/admin/dashboard?q=${word}&enquiry=${ids[1]}`);
      await dialog(page).getByLabel('Assigned to').selectOption({ label: other });
      await dialog(page).getByRole('button', { name: 'Assign' }).click();
      await expect(toast(page)).toContainText('Assigned');
      await expect(dialog(page)).toContainText(`${email} to ${other}`);
      // What looks for faults of accessibility runs as a script of the page.
      if (!javaScriptEnabled) return;
      expect(await axeFinds(page)).toEqual([]);
    });
  });
}

test('DA-3 a stale page says who has it now, and shows it', async ({ page, site, browser }) => {
  const { word, ids } = await openDesk(page, site);
  const other = `quick-${word}@drys.example`;
  await fillDesk(site, other, []);
  await page.goto(`/admin/dashboard?enquiry=${ids[0]}`);
  await dialog(page).getByLabel('Add a note').fill('Half a thought');
  const second = await browser.newPage({ extraHTTPHeaders: { 'x-forwarded-for': '198.19.7.1' } });
  await logIn(second, site, other);
  await second.goto(`${site.url}/admin/dashboard?enquiry=${ids[0]}`);
  await dialog(second).getByRole('button', { name: 'Take it' }).click();
  await expect(toast(second)).toHaveText('It is yours now');
  await second.close();
  await dialog(page).getByRole('button', { name: 'Take it' }).click();
  await expect(toast(page)).toContainText(`${other} has had it since`);
  await expect(dialog(page).getByLabel('Assigned to').locator('option:checked')).toHaveText(other);
  await expect(dialog(page).getByLabel('Add a note')).toHaveValue('Half a thought');
});

test('DA-3 DA-4 D-5 a form that gets no answer says so, and keeps what was chosen and typed', async ({
  page,
  site,
}) => {
  const { ids, email } = await openDesk(page, site);
  await page.goto(`/admin/dashboard?enquiry=${ids[0]}`);
  const open = dialog(page);
  await open.getByLabel('Assigned to').selectOption({ label: `${email} (you)` });
  await open.getByLabel('Follow-up day').fill('2027-03-31');
  await open.getByLabel('Add a note').fill('Half a thought');
  await withEachFailure(page, '**/{assignment,follow-up}.data*', async (failure) => {
    await open.getByRole('button', { name: 'Assign' }).click();
    await expectSaid(page, deskFaults.en.assign, failure);
    await open.getByRole('button', { name: 'Save day' }).click();
    await expectSaid(page, deskFaults.en.followUp, failure);
    await expect(open.getByLabel('Assigned to').locator('option:checked')).toContainText(email);
    await expect(open.getByLabel('Follow-up day')).toHaveValue('2027-03-31');
    await expect(open.getByLabel('Add a note')).toHaveValue('Half a thought');
  });
  await open.getByRole('button', { name: 'Save day' }).click();
  await expect(toast(page)).toHaveText('Follow-up day saved');
  await expect(open.getByLabel('Add a note')).toHaveValue('Half a thought');
});

test('DA-4 the digest is chosen on the account page, and a failure says so', async ({
  page,
  site,
}) => {
  await openDesk(page, site);
  await page.goto('/admin/dashboard/account');
  const box = page.getByLabel(account.en.digest.label);
  const save = page.getByRole('button', { name: account.en.digest.button });
  await expect(box).not.toBeChecked();
  await box.check();
  await withEachFailure(page, '**/account/digest.data*', async (failure) => {
    await save.click();
    await expectSaid(page, deskFaults.en.digest, failure);
    await expect(box).toBeChecked();
  });
  await save.click();
  await expect(toast(page)).toContainText('Digest on');
  await page.reload();
  await expect(box).toBeChecked();
  await box.uncheck();
  await save.click();
  await expect(toast(page)).toContainText('Digest off');
});

/** A toast that says so, put away for the next one. */
async function expectSaid(page: Page, title: string, failure: string): Promise<void> {
  await expect(toast(page), failure).toContainText(title);
  await expect(toast(page), failure).toContainText(/try again/i);
  await toast(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast(page)).toHaveCount(0);
}
