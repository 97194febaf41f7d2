import type { Page } from '@playwright/test';

/** Opens a page and waits until its script has taken over. */
export async function goHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('a') ?? {}).some((key) => key.startsWith('__react')),
  );
}

/** Where the page is scrolled to, in whole px, once it has come to rest. */
export async function restingScroll(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const wait = () => new Promise((resolve) => setTimeout(resolve, 120));
    let last = NaN;
    while (last !== window.scrollY) {
      last = window.scrollY;
      await wait();
    }
    return Math.round(last);
  });
}
