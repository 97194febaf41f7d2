import type { Locator, Page } from '@playwright/test';
import { STATUSES } from '#db/schema.ts';
import { statusLabels } from '../../../app/content/texts/enquiry.server.ts';
import { replyTexts } from '../../../app/content/texts/reply.server.ts';
import type { ServedSite } from '../../support/servers/served-site.ts';
import { openDesk, row } from '../support/desk.ts';
import { expect, test } from '../support/journey.ts';
import { findAxeViolations } from '../support/measures.ts';
import { toast } from '../support/page.ts';

const COMPLETED_KEY = String(STATUSES.indexOf('completed') + 1);

const view = (page: Page, name: string) => page.getByRole('link', { name: `View ${name}` });
const status = (page: Page, name: string) => row(page, name).getByRole('combobox');
const enquiry = (page: Page) => page.locator('[role=dialog]');
const help = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' });

/** The keys work as soon as they are told. */
const keysAreOn = (page: Page) =>
  expect(page.locator('[aria-keyshortcuts]').first()).toBeAttached();

async function open(page: Page, site: ServedSite, more = '') {
  const query = ({ word, ids }: { word: string; ids: number[] }) =>
    `?q=${word}${more.replace('{middle}', String(ids[1]))}`;
  const deskData = await openDesk(page, site, query);
  await keysAreOn(page);
  return deskData;
}

// A refused change is answered with a 4xx, which Chromium reports on the console.
test.use({ expectedErrors: [/status of 409/], contextOptions: { reducedMotion: 'reduce' } });

test('DA-6 moves from row to row by j and k, opens by Enter and r', async ({ page, site }) => {
  const { word, ids } = await open(page, site);
  const [newestView, middleView, oldestView] = ['Newest', 'Middle', 'Oldest'].map((age) =>
    view(page, `${age} ${word}`),
  ) as [Locator, Locator, Locator];
  const message = enquiry(page).getByLabel(replyTexts.en.message, { exact: true });
  await page.keyboard.press('r');
  await page.keyboard.press('j');
  await expect(newestView).toBeFocused();
  await page.keyboard.press('j');
  await expect(middleView).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(oldestView).toBeFocused();
  await page.keyboard.press('k');
  await expect(middleView).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`enquiry=${ids[1]}$`));
  await expect(enquiry(page).locator('#enquiry-content:focus')).toContainText('<img src=x');
  await page.keyboard.press('j');
  await expect(page).toHaveURL(new RegExp(`enquiry=${ids[0]}$`));
  // The URL changes before the page does, and a key starts from the enquiry on the screen.
  await expect(enquiry(page)).toContainText(`Oldest ${word}`);
  await page.keyboard.press('k');
  await expect(page).toHaveURL(new RegExp(`enquiry=${ids[1]}$`));
  await expect(enquiry(page)).toContainText(`Middle ${word}`);
  await page.keyboard.press('k');
  await expect(page).toHaveURL(new RegExp(`enquiry=${ids[2]}$`));
  await expect(enquiry(page)).toContainText(`Newest ${word}`);
  await page.keyboard.press('Escape');
  await expect(enquiry(page)).toHaveCount(0);
  await expect(newestView).toBeFocused();
  // From wherever the focus is in a row, and on a Greek keyboard.
  await page.evaluate(() => {
    const pressed = new KeyboardEvent('keydown', { key: 'ξ', bubbles: true });
    document.activeElement!.dispatchEvent(pressed);
  });
  await expect(middleView).toBeFocused();

  await page.keyboard.press('r');
  await expect(page).toHaveURL(new RegExp(`q=${word}&enquiry=${ids[1]}&reply=1`));
  await expect(message).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(enquiry(page)).toHaveCount(0);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(enquiry(page).getByRole('heading', { level: 2 })).toHaveText(`Oldest ${word}`);
  await page.keyboard.press('r');
  await expect(page).toHaveURL(new RegExp(`enquiry=${ids[0]}&reply=1`));
  await expect(message).toBeFocused();
});

test('DA-6 sets the status of the row by 1, 2 and 3, and undoes it', async ({ page, site }) => {
  const { word } = await open(page, site);
  await page.keyboard.press('2');
  await expect(toast(page)).toHaveCount(0);
  await page.keyboard.press('j');
  await page.keyboard.press('2');
  await expect(toast(page)).toHaveText(/Status updated\s*In Progress/);
  await expect(view(page, `Newest ${word}`)).toBeFocused();
  await page.keyboard.press(COMPLETED_KEY);
  await expect(toast(page)).toHaveText(/Status updated\s*Completed/);
  await undo(page).click();
  await expect(toast(page)).toHaveText(/Change undone\s*The status is In Progress again\./);
  await expect(status(page, `Newest ${word}`)).toHaveValue('in_progress');
  // In an open enquiry they are its own.
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(enquiry(page)).toContainText(word);
  await page.keyboard.press(COMPLETED_KEY);
  await expect(enquiry(page).locator('.toast')).toHaveText(/Status updated\s*Completed/);
  await undo(page).click();
  await expect(enquiry(page)).toContainText('Completed to New');
  await page.reload();
  await expect(enquiry(page).getByLabel('Update Status')).toHaveValue('new');
});

test('DA-6 focuses the search by /, and ignores typed text', async ({ page, site }) => {
  const { word } = await open(page, site);
  await expect(page.getByRole('searchbox')).toHaveAttribute('aria-keyshortcuts', '/');
  await expect(page.getByRole('table')).toHaveAttribute('aria-keyshortcuts', 'j k');
  await page.keyboard.press('Control+j');
  await page.keyboard.press('Alt+2');
  await page.keyboard.press('Shift+J');
  await expect(page.locator('body')).toBeFocused();
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox');
  await expect(search).toBeFocused();
  await page.keyboard.type('jk?123/r');
  await expect(search).toHaveValue('jk?123/r');
  await expect(help(page)).toBeHidden();

  await page.goto(`/admin/dashboard?q=${word}&status=new`);
  await keysAreOn(page);
  await status(page, `Newest ${word}`).focus();
  await page.keyboard.press('j');
  await expect(status(page, `Newest ${word}`)).toBeFocused();

  await view(page, `Newest ${word}`).focus();
  await page.keyboard.press('j');
  await page.keyboard.press(COMPLETED_KEY);
  await expect(view(page, `Middle ${word}`)).toHaveCount(0);
  await expect(view(page, `Oldest ${word}`)).toBeFocused();
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(view(page, `Middle ${word}`)).toBeVisible();
});

test('DA-6 shows the help for keys by ?, and lets admins turn keys off', async ({ page, site }) => {
  const { word } = await open(page, site, '&enquiry={middle}');
  await expect(enquiry(page).locator('[aria-keyshortcuts~="r"]')).toHaveCount(1);
  await expect(enquiry(page).locator('[aria-keyshortcuts~="j"]')).toHaveAttribute('rel', 'next');
  await page.keyboard.press('?');
  await expect(help(page)).toContainText(
    `Set the status: ${Object.values(statusLabels.en).join(', ')}`,
  );
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press(COMPLETED_KEY);
  await page.keyboard.press('Escape');
  await expect(help(page)).toBeHidden();
  await expect(enquiry(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(enquiry(page)).toHaveCount(0);
  await expect(status(page, `Middle ${word}`)).toHaveValue('new');

  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await help(page).getByLabel('Use keyboard shortcuts in this browser').uncheck();
  await help(page).getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('?');
  await expect(help(page)).toBeHidden();
  await expect(page.locator('body')).toBeFocused();
  await expect(page.locator('[aria-keyshortcuts]')).toHaveCount(0);
});
