import type { Page } from '@playwright/test';

/** The least a finger needs, in px (WCAG 2.5.5). */
export const TARGET_PX = 44;

/** Whatever can be pressed and is smaller than a fingertip: its name and size. */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const pressable =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, iframe';
    const seen = (element: Element) =>
      !element.closest('[inert], [aria-hidden=true]') &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    return [...document.querySelectorAll<HTMLElement>(pressable)].filter(seen).flatMap((target) => {
      const { width, height } = target.getBoundingClientRect();
      // What covers a card or row counts for its link.
      const cover = getComputedStyle(target, '::after');
      const covers = cover.position === 'absolute' && cover.inset === '0px';
      if (covers || Math.min(width, height) > least - 0.1) return [];
      const name = target.ariaLabel ?? target.textContent?.trim() ?? '';
      return [`${target.tagName} "${name}" ${Math.round(width)} × ${Math.round(height)}`];
    });
  }, TARGET_PX);
}

/** Makes the browser's letters twice as large, as its settings do. */
export async function doubleLetters(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await page.waitForFunction(() => getComputedStyle(document.documentElement).fontSize === '32px');
}

/** By how many px the page, or a dialog in it, can be moved sideways. */
export async function sideways(page: Page): Promise<number> {
  return page.evaluate(() => {
    const boxes = [
      document.documentElement,
      ...document.querySelectorAll('[role=dialog], [data-viewer]'),
    ];
    return Math.max(...boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  });
}
