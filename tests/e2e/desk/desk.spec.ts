import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { exportWords } from '../../../app/content/words/desk.server.ts';
import { signedOut } from '../../../app/content/words/auth.server.ts';
import { eleni } from '../../../db/seed/seed-enquiries.ts';
import { axeFinds } from '../support/axe.ts';
import { fillDesk as fill, fillInLogin as logIn, openDesk as open } from '../support/desk-page.ts';
import { goBeforeScript } from '../support/held-back.ts';
import { goHydrated, hydrated } from '../support/hydrated.ts';
import { expect, test } from '../support/journey.ts';

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const toast = (page: Page) => page.locator('.toast');
const dialog = (page: Page) => page.getByRole('dialog');

// A refused change is answered with a 4xx, which Chromium reports on the console.
test.use({
  expectedErrors: [/status of (404|409)|net::ERR/],
  contextOptions: { reducedMotion: 'reduce' },
});

test.describe('with JavaScript', () => {
  test('D-4 a status is saved at once, the list follows, nothing reloads', async ({
    page,
    site,
  }) => {
    const { word } = await open(page, site);
    await page.evaluate(() => Object.assign(window, { stillHere: true }));
    await row(page, `Middle ${word}`).getByRole('combobox').selectOption('in_progress');
    await expect(toast(page)).toHaveText(/Status updated\s*In Progress/);
    await expect(row(page, `Middle ${word}`).locator('[data-s]')).toHaveAttribute(
      'data-s',
      'in_progress',
    );
    await row(page, `Middle ${word}`).getByRole('combobox').selectOption('completed');
    await expect(toast(page)).toHaveText(/Status updated\s*Completed/);
    expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
    await page.reload();
    await expect(row(page, `Middle ${word}`).getByRole('combobox')).toHaveValue('completed');
  });

  test('D-4 a status chosen before the script takes over is saved, and a note stays', async ({
    page,
    site,
  }) => {
    const { word, ids } = await open(page, site);
    const release = await goBeforeScript(page, `/admin/dashboard?q=${word}&enquiry=${ids[1]}`);
    await dialog(page).getByLabel('Update Status').selectOption('in_progress');
    await dialog(page).getByLabel('Add a note').fill('Called back');
    release();
    await expect(toast(page)).toHaveText(/Status updated\s*In Progress/);
    await expect(dialog(page).getByLabel('Add a note')).toHaveValue('Called back');
  });

  test('a filter chosen before the script takes over filters', async ({ page, site }) => {
    const { word } = await open(page, site);
    const release = await goBeforeScript(page, `/admin/dashboard?q=${word}`);
    await page.getByRole('search').getByLabel('Status').selectOption('completed');
    release();
    await expect(page).toHaveURL(/status=completed/);
    await expect(page.getByRole('search').getByLabel('Status')).toHaveValue('completed');
  });

  test('D-4 a page that is read again shows what is stored, not what was chosen', async ({
    page,
    site,
    browser,
  }) => {
    const { word } = await open(page, site);
    const status = (on: Page) => row(on, `Middle ${word}`).getByRole('combobox');
    await status(page).selectOption('in_progress');
    await expect(toast(page)).toHaveText(/Status updated/);
    const other = await browser.newPage({ baseURL: site.url });
    await open(other, site);
    await goHydrated(other, `/admin/dashboard?q=${word}`);
    await status(other).selectOption('completed');
    await expect(toast(other)).toHaveText(/Status updated/);
    await page.reload();
    await hydrated(page);
    await expect(status(page)).toHaveValue('completed');
    await other.close();
  });

  test('D-4 a stale change says who changed it to what', async ({ page, site, browser }) => {
    const { word } = await open(page, site);
    const other = await browser.newPage({ baseURL: site.url });
    const { email } = await open(other, site);
    await goHydrated(other, `/admin/dashboard?q=${word}`);
    await row(other, `Newest ${word}`).getByRole('combobox').selectOption('completed');
    await expect(toast(other)).toHaveText(/Status updated/);
    await row(page, `Newest ${word}`).getByRole('combobox').selectOption('in_progress');
    await expect(toast(page)).toContainText(`${email} changed it to Completed`);
    await expect(row(page, `Newest ${word}`).getByRole('combobox')).toHaveValue('completed');
    await other.close();
  });

  test('a session that ended while the stream of news was broken leads to the login', async ({
    page,
    site,
  }) => {
    await page.route('**/admin/dashboard/events*', (route) => route.abort('connectionreset'));
    const { email } = await open(page, site);
    await site.run(['scripts/admin.ts', 'sign-out', email]);
    await page.unroute('**/admin/dashboard/events*');
    await expect(page).toHaveURL(/\/admin$/);
    await expect(page.getByRole('alert')).toContainText(signedOut.en.title);
  });

  test('D-4 a status that met the end of the session is offered after the login', async ({
    page,
    site,
  }) => {
    // Its stream of news would say that the session is over before anything is chosen.
    await page.route('**/admin/dashboard/events*', (route) => route.abort());
    const { word, email } = await open(page, site);
    await site.run(['scripts/admin.ts', 'sign-out', email]);
    await row(page, `Middle ${word}`).getByRole('combobox').selectOption('in_progress');
    await expect(page).toHaveURL(/\/admin$/);
    await expect(page.getByRole('alert')).toContainText(signedOut.en.title);
    await logIn(page, email);
    await expect(page).toHaveURL(new RegExp(`/admin/dashboard\\?q=${word}$`));
    await expect(row(page, `Middle ${word}`).getByRole('combobox')).toHaveValue('new');
    await page.getByRole('button', { name: 'Set to In Progress' }).click();
    await expect(toast(page)).toHaveText(/Status updated\s*In Progress/);
    await expect(row(page, `Middle ${word}`).getByRole('combobox')).toHaveValue('in_progress');
    await expect(page.getByRole('button', { name: 'Set to In Progress' })).toHaveCount(0);
  });

  test('D-3 a row opens the dialog; keys go on, Escape goes back', async ({ page, site }) => {
    const { word, ids } = await open(page, site);
    // The link of the row lies over its cells: the click is aimed at the place, not the cell.
    await row(page, `Newest ${word}`).getByText('A; "B"').click({ force: true });
    await expect(page).toHaveURL(new RegExp(`enquiry=${ids[2]}$`));
    await expect(dialog(page).getByRole('heading', { name: `Newest ${word}` })).toBeFocused();
    await page.getByRole('link', { name: 'Privacy requests' }).focus();
    await expect(page.getByRole('link', { name: 'Privacy requests' })).not.toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(dialog(page).getByRole('heading', { name: `Middle ${word}` })).toBeFocused();
    await expect(dialog(page).getByText('<img src=x onerror=alert(1)>')).toBeVisible();
    await dialog(page).getByLabel('Update Status').selectOption('completed');
    await expect(toast(page)).toHaveText(/Status updated\s*Completed/);
    await expect(dialog(page)).toContainText('New to Completed');
    await dialog(page).getByLabel('Add a note').fill('Called them.');
    await dialog(page).getByRole('button', { name: 'Add note' }).click();
    await expect(dialog(page).getByRole('article')).toContainText('Called them.');
    await page.keyboard.press('ArrowRight');
    await expect(dialog(page).getByRole('heading', { name: `Oldest ${word}` })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByRole('link', { name: `View Oldest ${word}` })).toBeFocused();
    await expect(page).toHaveURL(new RegExp(`q=${word}$`));
  });

  test('D-6 both exports download and say how many; none and failure too', async ({
    page,
    site,
  }) => {
    const { word } = await open(page, site);
    for (const name of [exportWords.en.button, exportWords.en.workbook]) {
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name }).click();
      expect((await download).suggestedFilename()).toMatch(
        /^contact-submissions-\d{4}-\d\d-\d\d\.(csv|xlsx)$/,
      );
      await expect(toast(page)).toHaveText(
        /Export successful\s*3 submissions exported to Excel format\./,
      );
      if (name !== exportWords.en.button) continue;
      const csv = await readFile(await (await download).path(), 'utf8');
      expect(csv).toContain(`"Newest ${word}";"${eleni.email}";"${eleni.phone}";"A, ""B""";`);
    }
    await page.goto('/admin/dashboard?q=nobodyatall');
    await page.getByRole('link', { name: exportWords.en.button }).click();
    await expect(toast(page)).toHaveText(
      /No data to export\s*There are no contact submissions to export\./,
    );
    await page.route('**/export.csv*', (route) => route.abort('connectionreset'));
    await page.getByRole('link', { name: exportWords.en.button }).click();
    await expect(toast(page)).toContainText('Export failed');
  });

  test('a new enquiry is announced and moves nothing', async ({ page, site }) => {
    const { word, ids } = await open(page, site);
    const place = await row(page, `Newest ${word}`).boundingBox();
    const news = page.locator('[role=search] + [role=status]');
    await expect(news).toBeEmpty();
    const [id] = await fill(site, '', [{ full_name: `Fresh ${word}` }]);
    expect(id).toBeGreaterThan(ids[2]!);
    // Within how many seconds is the server's affair: tests/requests/desk/live.test.ts.
    await expect(news).toHaveText(/\d+ new enquir(y has|ies have) arrived\. Show/);
    await expect(page).toHaveTitle(/^\(\d+\) Contact submissions/);
    expect(await row(page, `Newest ${word}`).boundingBox()).toEqual(place);
    await news.getByRole('link', { name: 'Show' }).click();
    await expect(row(page, `Fresh ${word}`)).toBeVisible();
    await expect(news).toBeEmpty();
  });

  test('axe finds nothing on any page of the desk', async ({ page, site }) => {
    const { word, ids } = await open(page, site);
    const pages = [`?q=${word}`, `?q=${word}&enquiry=${ids[1]}`, '?q=nobodyatall', '/quarantine'];
    const reply = `?enquiry=${ids[1]}&reply=1&template=1`;
    for (const path of [...pages, reply, '/person', '/templates?change=1']) {
      await page.goto(`/admin/dashboard${path}`);
      expect(await axeFinds(page)).toEqual([]);
    }
  });

  test("D-2 'Loading submissions...' while the list is on its way", async ({ page, site }) => {
    const { word } = await open(page, site);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/admin/dashboard.data*', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('search').getByLabel('Status').selectOption('new');
    await expect(page.getByText('Loading submissions...')).toBeVisible();
    release();
    await expect(page.getByText('3 shown, newest first.')).toBeVisible();
    await expect(page.locator('tbody').getByRole('row').filter({ hasText: word })).toHaveCount(3);
  });

  test('filters follow a choice, the URL and Back', async ({ page, site }) => {
    const { word } = await open(page, site);
    await row(page, `Newest ${word}`).getByRole('combobox').selectOption('completed');
    await expect(toast(page)).toBeVisible();
    await page.getByRole('search').getByLabel('Status').selectOption('completed');
    await expect(page.locator('tbody').getByRole('row')).toHaveCount(1);
    await expect(page).toHaveURL(/status=completed/);
    await page.goBack();
    await expect(page.locator('tbody').getByRole('row')).toHaveCount(3);
    await expect(page.getByRole('search').getByLabel('Status')).toHaveValue('');
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('D-3 D-4 D-6 open, update, note, close and export', async ({ page, site }) => {
    const { word } = await open(page, site);
    await row(page, `Newest ${word}`).getByRole('combobox').selectOption('completed');
    await row(page, `Newest ${word}`).getByRole('button', { name: 'Update' }).click();
    await expect(toast(page)).toHaveText(/Status updated\s*Completed/);
    await expect(page).toHaveURL(new RegExp(`q=${word}$`));
    await row(page, `Newest ${word}`).getByRole('link', { name: /^View/ }).click();
    await dialog(page).getByLabel('Update Status').selectOption('new');
    await dialog(page).getByRole('button', { name: 'Update' }).click();
    await expect(dialog(page)).toContainText('Completed to New');
    await dialog(page).getByLabel('Add a note').fill('By hand.');
    await dialog(page).getByRole('button', { name: 'Add note' }).click();
    await expect(dialog(page).getByRole('article')).toContainText('By hand.');
    await dialog(page).getByRole('link', { name: 'Close' }).last().click();
    await expect(dialog(page)).toHaveCount(0);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: exportWords.en.button }).click();
    expect(await readFile(await (await download).path(), 'utf8')).toContain(`"Oldest ${word}"`);
    await page.goto('/admin/dashboard?q=nobodyatall');
    await page.getByRole('link', { name: exportWords.en.button }).click();
    await expect(toast(page)).toContainText('No data to export');
  });
});

test.describe('without JavaScript, signed out elsewhere', () => {
  test.use({ javaScriptEnabled: false });

  test('D-4 status and note are offered after the login', async ({ page, site }) => {
    const { word, email, ids } = await open(page, site);
    await row(page, `Newest ${word}`).getByRole('combobox').selectOption('completed');
    await site.run(['scripts/admin.ts', 'sign-out', email]);
    await row(page, `Newest ${word}`).getByRole('button', { name: 'Update' }).click();
    await expect(page.getByRole('alert')).toContainText(signedOut.en.title);
    await logIn(page, email);
    await expect(page).toHaveURL(new RegExp(`q=${word}$`));
    await page.getByRole('button', { name: 'Set to Completed' }).click();
    await expect(toast(page)).toHaveText(/Status updated\s*Completed/);

    await page.goto(`/admin/dashboard?q=${word}&enquiry=${ids[0]}`);
    await page.getByLabel('Add a note').fill('By hand.');
    await site.run(['scripts/admin.ts', 'sign-out', email]);
    await page.getByRole('button', { name: 'Add note' }).click();
    await logIn(page, email);
    await expect(page.getByLabel('Add a note')).toHaveValue('By hand.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(dialog(page).getByRole('article')).toContainText('By hand.');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 700 } });

  test('D-2 rows are stacked and nothing is cut off', async ({ page, site }) => {
    const { word, ids } = await open(page, site);
    await fill(site, '', [{ full_name: `${'W'.repeat(80)} ${word}`, company: 'M'.repeat(100) }]);
    for (const path of [`?q=${word}`, `?q=${word}&enquiry=${ids[1]}`]) {
      await page.goto(`/admin/dashboard${path}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    }
    await page.goto(`/admin/dashboard?q=${word}`);
    const name = await row(page, `Newest ${word}`).getByRole('cell').nth(1).boundingBox();
    const status = await row(page, `Newest ${word}`).getByRole('cell').nth(6).boundingBox();
    expect(status!.y).toBeGreaterThan(name!.y + name!.height);
  });
});
