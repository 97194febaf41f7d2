import type { Page } from '@playwright/test';

/** Opens a page and waits until its script has taken over. */
export async function goHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** Waits until the script of a page has taken over. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => window.early === undefined);
}

/**
 * Where the page is scrolled to, in whole px, once it has come to rest. Counted in frames, so that a
 * machine that is slow to begin a scroll gets the time for it.
 */
export async function restingScroll(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let last = window.scrollY;
    for (let still = 0; still < 15; still++) {
      await frame();
      if (window.scrollY !== last) still = 0;
      last = window.scrollY;
    }
    return Math.round(last);
  });
}
