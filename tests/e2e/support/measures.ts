import type { Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** What axe finds wrong on a page, one line for each rule; summed up in the page itself. */
export async function axeFinds(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    // What is on its way, as letters that fade in, is looked at where it ends.
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    }
    // It collects no elements of the rules that pass, and fetches no style sheets for rules that are off.
    const options = { resultTypes: ['violations' as const], preload: false };
    const { violations } = await window.axe.run(options);
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
}

/** The least a finger needs, in px (WCAG 2.5.5). */
const TARGET_PX = 44;

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

/** Sets the browser's letters to so many px meanwhile, as its settings do; 16 are usual. */
export async function withLetters(page: Page, px: number, look: () => Promise<void>) {
  const session = await page.context().newCDPSession(page);
  const set = (standard: number) => session.send('Page.setFontSizes', { fontSizes: { standard } });
  await set(px);
  await page.waitForFunction(
    (size) => getComputedStyle(document.documentElement).fontSize === `${size}px`,
    px,
  );
  await look();
  await set(16);
  await session.detach();
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

/** What can be used with a pointer and is not reached with the Tab key: its markup. */
export async function beyondKeyboard(page: Page): Promise<string[]> {
  const count = await page.evaluate(() => {
    const usable = 'a[href], button, input:not([type=hidden]), select, textarea, summary';
    const room = document.querySelector(':modal') ?? document;
    const left = new Set(
      [...room.querySelectorAll<HTMLElement>(usable)].filter(
        (element) =>
          !element.matches(':disabled, [tabindex="-1"], input[type=radio]:not(:checked)') &&
          !element.closest('[inert]') &&
          element.checkVisibility({ visibilityProperty: true }),
      ),
    );
    addEventListener('focusin', ({ target }) => left.delete(target as HTMLElement));
    Object.assign(window, { left });
    // From wherever the focus is now: once around.
    left.delete(document.activeElement as HTMLElement);
    return left.size;
  });
  const unreached = () =>
    page.evaluate(() =>
      [...(window as unknown as { left: Set<Element> }).left].map(({ outerHTML }) =>
        outerHTML.slice(0, 120),
      ),
    );
  // The key is held down.
  const goOn = (times: number) =>
    Promise.all(Array.from({ length: times }, () => page.keyboard.down('Tab')));
  await goOn(count);
  // What scrolls is a stop on the way too.
  for (let more = 0; more < 12 && (await unreached()).length > 0; more++) await goOn(1);
  await page.keyboard.up('Tab');
  return unreached();
}

/** Adds up the layout shifts of each page that is opened, whatever caused them. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) {
        seen.shifted += (shift as PerformanceEntry & { value: number }).value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifted: number }).shifted);
}

type PaperOptions = Parameters<Page['pdf']>[0];

/** What a page is on paper: its pages, pictures and embedded fonts, counted in Chromium's PDF. */
export async function printed(page: Page, options: PaperOptions = {}) {
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true, ...options });
  const source = pdf.toString('latin1');
  const count = (pattern: RegExp) => source.match(pattern)?.length ?? 0;
  const [, width = '0', height = '0'] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(source) ?? [];
  return {
    pages: count(/\/Type \/Page\b/g),
    pictures: count(/\/Subtype \/Image\b/g),
    fonts: count(/\/FontName \/[A-Z]+\+Commissioner/g),
    millimetres: [width, height].map((points) => Math.round((Number(points) / 72) * 25.4)),
  };
}

/** The words that stand on the paper, a space between any two. */
export async function wordsOnPaper(page: Page): Promise<string> {
  await page.emulateMedia({ media: 'print' });
  const messages = await page.locator('body').innerText();
  await page.emulateMedia({ media: null });
  return messages.replace(/\s+/g, ' ');
}
