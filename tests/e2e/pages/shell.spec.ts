import { expect, test } from '../support/journey.ts';

test('the home page loads without a console message', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
