import type { Page } from '@playwright/test';
import { MOTION } from '#app/components/site-limits.ts';
import { phone } from '../support/devices.ts';
import { goHydrated, restingScroll } from '../support/hydrated.ts';
import { expect, test } from '../support/journey.ts';
import { swipe } from '../support/touch.ts';

test.use(phone);

const enough = MOTION.swipeUpPx + 20;
const start: [number, number] = [200, 600];

const labelled = (heading: string) => `[aria-labelledby=${heading}]`;

/** How far below the header's edge a section begins, in px. */
function below(page: Page, section: string) {
  return page.locator(section).evaluate((element) => {
    const { scrollPaddingTop } = getComputedStyle(document.documentElement);
    return Math.round(element.getBoundingClientRect().top - parseFloat(scrollPaddingTop));
  });
}

/** Scrolls until the section begins so far below the header. */
async function bring(page: Page, section: string, to: number) {
  const by = (await below(page, section)) - to;
  await page.evaluate((top) => window.scrollBy({ top, behavior: 'instant' }), by);
  await restingScroll(page);
}

test('A-9 a swipe up of more than 50 px goes on to the section that has come into view', async ({
  page,
}) => {
  await goHydrated(page, '/about');
  for (const section of [
    labelled('words'),
    labelled('facilities'),
    '#mission',
    '#values',
    labelled('why'),
  ]) {
    await bring(page, section, 500);
    await swipe(page, { from: start, by: [0, -enough] });
    await expect
      .poll(async () => Math.abs(await below(page, section)), section)
      .toBeLessThanOrEqual(2);
    await restingScroll(page);
    expect(Math.abs(await below(page, section)), section).toBeLessThanOrEqual(2);
  }
});

test('A-9 a shorter, a slow, a sideways swipe and one down only scroll', async ({ page }) => {
  await goHydrated(page, '/about');
  const strokes = [
    { by: [0, -(MOTION.swipeUpPx - 10)] },
    { by: [0, -enough], ms: MOTION.swipeUpMs + 300 },
    { by: [-200, -enough] },
    { by: [0, enough] },
  ] as const;
  for (const stroke of strokes) {
    await bring(page, labelled('facilities'), 500);
    await swipe(page, { from: start, ...stroke });
    await restingScroll(page);
    expect(await below(page, labelled('facilities')), JSON.stringify(stroke)).toBeGreaterThan(300);
  }
});

test('A-9 what was not on the screen yet is not skipped', async ({ page }) => {
  await goHydrated(page, '/about');
  await bring(page, '#certificates', 1600);
  const before = await restingScroll(page);
  await swipe(page, { from: start, by: [0, -enough] });
  expect((await restingScroll(page)) - before).toBeLessThan(844);
  expect(await below(page, '#certificates')).toBeGreaterThan(600);
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('A-9 a swipe scrolls, no more', async ({ page }) => {
    await goHydrated(page, '/about');
    await bring(page, labelled('facilities'), 500);
    await swipe(page, { from: start, by: [0, -enough] });
    await restingScroll(page);
    expect(await below(page, labelled('facilities'))).toBeGreaterThan(300);
  });
});
