import type { Page } from '@playwright/test';
import { deliverSlowly } from '../../support/servers/slow-delivery.ts';
import { phone } from '../support/devices.ts';
import { hydrated, restingScroll } from '../support/hydrated.ts';
import { expect, test } from '../support/journey.ts';

type LayoutShift = PerformanceEntry & { value: number };

/** Adds up the layout shifts of each page that is opened, whatever caused them. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) seen.shifted += (shift as LayoutShift).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifted: number }).shifted);
}

for (const [device, use] of Object.entries({ phone, desktop: {} })) {
  test.describe(`on a ${device}`, () => {
    test.use(use);

    test('nothing moves while a page that is made for its visitor arrives bit by bit', async ({
      page,
      site,
    }) => {
      const shifted = await watchShifts(page);
      const slow = await deliverSlowly(site.url);
      try {
        for (const path of ['/contact', '/admin', '/admin?forgot', '/reset-password']) {
          await page.goto(slow.url + path);
          await hydrated(page);
          if (path === '/reset-password') await expect(page.getByRole('alert')).toBeVisible();
          await restingScroll(page);
          expect(await shifted(), path).toBe(0);
        }
      } finally {
        await slow.stop();
      }
    });
  });
}

for (const late of ['latin', 'greek', 'latin|greek']) {
  test.describe(`letters of ${late} that come late`, () => {
    test.use(phone);

    test('move no line', async ({ page }) => {
      const shifted = await watchShifts(page);
      await page.route(new RegExp(`commissioner-(${late})`), async (route) => {
        await page.locator('h1').waitFor();
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
        await route.continue();
      });
      for (const path of ['/', '/projects/roche', '/el', '/el/projects/roche']) {
        await page.goto(path);
        await page.evaluate(() => document.fonts.ready);
        await restingScroll(page);
        // What is left are letters that grow by parts of a pixel where they stand.
        expect(await shifted(), path).toBeLessThan(0.001);
      }
    });
  });
}
