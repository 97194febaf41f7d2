import type { Page } from '@playwright/test';
import { pageWords } from '#app/content/words/site.server.ts';
import { phone } from '../support/devices.ts';
import { goHydrated, restingScroll } from '../support/hydrated.ts';
import { expect, test } from '../support/journey.ts';
import { swipe } from '../support/touch.ts';

const saw = (page: Page) => page.getByRole('slider', { name: pageWords.en.project.saw });

/** Where the kerf crosses the middle of the picture, in per cent of its width. */
const cut = (page: Page) =>
  page
    .locator('.cutaway')
    .evaluate((picture) => parseFloat(getComputedStyle(picture).getPropertyValue('--cut')));

/** How far the kerf at the picture's foot is from the slash of the thumb, in px. */
function misfit(page: Page) {
  return page.evaluate(() => {
    const picture = document.querySelector<HTMLElement>('.cutaway')!;
    const input = document.querySelector<HTMLInputElement>('.saw input')!;
    const { width, height } = picture.getBoundingClientRect();
    const middle = (parseFloat(picture.style.getPropertyValue('--cut')) / 100) * width;
    const thumb = 22 + (Number(input.value) / 100) * (width - 44);
    return Math.abs(middle - (height / 2 + 22) * 0.437 - thumb);
  });
}

async function place(page: Page) {
  await saw(page).scrollIntoViewIfNeeded();
  await restingScroll(page);
  return (await saw(page).boundingBox())!;
}

test('PD-1 the arrow keys move the kerf, and its place is read out', async ({ page }) => {
  await goHydrated(page, '/projects/roche');
  await expect(saw(page)).toHaveAttribute('aria-valuetext', 'The whole picture');
  await saw(page).press('End');
  await expect.poll(() => cut(page)).toBeGreaterThan(100);
  await expect(saw(page)).toHaveAttribute('aria-valuetext', 'The whole drawing');
  await saw(page).press('ArrowLeft');
  await expect(saw(page)).toHaveAttribute('aria-valuetext', '99 per cent drawing');
  await saw(page).press('Home');
  await expect.poll(() => cut(page)).toBeLessThan(0);
  await expect(saw(page)).toHaveAttribute('aria-valuetext', 'The whole picture');
});

test('PD-1 the pointer pulls it, the kerf in line with the slash, at any width', async ({
  page,
}) => {
  await goHydrated(page, '/projects/roche');
  const box = await place(page);
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 22, y);
  await page.mouse.down();
  for (const share of [0.3, 0.5, 0.8]) {
    await page.mouse.move(box.x + box.width * share, y);
    await expect.poll(() => cut(page)).toBeGreaterThan(share * 100);
    await expect.poll(() => misfit(page)).toBeLessThan(2);
  }
  await page.mouse.up();
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect.poll(() => misfit(page)).toBeLessThan(2);
});

test('PD-1 each step of it costs the page one look at its styles and one layout, no more', async ({
  page,
}) => {
  await goHydrated(page, '/projects/roche');
  await place(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const count = async (name: string) =>
    (await session.send('Performance.getMetrics')).metrics.find((one) => one.name === name)!.value;
  const steps = 50;
  const before = { styles: await count('RecalcStyleCount'), layouts: await count('LayoutCount') };
  await saw(page).evaluate((input: HTMLInputElement, last) => {
    const drawing = document.querySelector<HTMLElement>('.cutaway__drawing')!;
    for (let step = 1; step <= last; step++) {
      input.value = String(step);
      input.dispatchEvent(new Event('input', { bubbles: true }));
      // What the browser does for each frame before it paints.
      drawing.getBoundingClientRect();
      getComputedStyle(drawing).clipPath.at(0);
    }
  }, steps);
  // The page may draw frames of its own meanwhile; a second look at each step would be twice as many.
  const most = 1.5 * steps;
  expect((await count('RecalcStyleCount')) - before.styles).toBeLessThan(most);
  expect((await count('LayoutCount')) - before.layouts).toBeLessThan(most);
});

test.describe('on a phone', () => {
  test.use(phone);

  test('PD-1 a finger pulls it sideways, the page stays; upwards it scrolls the page', async ({
    page,
  }) => {
    await goHydrated(page, '/projects/roche');
    const box = await place(page);
    const from = [box.x + 22, box.y + box.height / 2] as const;
    const scrolled = await restingScroll(page);
    await swipe(page, { from, by: [200, 4], ms: 300 });
    await expect.poll(() => cut(page)).toBeGreaterThan(50);
    await expect.poll(() => misfit(page)).toBeLessThan(2);
    expect(await restingScroll(page)).toBe(scrolled);
    await swipe(page, { from: [from[0] + 200, from[1]], by: [0, -200], ms: 300 });
    await expect.poll(() => restingScroll(page)).toBeGreaterThan(scrolled);
  });
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('PD-1 it follows the hand: that is no motion of its own', async ({ page }) => {
    await goHydrated(page, '/projects/roche');
    await saw(page).press('End');
    await expect.poll(() => cut(page)).toBeGreaterThan(100);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('PD-1 the cutaway shows picture and drawing at once', async ({ page }) => {
    await page.goto('/projects/roche');
    await expect(page.getByRole('slider')).toHaveCount(0);
    await expect(page.locator('.cutaway')).toHaveCSS('--cut', '34%');
  });
});
