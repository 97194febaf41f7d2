import { createDesk, dialog, openDesk, row } from '../support/desk.ts';
import { expect, test } from '../support/journey.ts';
import { watchShifts } from '../support/measures.ts';
import { goBeforeScript, holdRequests, translatePage, waitForHydration } from '../support/page.ts';

// The desk while its page or its scripts are on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('SH-9 D-4 changes rows while styles and scripts are on their way', async ({ page, site }) => {
  const { word, ids } = await createDesk(page, site);
  const shifted = await watchShifts(page);

  const releaseStyles = await holdRequests(page, '**/assets/*.css');
  await page.goto(`/admin/dashboard?q=${word}`, { waitUntil: 'commit' });
  // An extension may measure the page before its styles are there.
  await expect(row(page, `Oldest ${word}`)).toHaveCount(1);
  await page.evaluate(() => document.body.getBoundingClientRect());
  releaseStyles();
  await waitForHydration(page);
  expect(await shifted()).toBe(0);

  const release = await goBeforeScript(page, `/admin/dashboard?q=${word}`);
  const update = page.getByRole('button', { name: 'Update' });
  await expect(update).toHaveCount(ids.length);
  const rowUpdate = row(page, `Middle ${word}`).getByRole('button', { name: 'Update' });
  await expect(rowUpdate).toBeInViewport({ ratio: 1 });
  await page.getByRole('checkbox', { name: `Oldest ${word}` }).check();
  await expect(page.locator('#selection').getByRole('button', { name: 'Apply' })).toBeInViewport();
  const shiftedInList = await shifted();
  release();
  await expect(update).toHaveCount(0);
  expect(await shifted()).toBe(shiftedInList);

  const releaseEnquiry = await goBeforeScript(page, `/admin/dashboard?q=${word}&enquiry=${ids[0]}`);
  await expect(dialog(page).getByRole('button', { name: 'Update' })).toBeInViewport({ ratio: 1 });
  const shiftedInEnquiry = await shifted();
  releaseEnquiry();
  await waitForHydration(page);
  await expect(dialog(page).getByRole('button', { name: 'Update' })).toHaveCount(0);
  expect(await shifted()).toBe(shiftedInEnquiry);

  await goBeforeScript(page, `/admin/dashboard?q=${word}`);
  await row(page, `Middle ${word}`).getByRole('combobox').selectOption('completed');
  await rowUpdate.click();
  await expect(page.locator('.toast')).toContainText('Status updated');
});

test('SH-9 works while the browser translates the desk', async ({ page, site }) => {
  const { word } = await openDesk(page, site);
  await translatePage(page);
  await row(page, `Middle ${word}`).getByRole('combobox').selectOption('completed');
  await expect(page.locator('.toast')).toContainText('Status updated');
  await row(page, `Oldest ${word}`).getByRole('link', { name: /^View/ }).click();
  await dialog(page).getByLabel('Add a note').fill('Called back');
  await dialog(page).getByRole('button', { name: 'Add note' }).click();
  await expect(dialog(page).getByRole('article')).toContainText('Called back');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
});
