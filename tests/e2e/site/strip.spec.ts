import type { Page } from '@playwright/test';
import { goHydrated, restingScroll } from '../support/hydrated.ts';
import { expect, test } from '../support/journey.ts';

const panels = ['mission', 'philosophy', 'values', 'procedures', 'certificates'];
const row = (page: Page) => page.locator('[data-strip] [role=region]');
const rowLeft = (page: Page) => row(page).evaluate((scroller) => scroller.scrollLeft);
const often = { intervals: [20] };
const certificate = (page: Page) => page.locator('#certificates a').last();

/** How far the strip is from the top of the window (negative: passed), and how the row stands. */
function measure(page: Page) {
  return page.evaluate(() => {
    const strip = document.querySelector<HTMLElement>('[data-strip]')!;
    const scroller = strip.querySelector<HTMLElement>('[role=region]')!;
    const pin = scroller.parentElement!;
    return {
      top: strip.getBoundingClientRect().top,
      pinTop: pin.getBoundingClientRect().top,
      way: strip.offsetHeight - pin.offsetHeight,
      left: scroller.scrollLeft,
      most: scroller.scrollWidth - scroller.clientWidth,
    };
  });
}

/** Whether the row stands where the page's scrolling puts it, within 2 px. */
async function inStep(page: Page) {
  await restingScroll(page);
  const { top, way, left, most } = await measure(page);
  const share = Math.min(1, Math.max(0, -top / way));
  return Math.abs(left - share * most) <= 2;
}

async function scrollToStrip(page: Page) {
  await page.evaluate(() => {
    const { top } = document.querySelector('[data-strip]')!.getBoundingClientRect();
    window.scrollTo({ top: top + window.scrollY, behavior: 'instant' });
  });
  await restingScroll(page);
}

test('A-8 the wheel moves through all five panels and on: never a trap', async ({ page }) => {
  await goHydrated(page, '/about');
  await scrollToStrip(page);
  const { way, most } = await measure(page);
  expect(most).toBeGreaterThan(4000);
  await page.mouse.move(700, 450);
  const shown = new Set<string>();
  let turns = 0;
  while (!(await page.locator('#why').isVisible()) || (await measure(page)).top > -way - 450) {
    const before = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, 400);
    await expect.poll(() => page.evaluate(() => scrollY), often).toBeGreaterThan(before);
    const { top, pinTop } = await measure(page);
    if (top < 0 && top > -way) expect(Math.abs(pinTop)).toBeLessThanOrEqual(1);
    shown.add((await page.locator('[data-strip] nav [aria-current]').textContent()) ?? '');
    expect(turns++).toBeLessThan(40);
  }
  expect([...shown].map((name) => name.toLowerCase())).toEqual(panels);
  await expect.poll(() => rowLeft(page)).toBeCloseTo(most, -1);
  for (let i = 0; i < turns; i++) await page.mouse.wheel(0, -400);
  await expect.poll(() => rowLeft(page)).toBe(0);
});

test('A-8 the row follows to the pixel, and moved by hand takes the page along', async ({
  page,
}) => {
  await goHydrated(page, '/about');
  await scrollToStrip(page);
  await page.mouse.move(700, 450);
  for (const by of [37, 251, 1001, 3, -120]) {
    await page.mouse.wheel(0, by);
    await expect.poll(() => inStep(page), `after a turn of ${by}`).toBe(true);
  }
  // A trackpad moves sideways.
  const before = await measure(page);
  await page.mouse.wheel(600, 0);
  await expect.poll(async () => (await measure(page)).left - before.left).toBeCloseTo(600, -1);
  await expect.poll(async () => before.top - (await measure(page)).top).toBeCloseTo(600, -1);
  await expect.poll(() => inStep(page)).toBe(true);
});

test('A-8 Tab reaches the certificates and brings them into view, Shift+Tab leads back', async ({
  page,
}) => {
  await goHydrated(page, '/about');
  await page.locator('[data-strip] nav a').last().focus();
  for (let i = 0; i < 9; i++) {
    await page.keyboard.press('Tab');
    if (await certificate(page).evaluate((link) => link === document.activeElement)) break;
  }
  await expect(certificate(page)).toBeFocused();
  await expect.poll(() => inStep(page)).toBe(true);
  await expect(certificate(page)).toBeInViewport({ ratio: 1 });
  const box = await certificate(page).boundingBox();
  expect(box!.x).toBeGreaterThanOrEqual(0);
  expect(box!.x + box!.width).toBeLessThanOrEqual(1440);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect.poll(() => inStep(page)).toBe(true);
  const focused = page.locator(':focus');
  await expect(focused).toBeInViewport();
});

test('A-8 the index leads to each panel and tells where the reader is', async ({ page }) => {
  await goHydrated(page, '/about');
  await scrollToStrip(page);
  for (const panel of ['certificates', 'philosophy', 'procedures', 'mission']) {
    const link = page.locator(`[data-strip] nav a[href="#${panel}"]`);
    await link.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => inStep(page)).toBe(true);
    await expect(link).toHaveAttribute('aria-current', 'true');
    await expect(page.locator('[data-strip] nav [aria-current]')).toHaveCount(1);
    await expect(page.locator(`#${panel} > h2`)).toBeInViewport();
    await expect(page.locator(`#${panel}`)).toBeFocused();
  }
});

test('A-8 the arrow keys move the focused row, the page follows', async ({ page }) => {
  await goHydrated(page, '/about');
  await page.locator('[data-strip] nav a').last().focus();
  await page.keyboard.press('Tab');
  await expect(row(page)).toBeFocused();
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
  await expect.poll(() => rowLeft(page)).toBeGreaterThan(100);
  await expect.poll(() => inStep(page)).toBe(true);
  const { pinTop } = await measure(page);
  expect(Math.abs(pinTop)).toBeLessThanOrEqual(1);
});

test('A-8 an address with a panel, and Back, arrive where they should', async ({ page }) => {
  await page.goto('/about#certificates');
  await expect(page.locator('[data-strip] nav a').last()).toHaveAttribute('aria-current', 'true');
  await expect.poll(() => inStep(page)).toBe(true);
  await expect(page.locator('#certificates h2')).toBeInViewport();
  const left = await rowLeft(page);
  await page.reload();
  await expect.poll(async () => Math.abs((await rowLeft(page)) - left)).toBeLessThan(3);
  await expect(page.locator('#certificates h2')).toBeInViewport();
});

test('A-8 nothing shifts when the script takes over', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        (window as unknown as { shifted: number }).shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await goHydrated(page, '/about');
  await scrollToStrip(page);
  await page.reload();
  await page.waitForTimeout(500);
  await page.mouse.wheel(0, 1200);
  await restingScroll(page);
  const shifted = await page.evaluate(() => (window as unknown as { shifted: number }).shifted);
  expect(shifted).toBeLessThan(0.01);
});

for (const [width, height] of [
  [1024, 600],
  [1024, 768],
  [1280, 720],
  [1440, 900],
] as const) {
  test(`A-8 every panel is whole on the screen at ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await goHydrated(page, '/about');
    const hidden = await row(page).evaluate((box) => box.scrollHeight - box.clientHeight);
    expect(hidden).toBe(0);
  });
}

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('A-8 the row is a scroller of its own; page and row do not move each other', async ({
    page,
  }) => {
    await goHydrated(page, '/about');
    await scrollToStrip(page);
    expect((await measure(page)).way).toBe(0);
    await page.mouse.move(700, 450);
    const above = await restingScroll(page);
    await page.mouse.wheel(0, 300);
    await expect.poll(() => restingScroll(page)).toBeGreaterThan(above);
    expect(await rowLeft(page)).toBe(0);
    const before = await restingScroll(page);
    await page.mouse.wheel(500, 0);
    await expect.poll(() => rowLeft(page)).toBeGreaterThan(300);
    expect(await restingScroll(page)).toBe(before);
    await certificate(page).focus();
    await expect(certificate(page)).toBeInViewport({ ratio: 1 });
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('A-8 the row scrolls by itself, its index and the focus lead through it', async ({
    page,
  }) => {
    await page.goto('/about');
    await page.locator('[data-strip] nav a[href="#values"]').click();
    await expect(page.locator('#values > h2')).toBeInViewport();
    await certificate(page).focus();
    await expect(certificate(page)).toBeInViewport({ ratio: 1 });
  });
});

for (const [name, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a low window', { width: 1440, height: 560 }],
] as const) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport });

    test('A-8 the panels stand one below the other, in reading order', async ({ page }) => {
      await goHydrated(page, '/about');
      const tops = await page
        .locator('[data-strip] section')
        .evaluateAll((all) => all.map((panel) => panel.getBoundingClientRect().top));
      expect(tops).toHaveLength(panels.length);
      expect(tops.every((top, i) => i === 0 || top > tops[i - 1]! + 100)).toBe(true);
      const { left, most } = await measure(page);
      expect([left, most]).toEqual([0, 0]);
    });
  });
}
