import { expect, test } from '../support/journey.ts';
import { goHydrated } from '../support/page.ts';

// Reduced motion makes pages change at once: these tests are about the new page, not about the
// change.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const GRAPH = 'script[type="application/ld+json"]';

test('SE-2 SE-3 only the open page has its head and its JSON-LD', async ({ page }) => {
  await goHydrated(page, '/projects/roche');
  expect(JSON.parse((await page.locator(GRAPH).textContent())!)).toHaveProperty('@graph');
  await page.locator('.project-gallery a').first().click();
  await expect(page).toHaveURL(/photo=2/);
  await expect(page.locator(GRAPH)).toHaveCount(1);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveTitle(/^About/);
  await expect(page.locator(GRAPH)).toHaveCount(0);
  for (const name of ['property="og:image:alt"', 'property="og:url"', 'name="twitter:image:alt"']) {
    await expect(page.locator(`meta[${name}]`)).toHaveCount(1);
  }
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /og\/about/);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/about$/);
  await page.goBack();
  await expect(page).not.toHaveTitle(/^About/);
  await expect(page.locator(GRAPH)).toHaveCount(0);
  await page.reload();
  await expect(page.locator(GRAPH)).toHaveCount(1);
});
