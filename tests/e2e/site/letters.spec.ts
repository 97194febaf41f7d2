import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { measureOverflow } from '../support/measures.ts';
import { goHydrated } from '../support/page.ts';

// Each of these pages has a layout of its own.
const PATHS = [
  '',
  '/about',
  '/projects',
  '/projects/roche?photo=2',
  '/projects/shop-vilebrequin-gh',
  '/financial-data',
  '/contact',
];
const STANDARD_PX = 16;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const language of ['en', 'el'])
  test(`SH-9 cuts nothing and runs out nowhere at letters of 150 and 200 % (${language})`, async ({
    page,
  }) => {
    for (const path of PATHS) {
      await goHydrated(page, (language === 'el' ? '/el' : '') + path || '/');
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        for (const percent of [150, 200]) {
          await setLetters(page, percent);
          const label = `${path} at ${width} px and ${percent} %`;
          await expect.poll(() => measureOverflow(page), label).toBe(0);
          await expect.poll(() => listCutTexts(page), label).toEqual([]);
        }
      }
    }
  });

/** Enlarges the letters alone: the media queries of the page do not follow, as with a style sheet of the visitor. */
function setLetters(page: Page, percent: number) {
  return page.evaluate(
    (sizePx) => {
      document.documentElement.style.fontSize = `${sizePx}px`;
    },
    STANDARD_PX * (percent / 100),
  );
}

/** Lists the texts that stand outside the window or outside a box that cuts them and does not scroll. */
function listCutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isCut = (element: Element, line: DOMRect) => {
      for (let box = element; box !== document.body; box = box.parentElement!) {
        const { overflowX } = getComputedStyle(box);
        if (overflowX === 'auto' || overflowX === 'scroll') return false;

        const { left, right } = box.getBoundingClientRect();
        const isOutside = line.right > right + 1 || line.left < left - 1;
        if (overflowX !== 'visible' && isOutside) return true;
      }
      return line.right > document.documentElement.clientWidth + 1 || line.left < -1;
    };

    const panelsTooHigh = [...document.querySelectorAll<HTMLElement>('.panel')].filter(
      (panel) =>
        getComputedStyle(panel.parentElement!).overflowY !== 'visible' &&
        panel.offsetHeight > panel.parentElement!.clientHeight + 1,
    );

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const cutTexts = panelsTooHigh.map(({ id }) => `panel ${id}`);
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement!;
      if (element.closest('script, style, noscript, .sr-only, [aria-hidden=true], [popover]'))
        continue;

      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      if (lines.some((line) => isCut(element, line))) cutTexts.push(range.toString().trim());
    }
    return cutTexts;
  });
}
