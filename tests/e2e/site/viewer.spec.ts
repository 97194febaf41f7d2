import type { Page } from '@playwright/test';
import { about } from '#app/content/words/about.server.ts';
import { MOTION } from '#app/components/site-limits.ts';
import { phone } from '../support/devices.ts';
import { goHydrated, restingScroll } from '../support/hydrated.ts';
import { expect, test } from '../support/journey.ts';
import { swipe } from '../support/touch.ts';

const pages = [
  { path: '/projects/roche', name: 'Roche, pictures', count: 3, row: 'PD-3' },
  { path: '/about', name: `${about.en.facilities.heading}, pictures`, count: 6, row: 'A-3' },
];

const picker = (page: Page, photo: number) => page.locator(`#photo-${photo}`);
const counter = (page: Page) => page.locator('[data-viewer] [aria-live]');
const scrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** Opens a picture by its link and waits for the dialog. */
async function open(page: Page, path: string, photo: number) {
  await goHydrated(page, path);
  await picker(page, photo).scrollIntoViewIfNeeded();
  await restingScroll(page);
  await picker(page, photo).click();
  await expect(page.locator('[data-viewer]:modal')).toBeVisible();
}

for (const { path, name, count, row } of pages) {
  test.describe(`${row} ${path}`, () => {
    test(`${row} opens in place, the page behind neither scrolls nor moves`, async ({ page }) => {
      const requests: string[] = [];
      await goHydrated(page, path);
      await picker(page, 2).scrollIntoViewIfNeeded();
      const scrolled = await restingScroll(page);
      page.on('request', (request) => requests.push(request.url()));
      const before = await picker(page, 2).boundingBox();
      expect(scrolled).toBeGreaterThan(0);
      await picker(page, 2).click();
      await expect(page.getByRole('dialog', { name })).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`${path}\\?photo=2$`));
      await expect(counter(page)).toHaveText(`2 / ${count}`);
      expect(await picker(page, 2).boundingBox()).toEqual(before);
      await page.mouse.wheel(0, 600);
      await page.keyboard.press('PageDown');
      expect(await restingScroll(page)).toBe(scrolled);
      expect(requests.filter((url) => url.includes('.data'))).toEqual([]);
    });

    test(`${row} Back, Escape and the close button close it and return the focus`, async ({
      page,
    }) => {
      await open(page, path, 2);
      const scrolled = await scrollY(page);
      const closed = async () => {
        await expect(page.locator('[data-viewer]')).toHaveCount(0);
        await expect(page).toHaveURL(new RegExp(`${path}$`));
        await expect(picker(page, 2)).toBeFocused();
        await expect.poll(() => scrollY(page)).toBe(scrolled);
      };
      await page.goBack();
      await closed();
      await page.keyboard.press('Enter');
      await expect(counter(page)).toHaveText(`2 / ${count}`);
      await page.keyboard.press('ArrowRight');
      await expect(counter(page)).toHaveText(`3 / ${count}`);
      await page.keyboard.press('Escape');
      await closed();
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'Close' }).click();
      await closed();
      // Closing went back each time: nothing of the viewer is left to go back to.
      await page.goBack();
      await expect(page).toHaveURL('about:blank');
    });

    test(`${row} arrow keys and buttons move and wrap at both ends`, async ({ page }) => {
      await open(page, path, 1);
      await page.keyboard.press('ArrowLeft');
      await expect(counter(page)).toHaveText(`${count} / ${count}`);
      await expect(page).toHaveURL(new RegExp(`photo=${count}$`));
      await page.getByRole('link', { name: 'Next picture' }).click();
      await expect(counter(page)).toHaveText(`1 / ${count}`);
      await page.getByRole('link', { name: 'Previous picture' }).click();
      await expect(counter(page)).toHaveText(`${count} / ${count}`);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await expect(counter(page)).toHaveText(`2 / ${count}`);
      await page.goBack();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await expect(picker(page, 1)).toBeFocused();
    });

    test(`${row} the focus stays inside, in both directions`, async ({ page }) => {
      await open(page, path, 1);
      const focused = () => page.evaluate(() => document.activeElement?.ariaLabel);
      await expect.poll(focused).toBe('Close');
      const seen: (string | null | undefined)[] = [];
      for (let i = 0; i < 6; i++) {
        seen.push(await focused());
        await page.keyboard.press('Tab');
      }
      const round = ['Close', 'Previous picture', 'Next picture'];
      expect(seen).toEqual([...round, ...round]);
      await page.keyboard.press('Shift+Tab');
      expect(await focused()).toBe('Next picture');
    });

    test(`${row} the neighbours are loaded before they are asked for`, async ({ page }) => {
      await open(page, path, 1);
      const loaded = () =>
        page
          .locator('[data-viewer] img')
          .evaluateAll((all) =>
            (all as HTMLImageElement[]).map((image) => image.complete && image.naturalWidth > 0),
          );
      await expect.poll(loaded).toEqual([true, true, true]);
      await expect(page.locator('[data-viewer] img:visible')).toHaveCount(1);
    });

    test(`${row} an address with a picture closes to its page`, async ({ page }) => {
      await page.goto(`${path}?photo=2`);
      await expect(page.locator('[data-viewer]:modal')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await expect(picker(page, 2)).toBeFocused();
      await expect(picker(page, 2)).toBeInViewport();
    });
  });
}

test.describe('on a phone', () => {
  test.use(phone);

  test('PD-3 a swipe moves, a short one does not', async ({ page }) => {
    await open(page, '/projects/roche', 1);
    await swipe(page, { from: [300, 400], by: [-MOTION.viewerSwipePx - 20, 5] });
    await expect(counter(page)).toHaveText('2 / 3');
    await swipe(page, { from: [100, 400], by: [MOTION.viewerSwipePx + 20, 5] });
    await expect(counter(page)).toHaveText('1 / 3');
    await swipe(page, { from: [100, 400], by: [MOTION.viewerSwipePx + 20, 0] });
    await expect(counter(page)).toHaveText('3 / 3');
    await swipe(page, { from: [300, 400], by: [-MOTION.viewerSwipePx + 10, 0] });
    await swipe(page, { from: [300, 600], by: [-60, -200] });
    await page.waitForTimeout(200);
    await expect(counter(page)).toHaveText('3 / 3');
  });

  test('PD-3 the page behind does not follow a finger', async ({ page }) => {
    await open(page, '/projects/roche', 1);
    const scrolled = await scrollY(page);
    await swipe(page, { from: [200, 600], by: [0, -300] });
    await page.waitForTimeout(300);
    expect(await scrollY(page)).toBe(scrolled);
  });
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('PD-3 opens, moves and closes the same', async ({ page }) => {
    await open(page, '/projects/roche', 3);
    await page.keyboard.press('ArrowRight');
    await expect(counter(page)).toHaveText('1 / 3');
    await page.keyboard.press('Escape');
    await expect(picker(page, 3)).toBeFocused();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('A-3 the viewer opens, moves, wraps and closes by links', async ({ page }) => {
    await page.goto('/about');
    await picker(page, 6).click();
    await expect(page).toHaveURL(/\/about\?photo=6$/);
    await expect(counter(page)).toHaveText('6 / 6');
    await page.getByRole('link', { name: 'Next picture' }).click();
    await expect(counter(page)).toHaveText('1 / 6');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/about$/);
    await expect(page.locator('[data-viewer]')).toHaveCount(0);
  });
});
