import { expect, test } from '../support/journey.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('PD-3 the viewer opens, moves and closes by links', async ({ page }) => {
    await page.goto('/projects/roche');
    await page.getByRole('link', { name: /3 \/ 3/ }).click();
    await expect(page).toHaveURL(/\?photo=3$/);
    await page.getByRole('link', { name: 'Next picture' }).click();
    await expect(page.getByRole('dialog', { name: 'Roche, pictures' })).toContainText('1 / 3');
    await page.getByRole('link', { name: 'Close' }).click();
    await expect(page).toHaveURL(/\/projects\/roche$/);
    await expect(page.getByRole('dialog', { name: 'Roche, pictures' })).toHaveCount(0);
  });

  test('PR-1 the filter narrows the list and lets it go again', async ({ page }) => {
    await page.goto('/projects');
    await page.getByText('Filter').click();
    await page.getByRole('link', { name: 'Golf Club 3' }).click();
    await expect(page.getByRole('article')).toHaveCount(3);
    await page.getByRole('link', { name: 'All', exact: true }).first().click();
    await expect(page.getByRole('article')).toHaveCount(22);
  });
});
