import type { Page } from '@playwright/test';

/** The context options of a phone. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export const toast = (page: Page) => page.locator('.toast');

/** Opens a page and waits until it is hydrated. */
export async function goHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForHydration(page);
}

/** Waits until the page is hydrated. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => window.early === undefined);
}

/** Holds matching requests back until the returned function is called. */
export async function holdRequests(page: Page, pattern: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await released;
    // The page may have been closed in the meantime.
    await route.continue().catch(() => {});
  });
  return release;
}

/** Opens a page without its scripts, which load when the returned function is called. */
export async function goBeforeScript(page: Page, path: string): Promise<() => void> {
  const release = await holdRequests(page, '**/assets/*.js');
  await page.goto(path, { waitUntil: 'commit' });
  return release;
}

/** Replaces each text by a <font> element and changes those of options, now and later, as the translation of Chrome does. */
export async function translatePage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const isTranslated = (text: Text) =>
      text.data.trim() !== '' &&
      text.parentElement?.closest('font, option, script, style, template, textarea') === null;

    const translate = (root: Node) => {
      const options = root instanceof Element ? root.querySelectorAll('option') : [];
      for (const option of options) option.text = option.text.replace(/^[^«].*/, '«$&»');

      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts = root instanceof Text ? [root] : [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts.filter(isTranslated)) {
        const font = document.createElement('font');
        font.textContent = text.data;
        text.replaceWith(font);
      }
    };

    translate(document.body);
    new MutationObserver((records) => {
      for (const { addedNodes } of records) addedNodes.forEach(translate);
    }).observe(document.body, { childList: true, subtree: true });
  });
}

/** Stops the page's clock, which must be installed; the test then advances the time. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
}

/** Waits for some frames, after which all observers of the page have been notified. */
export async function waitForFrames(page: Page, count = 3): Promise<void> {
  await page.evaluate(async (left) => {
    for (; left > 0; left--) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, count);
}

/**
 * Waits for 15 frames without scrolling and returns the scroll position in px. Frames and not time are
 * counted, so that a slow machine has enough time to begin a scroll.
 */
export async function readRestingScroll(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let last = window.scrollY;
    for (let stillFrames = 0; stillFrames < 15; stillFrames++) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      if (window.scrollY !== last) stillFrames = 0;
      last = window.scrollY;
    }
    return Math.round(last);
  });
}

export interface Stroke {
  from: readonly [x: number, y: number];
  distance: readonly [x: number, y: number];
  /** The duration of the touch in milliseconds, by the timestamps of its events. */
  ms?: number;
}

/** Swipes over the page with one finger. */
export async function swipe(page: Page, { from, distance, ms = 120 }: Stroke): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const steps = 6;
  const began = Date.now() - ms;
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      timestamp: (began + ms * share) / 1000,
      touchPoints:
        type === 'touchEnd'
          ? []
          : [{ x: from[0] + distance[0] * share, y: from[1] + distance[1] * share }],
    });
  await send('touchStart', 0);
  for (let i = 1; i <= steps; i++) await send('touchMove', i / steps);
  await send('touchEnd', 1);
  await session.detach();
}
