import type { Page } from '@playwright/test';

/** What a browser on a phone says of itself. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export const toast = (page: Page) => page.locator('.toast');

/** Opens a page and waits until its script has taken over. */
export async function goHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** Waits until the script of a page has taken over. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => window.early === undefined);
}

/** Keeps the files of a pattern from arriving until the function it returns is called. */
export async function holdBack(page: Page, pattern: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await released;
    // The page may have gone meanwhile.
    await route.continue().catch(() => {});
  });
  return release;
}

/** Opens a page whose script waits until the answer is called. */
export async function goBeforeScript(page: Page, path: string): Promise<() => void> {
  const release = await holdBack(page, '**/assets/*.js');
  await page.goto(path, { waitUntil: 'commit' });
  return release;
}

/** From here on time passes only when the test says so; the clock has to be installed. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
}

/** Waits for so many frames: by then what an observer of the page has to tell has been told. */
export async function frames(page: Page, count = 3): Promise<void> {
  await page.evaluate(async (left) => {
    for (; left > 0; left--) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, count);
}

/**
 * Where the page is scrolled to, in whole px, once it has come to rest. Counted in frames, so that a
 * machine that is slow to begin a scroll gets the time for it.
 */
export async function restingScroll(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let last = window.scrollY;
    for (let still = 0; still < 15; still++) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      if (window.scrollY !== last) still = 0;
      last = window.scrollY;
    }
    return Math.round(last);
  });
}

export interface Stroke {
  from: readonly [x: number, y: number];
  by: readonly [x: number, y: number];
  /** How long the finger is on the glass, by the clock of the touch screen. */
  ms?: number;
}

/** Draws one finger over the page, as the device would report it. */
export async function swipe(page: Page, { from, by, ms = 120 }: Stroke): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const steps = 6;
  const began = Date.now() - ms;
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      timestamp: (began + ms * share) / 1000,
      touchPoints:
        type === 'touchEnd' ? [] : [{ x: from[0] + by[0] * share, y: from[1] + by[1] * share }],
    });
  await send('touchStart', 0);
  for (let i = 1; i <= steps; i++) await send('touchMove', i / steps);
  await send('touchEnd', 1);
  await session.detach();
}
