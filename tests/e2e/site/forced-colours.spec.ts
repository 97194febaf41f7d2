import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from '../support/journey.ts';
import { goHydrated } from '../support/page.ts';

test.use({
  colorScheme: 'dark',
  contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' },
});

test('SH-2 SH-9 PD-3 shows current link and Close in forced colours', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await goHydrated(page, '/about');
  await page.getByRole('button', { name: 'MENU' }).click();
  const menu = page.getByRole('dialog');
  await expect(menu.getByRole('link', { name: 'ABOUT' })).toHaveCSS(
    'text-decoration-line',
    'underline',
  );
  await expect(menu.getByRole('link', { name: 'CONTACT' })).toHaveCSS(
    'text-decoration-line',
    'none',
  );

  await goHydrated(page, '/projects/roche?photo=2');
  const close = page.getByRole('link', { name: 'Close' });
  // The ring of the focus would be seen too.
  await page.keyboard.press('Tab');
  await expect(close).not.toBeFocused();

  expect(await measureContrast(close)).toBeGreaterThan(100);
});

test('SH-9 P-12 shows the word-marks of clients in forced colours', async ({ page }) => {
  await page.goto('/');
  const wordMark = page.locator('img[src^="/clients/"]').first();
  await wordMark.scrollIntoViewIfNeeded();
  await expect.poll(() => measureContrast(wordMark)).toBeGreaterThan(100);
});

for (const { path, image } of [
  { path: '/contact', image: 'img[src^="/drawings/"]' },
  { path: '/projects/roche', image: '.cutaway__drawing' },
]) {
  test(`SH-9 shows the drawing of ${path} on paper in forced colours`, async ({ page }) => {
    await goHydrated(page, path);
    const drawing = page.locator(image).first();
    await drawing.scrollIntoViewIfNeeded();
    await page.evaluate(() => document.querySelector<HTMLElement>('.saw input')?.focus());
    await page.keyboard.press('End');
    await expect.poll(() => measureContrast(drawing)).toBeGreaterThan(200);
  });
}

/** Returns the difference between the lightest and the darkest point of an element, up to 255. */
async function measureContrast(element: Locator): Promise<number> {
  const { channels } = await sharp(await element.screenshot())
    .greyscale()
    .stats();
  return channels[0]!.max - channels[0]!.min;
}
