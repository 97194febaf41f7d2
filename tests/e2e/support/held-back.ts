import type { Page } from '@playwright/test';

/** Keeps the files of a pattern from arriving until the function it returns is called. */
export async function holdBack(page: Page, pattern: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
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
