import type { Locator, Page } from '@playwright/test';
import { MOTION } from '../../../app/domain/limits.ts';
import { openDesk } from '../support/desk-page.ts';
import { phone } from '../support/devices.ts';
import { goHydrated, hydrated } from '../support/hydrated.ts';
import { expect, test } from '../support/journey.ts';

test.use({ expectedErrors: [/net::ERR/] });

const toast = (page: Page) => page.locator('.toast');
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** How many px two elements cover each other in height, where they do in width too. */
async function overlap(one: Locator, other: Locator): Promise<number> {
  const [a, b] = [(await one.boundingBox())!, (await other.boundingBox())!];
  const along = (from: 'x' | 'y', size: 'width' | 'height') =>
    Math.min(a[from] + a[size], b[from] + b[size]) - Math.max(a[from], b[from]);
  return along('x', 'width') > 0 ? Math.max(0, along('y', 'height')) : 0;
}

test('a toast leaves by itself, not while it is pointed at or in use; an error stays', async ({
  page,
  site,
}) => {
  const { word } = await openDesk(page, site);
  await page.clock.install();
  await page.reload();
  await hydrated(page);
  const status = row(page, `Newest ${word}`).getByRole('combobox');
  await status.selectOption('in_progress');
  await expect(toast(page)).toContainText('Status updated');
  await page.clock.fastForward(MOTION.toastStaysMs / 2);
  await expect(toast(page)).toBeVisible();
  await toast(page).hover();
  await page.clock.fastForward(MOTION.toastStaysMs * 2);
  await expect(toast(page)).toBeVisible();
  await toast(page).getByRole('button', { name: 'Dismiss' }).focus();
  await page.mouse.move(5, 5);
  await page.clock.fastForward(MOTION.toastStaysMs * 2);
  await expect(toast(page)).toBeVisible();
  await status.focus();
  await page.clock.fastForward(MOTION.toastStaysMs);
  await expect(toast(page)).toHaveCount(0);

  await page.route('**/status.data*', (route) => route.abort());
  await status.selectOption('completed');
  await expect(toast(page)).toContainText('Error updating status');
  await page.clock.fastForward(MOTION.toastStaysMs * 10);
  await expect(toast(page)).toBeVisible();
});

test.describe('on a phone', () => {
  test.use(phone);

  test('a toast does not cover what is being worked with', async ({ page, site }) => {
    const { word, ids } = await openDesk(page, site);
    for (const name of [`Newest ${word}`, `Oldest ${word}`]) {
      const status = row(page, name).getByRole('combobox');
      await status.focus();
      await status.selectOption('in_progress');
      await expect(toast(page)).toContainText('Status updated');
      await expect(status).toBeFocused();
      expect(await overlap(toast(page), status), name).toBe(0);
      await toast(page).getByRole('button', { name: 'Dismiss' }).click();
    }
    await goHydrated(page, `/admin/dashboard?q=${word}&enquiry=${ids[1]}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Update Status').selectOption('completed');
    await expect(dialog.locator('.toast')).toContainText('Status updated');
    for (const part of ['.detail__top', '.detail__body', '.detail__foot']) {
      expect(await overlap(toast(page), page.locator(part)), part).toBe(0);
    }
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a toast is a part of the page: it covers nothing', async ({ page, site }) => {
    const { word, ids } = await openDesk(page, site);
    await row(page, `Newest ${word}`).getByRole('combobox').selectOption('completed');
    await row(page, `Newest ${word}`).getByRole('button', { name: 'Update' }).click();
    await expect(toast(page)).toContainText('Status updated');
    for (const part of ['.desk__bar', '.desk__head', '.desk__table']) {
      expect(await overlap(toast(page), page.locator(part)), part).toBe(0);
    }
    await page.goto(`/admin/dashboard?q=${word}&enquiry=${ids[1]}`);
    await page.getByLabel('Add a note').fill('By hand.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(page.getByRole('dialog').locator('.toast')).toContainText('Note added');
    for (const part of ['.detail__top', '.detail__body', '.detail__foot']) {
      expect(await overlap(toast(page), page.locator(part)), part).toBe(0);
    }
  });
});
