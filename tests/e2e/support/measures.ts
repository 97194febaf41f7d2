import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Half as large as `axe.source`: each page reads it. */
const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** Returns axe's violations on a page, one line for each rule. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    // Finish animations, such as text that fades in, before the check.
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    }
    // Saves time: no elements of passing rules, and no style sheets for disabled rules.
    const options = { resultTypes: ['violations' as const], preload: false };
    const { violations } = await window.axe.run(options);
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
}

/** The minimum size of a touch target (WCAG 2.5.5). */
const TARGET_PX = 44;

/** Returns name and size of each control that is smaller than a touch target. */
export async function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const pressable =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, iframe';
    const isVisible = (element: Element) =>
      !element.closest('[inert], [aria-hidden=true]') &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    return [...document.querySelectorAll<HTMLElement>(pressable)]
      .filter(isVisible)
      .flatMap((target) => {
        const { width, height } = target.getBoundingClientRect();
        // A pseudo-element that covers a card or row enlarges the target of its link.
        const cover = getComputedStyle(target, '::after');
        const coverPx = Math.min(parseFloat(cover.width), parseFloat(cover.height));
        const covers = cover.position === 'absolute' && coverPx > least - 0.1;
        if (covers || Math.min(width, height) > least - 0.1) return [];
        const name = target.ariaLabel ?? target.textContent?.trim() ?? '';
        return [`${target.tagName} "${name}" ${Math.round(width)} × ${Math.round(height)}`];
      });
  }, TARGET_PX);
}

/** Runs `look` with another default font size of the browser, in px. */
export async function withFontSize(page: Page, px: number, look: () => Promise<void>) {
  const session = await page.context().newCDPSession(page);
  const set = (standard: number) => session.send('Page.setFontSizes', { fontSizes: { standard } });
  await set(px);
  const readSize = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  await expect.poll(readSize).toBe(`${px}px`);
  await look();
  // Some commands of a browser take the size back: the look would have seen letters of 16 px.
  expect(await readSize()).toBe(`${px}px`);
  await set(16);
  await session.detach();
}

/** Returns the horizontal overflow of the page or a dialog in px. */
export async function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const boxes = [
      document.documentElement,
      ...document.querySelectorAll('[role=dialog], [data-viewer]'),
    ];
    return Math.max(...boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  });
}

/** Lists the texts that stand outside the window or outside a box that cuts them and does not scroll. */
export function listCutTexts(page: Page): Promise<string[]> {
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

/** Returns the markup of each control that the Tab key does not reach. */
export async function findUnreachableByKeyboard(page: Page): Promise<string[]> {
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
    // The starting point counts as reached.
    left.delete(document.activeElement as HTMLElement);
    return left.size;
  });
  const unreached = () =>
    page.evaluate(() =>
      [...(window as unknown as { left: Set<Element> }).left].map(({ outerHTML }) =>
        outerHTML.slice(0, 120),
      ),
    );
  // Keeps the key pressed between the calls.
  const goOn = (times: number) =>
    Promise.all(Array.from({ length: times }, () => page.keyboard.down('Tab')));
  await goOn(count);
  // Scroll containers are additional tab stops.
  for (let extraStops = 0; extraStops < 12 && (await unreached()).length > 0; extraStops++)
    await goOn(1);
  await page.keyboard.up('Tab');
  return unreached();
}

/** Sums up all layout shifts of each opened page, including those after user input. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const total = Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) {
        total.shifted += (shift as PerformanceEntry & { value: number }).value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifted: number }).shifted);
}

/** Returns the shift of a page whose font arrives after its first paint. */
export async function measureFontShift(
  page: Page,
  shifted: () => Promise<number>,
): Promise<number> {
  const useFont = (font: string) =>
    page.evaluate(async (family) => {
      document.documentElement.style.setProperty('--font-sans', family);
      for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
    }, font);

  await useFont("'Commissioner Fallback'");
  const before = await shifted();
  await useFont('');
  return (await shifted()) - before;
}

type PaperOptions = Parameters<Page['pdf']>[0];

/** Prints a page to PDF and counts its pages, pictures and embedded fonts. */
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

/** Returns the text of the printed page with single spaces. */
export async function wordsOnPaper(page: Page): Promise<string> {
  await page.emulateMedia({ media: 'print' });
  const messages = await page.locator('body').innerText();
  await page.emulateMedia({ media: null });
  return messages.replace(/\s+/g, ' ');
}

/** The states of a control that has a pointer over it, the focus, or a finger on it. */
const CONTROL_STATES = [['hover'], ['focus', 'focus-visible'], ['hover', 'active']];

/** The least contrast of text and ground (WCAG 1.4.3). */
const LEAST_CONTRAST = 4.5;

/** Returns state, name and contrast of each button whose text is faint while it is hovered, focused or pressed. */
export async function findFaintButtons(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: BUTTONS,
  });
  const faint: string[] = [];
  for (const state of [...CONTROL_STATES, []]) {
    await Promise.all(
      nodeIds.map((nodeId) =>
        session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: state }),
      ),
    );
    const found = await page.evaluate(listFaintTexts, [BUTTONS, LEAST_CONTRAST] as const);
    faint.push(...found.map((text) => `${state.join(' ') || 'at rest'}: ${text}`));
  }
  await session.detach();
  return faint;
}

const BUTTONS = 'button, summary, .board, .plain-button';

/** Runs in the page. */
function listFaintTexts([selector, least]: readonly [string, number]): string[] {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  }
  const parse = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (color: readonly number[]) => {
    const [red = 0, green = 0, blue = 0] = color.map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const isOpaque = (color: string) => color.startsWith('rgb(');

  /** The nearest opaque ground; the board of a button is its pseudo-element. */
  const findGround = (element: Element | null): string => {
    if (!element) return 'rgb(255, 255, 255)';
    const own = getComputedStyle(element).backgroundColor;
    const board = getComputedStyle(element, '::before');
    if (element.matches('.board') && isOpaque(board.backgroundColor)) return board.backgroundColor;
    return isOpaque(own) ? own : findGround(element.parentElement);
  };

  return [...document.querySelectorAll<HTMLElement>(selector)].flatMap((button) => {
    const text = button.innerText.trim();
    if (text === '' || button.matches(':disabled') || !button.checkVisibility()) return [];
    const texts = luminance(parse(getComputedStyle(button).color).slice(0, 3));
    const ground = luminance(parse(findGround(button)).slice(0, 3));
    const contrast = (Math.max(texts, ground) + 0.05) / (Math.min(texts, ground) + 0.05);
    return contrast < least ? [`"${text}" ${contrast.toFixed(1)}:1`] : [];
  });
}
