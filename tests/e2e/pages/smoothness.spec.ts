import type { Page } from '@playwright/test';
import { publicPages } from '../../../app/content/pages.server.ts';
import { devices, phone } from '../support/devices.ts';
import { goHydrated } from '../support/hydrated.ts';
import { expect, test } from '../support/journey.ts';
import { traceStyles } from '../support/style-trace.ts';

const MOST_SHIFT = 0.01;
/** So many pages are one test's: enough to be worth a browser window, few enough to share out. */
const PAGES = 8;

/** Adds up the layout shifts of a page, as the browser reports them. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & Shift;
        if (!hadRecentInput) seen.shift += value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

interface Shift {
  value: number;
  hadRecentInput: boolean;
}

const shiftOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift);

async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Nothing shifts while a browser that is short of time draws nothing: it is not waited for.
    const frame = () =>
      new Promise((resolve) => {
        requestAnimationFrame(resolve);
        setTimeout(resolve, 500);
      });
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y);
      await frame();
      await frame();
    }
  });
}

function groups(paths: readonly string[], size: number): string[][] {
  const count = Math.ceil(paths.length / size);
  return Array.from({ length: count }, (_, i) => paths.slice(i * size, (i + 1) * size));
}

for (const [device, options] of devices) {
  test.describe(device, () => {
    test.use(options);

    for (const paths of groups(
      publicPages.map(({ path }) => path),
      PAGES,
    )) {
      test(`SH-7 no public page shifts or says anything on the console: ${paths[0]} and on`, async ({
        page,
      }) => {
        await watchShifts(page);
        const messages: string[] = [];
        page.on('console', (message) => messages.push(`${page.url()}: ${message.text()}`));
        for (const path of paths) {
          await page.goto(path);
          await scrollThrough(page);
          expect(await shiftOf(page), path).toBeLessThanOrEqual(MOST_SHIFT);
        }
        expect(messages).toEqual([]);
      });
    }
  });
}

test.describe('on a phone', () => {
  test.use(phone);

  for (const path of ['/', '/about', '/projects', '/projects/roche', '/contact']) {
    test(`the script that takes over ${path} does not have all of it styled anew`, async ({
      page,
    }) => {
      const trace = await traceStyles(page);
      await goHydrated(page, path);
      await page.waitForLoadState('networkidle');
      const elements = await page.evaluate(() => document.querySelectorAll('body *').length);
      const restyled = await trace.elementsStyledSincePaint();
      expect(restyled).toBeLessThan(elements / 2);
    });
  }
});
