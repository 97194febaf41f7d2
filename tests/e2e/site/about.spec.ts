import type { Page } from '@playwright/test';
import { MOTION } from '../../../app/components/site-limits.ts';
import { expect, test } from '../support/journey.ts';
import {
  goHydrated,
  phone,
  readRestingScroll,
  stopClock,
  swipe,
  waitForHydration,
  type Stroke,
} from '../support/page.ts';

const panels = ['mission', 'philosophy', 'values', 'procedures', 'certificates'];
const row = (page: Page) => page.locator('[data-strip] [role=region]');
const rowLeft = (page: Page) => row(page).evaluate((scroller) => scroller.scrollLeft);
const frequently = { intervals: [20] };
const certificate = (page: Page) => page.locator('#certificates a').last();

/**
 * Measures the strip, from the top of the window (negative once it has passed), and the row in it.
 */
function measure(page: Page) {
  return page.evaluate(() => {
    const strip = document.querySelector<HTMLElement>('[data-strip]')!;
    const scroller = strip.querySelector<HTMLElement>('[role=region]')!;
    const pin = scroller.parentElement!;
    return {
      top: strip.getBoundingClientRect().top,
      pinTop: pin.getBoundingClientRect().top,
      range: strip.offsetHeight - pin.offsetHeight,
      left: scroller.scrollLeft,
      maxLeft: scroller.scrollWidth - scroller.clientWidth,
    };
  });
}

/**
 * Returns whether the row has the position that follows from the scrolling of the page, within 2
 * px.
 */
async function inStep(page: Page) {
  await readRestingScroll(page);
  const { top, range, left, maxLeft } = await measure(page);
  const share = Math.min(1, Math.max(0, -top / range));
  return Math.abs(left - share * maxLeft) <= 2;
}

async function scrollToStrip(page: Page) {
  await page.evaluate(() => {
    const { top } = document.querySelector('[data-strip]')!.getBoundingClientRect();
    window.scrollTo({ top: top + window.scrollY, behavior: 'instant' });
  });
  await readRestingScroll(page);
}

test('A-8 moves the row of panels by the wheel, and is never a trap', async ({ page }) => {
  await goHydrated(page, '/about');
  await scrollToStrip(page);
  await page.mouse.move(700, 450);
  await page.mouse.wheel(0, 251);
  await expect.poll(() => inStep(page)).toBe(true);
  // A trackpad moves sideways.
  const positionBefore = await measure(page);
  await page.mouse.wheel(600, 0);
  await expect
    .poll(async () => (await measure(page)).left - positionBefore.left)
    .toBeCloseTo(600, -1);
  await expect
    .poll(async () => positionBefore.top - (await measure(page)).top)
    .toBeCloseTo(600, -1);
  await page.locator('[data-strip] nav a').last().focus();
  await page.keyboard.press('Tab');
  await expect(row(page)).toBeFocused();
  const { left } = await measure(page);
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
  await expect.poll(() => rowLeft(page)).toBeGreaterThan(left + 100);
  await expect.poll(() => inStep(page)).toBe(true);

  await scrollToStrip(page);
  const { range, maxLeft } = await measure(page);
  expect(maxLeft).toBeGreaterThan(4000);
  const currentLinks = new Set<string | null>();
  let turns = 0;
  while (!(await page.locator('#why').isVisible()) || (await measure(page)).top > -range - 450) {
    const previousY = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, 400);
    await expect.poll(() => page.evaluate(() => scrollY), frequently).toBeGreaterThan(previousY);
    const { top, pinTop } = await measure(page);
    if (top < 0 && top > -range) expect(Math.abs(pinTop)).toBeLessThanOrEqual(1);
    currentLinks.add(await page.locator('[data-strip] nav [aria-current]').getAttribute('href'));
    expect(turns++).toBeLessThan(40);
  }
  expect([...currentLinks]).toEqual(panels.map((id) => `#${id}`));
  await expect.poll(() => rowLeft(page)).toBeCloseTo(maxLeft, -1);
  for (let i = 0; i < turns; i++) await page.mouse.wheel(0, -400);
  await expect.poll(() => rowLeft(page)).toBe(0);
});

test('A-8 leads a URL, a reload, Tab and the index to the right panel', async ({ page }) => {
  await page.goto('/about#certificates');
  const index = page.locator('[data-strip] nav a');
  await expect(index.last()).toHaveAttribute('aria-current', 'true');
  await expect.poll(() => inStep(page)).toBe(true);
  await expect(page.locator('#certificates h2')).toBeInViewport();
  const previousLeft = await rowLeft(page);
  await page.reload();
  await expect.poll(async () => Math.abs((await rowLeft(page)) - previousLeft)).toBeLessThan(3);
  await waitForHydration(page);
  for (const panel of ['mission', 'procedures']) {
    const link = page.locator(`[data-strip] nav a[href="#${panel}"]`);
    await link.press('Enter');
    await expect.poll(() => inStep(page)).toBe(true);
    await expect(link).toHaveAttribute('aria-current', 'true');
    await expect(page.locator('[data-strip] nav [aria-current]')).toHaveCount(1);
    await expect(page.locator(`#${panel} > h2`)).toBeInViewport();
    await expect(page.locator(`#${panel}`)).toBeFocused();
  }
  await index.last().focus();
  for (let i = 0; i < 9; i++) {
    await page.keyboard.press('Tab');
    if (await certificate(page).evaluate((link) => link === document.activeElement)) break;
  }
  await expect.poll(() => inStep(page)).toBe(true);
  await expect(certificate(page)).toBeInViewport({ ratio: 1 });
  for (let i = 0; i < 3; i++) await page.keyboard.press('Shift+Tab');
  await expect.poll(() => inStep(page)).toBe(true);
  await expect(page.locator(':focus')).toBeInViewport();
});

test('A-5 A-8 shows each panel whole, and stacks them on a small screen', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 805 });
  await goHydrated(page, '/el/about');
  const hidden = () => row(page).evaluate((box) => box.scrollHeight - box.clientHeight);
  await expect.poll(hidden).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  const offsets = await page
    .locator('[data-strip] section > h2')
    .evaluateAll((headings) =>
      headings.map(
        (heading) =>
          heading.getBoundingClientRect().top - heading.parentElement!.getBoundingClientRect().top,
      ),
    );
  expect(new Set(offsets).size, String(offsets)).toBe(1);
  // Its drawings fill the panel of the procedures.
  const unused = await page.locator('#procedures').evaluate((panel) => {
    const bottoms = [...panel.querySelectorAll('p')].map(
      (text) => text.getBoundingClientRect().bottom,
    );
    return (panel.getBoundingClientRect().bottom - Math.max(...bottoms)) / panel.clientHeight;
  });
  expect(unused).toBeLessThan(0.15);

  await goHydrated(page, '/about');
  await expect.poll(hidden).toBe(0);
  await page.setViewportSize({ width: 1024, height: 600 });
  await expect.poll(hidden).toBe(0);
  for (const viewport of [phone.viewport, { width: 1440, height: 560 }]) {
    await page.setViewportSize(viewport);
    await expect.poll(async () => (await measure(page)).maxLeft).toBe(0);
    const tops = await page
      .locator('[data-strip] section')
      .evaluateAll((all) => all.map((panel) => panel.getBoundingClientRect().top));
    expect(tops).toHaveLength(panels.length);
    expect(tops.every((top, i) => i === 0 || top > tops[i - 1]! + 100)).toBe(true);
    expect(await rowLeft(page)).toBe(0);
  }

  // At any width the panels are on the grid of the page, the last one too.
  const getLeft = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => element.getBoundingClientRect().left);
  for (const width of [1024, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    const edge = await getLeft('#why');
    const fence = await getLeft('[aria-labelledby=words] > p');
    const indexOffset = async () => Math.abs((await getLeft('[data-strip] nav a')) - edge);
    await expect.poll(indexOffset, 'index').toBeLessThan(1);
    for (const panel of ['mission', 'certificates']) {
      await page.locator(`[data-strip] nav a[href="#${panel}"]`).press('Enter');
      const offset = async () => Math.abs((await getLeft(`#${panel} > h2`)) - edge);
      await expect.poll(offset, `${panel}, ${width} px`).toBeLessThan(2);
      const content = await getLeft(`#${panel} > :last-child`);
      expect(Math.abs(content - fence), `${panel}, ${width} px`).toBeLessThan(3);
    }
  }
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('A-5 A-8 moves neither page nor row, and highlights no step', async ({ page }) => {
    await showProcedures(page);
    for (let turn = 0; turn < 3; turn++) {
      await expect(highlighted(page)).toHaveCount(0);
      await pass(page, step);
    }
    await expect(page.getByRole('button', { name: /the procedures/ })).toHaveCount(0);
    await page.clock.resume();
    await page.locator('[data-strip] nav a[href="#mission"]').click();
    await scrollToStrip(page);
    expect((await measure(page)).range).toBe(0);
    await page.mouse.move(700, 450);
    const previousScroll = await readRestingScroll(page);
    await page.mouse.wheel(0, 300);
    await expect.poll(() => readRestingScroll(page)).toBeGreaterThan(previousScroll);
    expect(await rowLeft(page)).toBe(0);
    const scrollBefore = await readRestingScroll(page);
    await page.mouse.wheel(500, 0);
    await expect.poll(() => rowLeft(page)).toBeGreaterThan(300);
    expect(await readRestingScroll(page)).toBe(scrollBefore);
  });
});

const highlighted = (page: Page) => page.locator('#procedures li[data-on] h3');
const step = MOTION.procedureStepMs;

/** Shows the procedures; from then on time passes only when the test says so. */
async function showProcedures(page: Page): Promise<void> {
  await page.clock.install();
  await goHydrated(page, '/about');
  // It rests while it is out of view.
  await page.clock.runFor(step * 2);
  await expect(highlighted(page)).toHaveCount(0);
  await page.locator('#procedures').evaluate((panel) => panel.scrollIntoView());
  await readRestingScroll(page);
  await stopClock(page);
}

/** Lets time pass and waits until the page has set up its next step. */
async function pass(page: Page, ms: number): Promise<void> {
  await page.clock.runFor(ms);
  await page.evaluate(async () => {
    for (let turn = 0; turn < 3; turn++) {
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
    }
  });
}

test('A-5 highlights six steps in turn, and waits for a pointer', async ({ page }) => {
  await showProcedures(page);
  const names = await page.locator('#procedures h3').allTextContents();
  expect(names).toHaveLength(6);
  await expect(highlighted(page)).toHaveCount(1);
  // Held and let go, the step that it is at has its whole time before it.
  const pause = page.getByRole('button', { name: 'Pause the animation' });
  await expect(pause).toBeInViewport();
  await pause.press('Enter');
  const pausedText = (await highlighted(page).textContent()) ?? '';
  await pass(page, step * 2);
  await expect(highlighted(page)).toHaveText(pausedText);
  await page.getByRole('button', { name: 'Start the animation' }).press('Enter');
  await expect(pause).toBeVisible();
  await pass(page, 0);
  const first = names.indexOf(pausedText);
  for (let turn = 1; turn <= 6; turn++) {
    await pass(page, step - 1);
    await expect(highlighted(page)).toHaveText(names[(first + turn - 1) % 6]!);
    await pass(page, 1);
    await expect(highlighted(page)).toHaveText(names[(first + turn) % 6]!);
  }
  await page.getByText('Production Line').hover();
  await expect(highlighted(page)).toHaveText('Production Line');
  await pass(page, step * 2);
  await expect(highlighted(page)).toHaveText('Production Line');
  await page.mouse.move(10, 300);
  await pass(page, step);
  await expect(highlighted(page)).toHaveText('Quality Control');
});

test.describe('on a phone', () => {
  test.use(phone);

  const swipePx = MOTION.swipeUpPx + 20;
  const start: [number, number] = [200, 600];
  const labelled = (heading: string) => `[aria-labelledby=${heading}]`;

  /** How far below the header's edge a section begins, in px. */
  function measureTop(page: Page, section: string) {
    return page.locator(section).evaluate((element) => {
      const { scrollPaddingTop } = getComputedStyle(document.documentElement);
      return Math.round(element.getBoundingClientRect().top - parseFloat(scrollPaddingTop));
    });
  }

  /** Scrolls until the section begins so far below the header. */
  async function bring(page: Page, section: string, to: number) {
    const offset = (await measureTop(page, section)) - to;
    await page.evaluate((top) => window.scrollBy({ top, behavior: 'instant' }), offset);
    await readRestingScroll(page);
  }

  test('A-9 moves to the next section after a swipe up of 50 px', async ({ page }) => {
    await goHydrated(page, '/about');
    for (const section of [labelled('words'), '#mission']) {
      await bring(page, section, 500);
      await swipe(page, { from: start, distance: [0, -swipePx] });
      const measureOffset = async () => Math.abs(await measureTop(page, section));
      await expect.poll(measureOffset, section).toBeLessThanOrEqual(2);
      await readRestingScroll(page);
      expect(await measureOffset(), section).toBeLessThanOrEqual(2);
    }
    /** The stroke scrolls as a finger does, and no further. */
    const expectScrolled = async (section: string, from: number, stroke: Omit<Stroke, 'from'>) => {
      await bring(page, section, from);
      await swipe(page, { from: start, ...stroke });
      await readRestingScroll(page);
      expect(await measureTop(page, section), JSON.stringify(stroke)).toBeGreaterThan(300);
    };
    const facilities = labelled('facilities');
    for (const stroke of [
      { distance: [0, -(MOTION.swipeUpPx - 10)] },
      { distance: [0, -swipePx], ms: MOTION.swipeUpMs + 300 },
      { distance: [-200, -swipePx] },
      { distance: [0, swipePx] },
    ] as const)
      await expectScrolled(facilities, 500, stroke);
    // A swipe does not skip content that has not been on the screen yet.
    await expectScrolled('#certificates', 1600, { distance: [0, -swipePx] });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expectScrolled(facilities, 500, { distance: [0, -swipePx] });
  });
});
