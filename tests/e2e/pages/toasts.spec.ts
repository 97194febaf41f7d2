import type { Locator, Page } from '@playwright/test';
import { MOTION } from '../../../app/components/site-limits.ts';
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

/** Beside the place where something is said of an open enquiry, its head, its body and its foot. */
async function expectNothingCovered(page: Page): Promise<void> {
  const parts = page.locator('[role=dialog] > :not(:has(.toast))');
  await expect(parts).toHaveCount(3);
  for (const part of await parts.all()) expect(await overlap(toast(page), part)).toBe(0);
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
    await expectNothingCovered(page);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a toast is a part of the page: it covers nothing', async ({ page, site }) => {
    const { word, ids } = await openDesk(page, site);
    await row(page, `Newest ${word}`).getByRole('combobox').selectOption('completed');
    await row(page, `Newest ${word}`).getByRole('button', { name: 'Update' }).click();
    await expect(toast(page)).toContainText('Status updated');
    const parts = [
      page.getByRole('banner'),
      page.getByRole('heading', { level: 1 }),
      page.getByRole('search'),
      page.getByRole('table'),
    ];
    for (const part of parts) {
      expect(await overlap(toast(page), part), String(part)).toBe(0);
    }
    await page.goto(`/admin/dashboard?q=${word}&enquiry=${ids[1]}`);
    await page.getByLabel('Add a note').fill('By hand.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(page.getByRole('dialog').locator('.toast')).toContainText('Note added');
    await expectNothingCovered(page);
  });
});
