import type { Locator, Page } from '@playwright/test';
import { listProjects } from '#app/content/catalogue/projects.server.ts';
import { MOTION } from '../../../app/components/site-limits.ts';
import { expect, test } from '../support/journey.ts';
import { goHydrated, waitForFrames } from '../support/page.ts';

const cards = (page: Page) => page.locator('[aria-labelledby=featured] article');

/** Scrolls until this share of an element is in view from below. */
async function show(page: Page, element: Locator, share: number): Promise<void> {
  await element.evaluate((shown, part) => {
    const { top, height } = shown.getBoundingClientRect();
    // What waits stands 24 px lower than its place.
    scrollTo({ top: scrollY + top + part * height - innerHeight, behavior: 'instant' });
  }, share);
  await waitForFrames(page);
}

test('H-4 H-7 reveals a part once, when a quarter of it is in view', async ({ page }) => {
  await goHydrated(page, '/');
  const card = cards(page).first();
  await expect(card).toHaveAttribute('data-reveal', 'wait');
  await expect(card).toHaveCSS('opacity', '0');
  await show(page, card, MOTION.revealAtShare - 0.06);
  await expect(card).toHaveAttribute('data-reveal', 'wait');
  await show(page, card, MOTION.revealAtShare + 0.06);
  await expect(card).toHaveAttribute('data-reveal', 'done');
  await expect(card).toHaveCSS('opacity', '1');
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await waitForFrames(page);
  await expect(card).toHaveAttribute('data-reveal', 'done');

  await page.getByRole('navigation', { name: 'Main' }).getByText('PROJECTS').click();
  // A page that a link leads to has parts that wait, too.
  await expect(page.getByRole('article')).toHaveCount(listProjects('en').length);
  const last = page.getByRole('article').last();
  await expect(last).toHaveAttribute('data-reveal', 'wait');
  const first = page.locator('[data-reveal]').first();
  await expect(first).toBeInViewport();
  await expect(first).toHaveAttribute('data-reveal', '');
  await last.getByRole('link').focus();
  await expect(last).toHaveCSS('opacity', '1');

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await goHydrated(page, '/');
  await waitForFrames(page);
  await expect(page.locator('[data-reveal="wait"], [data-reveal="done"]')).toHaveCount(0);
  await expect(cards(page).last()).toHaveCSS('opacity', '1');
  await expect(cards(page).last()).toHaveCSS('translate', 'none');
  await card.scrollIntoViewIfNeeded();
  const saw = card.getByRole('slider');
  await expect(saw).toHaveAttribute('aria-valuetext', 'The whole picture');
  await waitForFrames(page, 60);
  await expect(saw).toHaveValue('0');
});
