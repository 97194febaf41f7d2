import { projects } from '../../../app/content/catalogue/projects.server.ts';
import type { Locator, Page } from '@playwright/test';
import { MOTION } from '../../../app/components/site-limits.ts';
import { devices } from '../support/devices.ts';
import { goHydrated } from '../support/hydrated.ts';
import { expect, test } from '../support/journey.ts';

const states = (page: Page) =>
  page.locator('[data-reveal]').evaluateAll((all) => {
    return all.map((element) => (element as HTMLElement).dataset['reveal']);
  });
const cards = (page: Page) => page.locator('[aria-labelledby=featured] article');

/** Scrolls until this share of an element is in view from below. */
async function show(element: Locator, share: number): Promise<void> {
  await element.evaluate((shown, part) => {
    const { top, height } = shown.getBoundingClientRect();
    // What waits stands 24 px lower than its place.
    scrollTo({ top: scrollY + top + part * height - innerHeight, behavior: 'instant' });
  }, share);
}

for (const [device, options] of devices) {
  test.describe(device, () => {
    test.use(options);

    test('H-7 a part appears once, when a quarter of it is in view', async ({ page }) => {
      await page.goto('/');
      const card = cards(page).first();
      await expect(card).toHaveAttribute('data-reveal', 'wait');
      await expect(card).toHaveCSS('opacity', '0');
      await show(card, MOTION.revealAtShare - 0.06);
      await page.waitForTimeout(200);
      await expect(card).toHaveAttribute('data-reveal', 'wait');
      await show(card, MOTION.revealAtShare + 0.06);
      await expect(card).toHaveAttribute('data-reveal', 'done');
      await expect(card).toHaveCSS('opacity', '1');
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      await page.waitForTimeout(200);
      await expect(card).toHaveAttribute('data-reveal', 'done');
    });
  });
}

test('H-7 what is in view at load is never hidden', async ({ page }) => {
  await page.goto('/projects');
  await expect(page.locator('[data-reveal="wait"]').first()).toBeAttached();
  const first = page.locator('[data-reveal]').first();
  await expect(first).toBeInViewport();
  await expect(first).toHaveAttribute('data-reveal', '');
});

test('H-7 it also works on a page that a link leads to', async ({ page }) => {
  await goHydrated(page, '/');
  await page.getByRole('navigation', { name: 'Main' }).getByText('PROJECTS').click();
  await expect(page.getByRole('article')).toHaveCount(projects.en.length);
  const last = page.getByRole('article').last();
  await expect(last).toHaveAttribute('data-reveal', 'wait');
  await last.scrollIntoViewIfNeeded();
  await expect(last).toHaveAttribute('data-reveal', 'done');
});

test('H-7 the focus brings what it reaches into view', async ({ page }) => {
  await page.goto('/projects');
  const last = page.getByRole('article').last();
  await expect(last).toHaveAttribute('data-reveal', 'wait');
  await last.getByRole('link').focus();
  await expect(last).toHaveCSS('opacity', '1');
});

test('H-7 with reduced motion nothing waits', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect(page.getByRole('banner')).toHaveCSS('position', 'fixed');
  await page.waitForTimeout(500);
  expect(new Set(await states(page))).toEqual(new Set(['']));
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('H-7 everything can be seen', async ({ page }) => {
    await page.goto('/');
    for (const card of await cards(page).all()) {
      await expect(card).toHaveCSS('opacity', '1');
      await expect(card).toHaveCSS('translate', 'none');
    }
  });
});
