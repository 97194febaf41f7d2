import type { Page } from '@playwright/test';
import { MOTION, SITE } from '../../../app/components/site-limits.ts';
import { phone } from '../support/devices.ts';
import { expect, test } from '../support/journey.ts';

const slides = (page: Page) => row(page).locator('li');
const row = (page: Page) => page.getByRole('region', { name: 'Clients', exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name });

/** The number of the logo that stands first in the row, from 0. */
const first = (page: Page) =>
  slides(page).evaluateAll((all) => {
    const lefts = all.map((slide) => Math.abs(slide.getBoundingClientRect().left));
    return lefts.indexOf(Math.min(...lefts));
  });

async function openClients(page: Page): Promise<void> {
  await page.goto('/');
  await page.locator('#clients').scrollIntoViewIfNeeded();
  await expect(button(page, 'Next clients')).toBeEnabled();
}

for (const [width, visible] of [
  [390, 1],
  [640, 2],
  [768, 3],
  [1024, 4],
  [1280, 5],
] as const) {
  test(`H-5 ${visible} of ${SITE.clientLogos} logos are visible at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await openClients(page);
    await expect(slides(page)).toHaveCount(SITE.clientLogos);
    const inView = () =>
      slides(page).evaluateAll((all) => {
        return all.filter((slide) => {
          const { left, right } = slide.getBoundingClientRect();
          return left > -1 && right < innerWidth + 1;
        }).length;
      });
    await expect.poll(inView).toBe(visible);
  });
}

test('H-5 the buttons and arrow keys move it by one, around its ends', async ({ page }) => {
  await page.clock.install();
  await openClients(page);
  // It may have gone on by itself while the page was opened: back to its beginning.
  await button(page, 'Pause carousel').click();
  await page.clock.runFor(MOTION.carouselAdvanceMs);
  for (let from = await first(page); from > 0; from--) {
    await row(page).press('ArrowLeft');
    await expect.poll(() => first(page)).toBe(from - 1);
  }
  await button(page, 'Previous clients').click();
  await expect.poll(() => first(page)).toBe(SITE.clientLogos - 1);
  await button(page, 'Next clients').click();
  await expect.poll(() => first(page)).toBe(0);
  await button(page, 'Next clients').press('ArrowRight');
  await expect.poll(() => first(page)).toBe(1);
  await row(page).press('ArrowRight');
  await expect.poll(() => first(page)).toBe(2);
  await row(page).press('ArrowLeft');
  await expect.poll(() => first(page)).toBe(1);
});

test('H-5 the selected slide is marked active for half a second', async ({ page }) => {
  await page.clock.install();
  await openClients(page);
  await button(page, 'Next clients').focus();
  await page.clock.runFor(MOTION.activeSlideMs);
  await stopClock(page);
  const active = row(page).locator('li[data-active]');
  await expect(active).toHaveCount(0);
  await button(page, 'Next clients').press('Enter');
  await expect(active).toHaveCount(1);
  await page.clock.runFor(MOTION.activeSlideMs - 1);
  await expect(active).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(active).toHaveCount(0);
});

/** From here on time passes only when the test says so. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
}

test('H-5 it goes on by itself every three seconds', async ({ page }) => {
  await page.clock.install();
  await openClients(page);
  await page.mouse.move(5, 5);
  await stopClock(page);
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    new MutationObserver((records) => {
      if (!records.some(({ target }) => (target as Element).hasAttribute('data-active'))) return;
      times.push(performance.now());
    }).observe(document.querySelector('[role=region]')!, {
      subtree: true,
      attributeFilter: ['data-active'],
    });
  });
  await page.clock.runFor(3 * MOTION.carouselAdvanceMs);
  const times = await page.evaluate(() => (window as unknown as { times: number[] }).times);
  expect(times).toHaveLength(3);
  for (const index of [1, 2]) {
    expect(times[index]! - times[index - 1]!).toBeCloseTo(MOTION.carouselAdvanceMs, -1);
  }
});

test('H-5 it waits under the pointer, with the focus in it, in a hidden tab and when paused', async ({
  page,
}) => {
  await page.clock.install();
  await openClients(page);
  await page.evaluate(() => {
    const count = { steps: 0 };
    Object.assign(window, { count });
    new MutationObserver((records) => {
      for (const { target } of records) {
        if ((target as Element).hasAttribute('data-active')) count.steps++;
      }
    }).observe(document.querySelector('[role=region]')!, {
      subtree: true,
      attributeFilter: ['data-active'],
    });
  });
  const counted = () =>
    page.evaluate(() => (window as unknown as { count: { steps: number } }).count.steps);
  const goesOn = async () => {
    const before = await counted();
    await page.clock.runFor(2 * MOTION.carouselAdvanceMs);
    return (await counted()) > before;
  };
  await page.mouse.move(5, 5);
  expect(await goesOn()).toBe(true);
  await row(page).hover();
  expect(await goesOn()).toBe(false);
  await page.mouse.move(5, 5);
  expect(await goesOn()).toBe(true);
  await button(page, 'Next clients').focus();
  expect(await goesOn()).toBe(false);
  await button(page, 'Next clients').blur();
  expect(await goesOn()).toBe(true);
  await setHidden(page, true);
  expect(await goesOn()).toBe(false);
  await setHidden(page, false);
  expect(await goesOn()).toBe(true);
  await button(page, 'Pause carousel').click();
  await expect(button(page, 'Play carousel')).toBeFocused();
  await button(page, 'Play carousel').blur();
  await page.mouse.move(5, 5);
  expect(await goesOn()).toBe(false);
});

async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

test('H-5 buttons that cannot scroll are disabled, at half opacity', async ({ page }) => {
  await openClients(page);
  // As few logos as fit cannot loop.
  await slides(page).evaluateAll((all) => all.slice(4).forEach((slide) => slide.remove()));
  for (const name of ['Previous clients', 'Next clients']) {
    await expect(button(page, name)).toBeDisabled();
    await expect(button(page, name)).toHaveCSS('opacity', '0.5');
  }
});

test.describe('on touch', () => {
  test.use(phone);

  test('H-5 a finger pulls it on, and it goes on by itself', async ({ page }) => {
    await openClients(page);
    const box = (await row(page).boundingBox())!;
    const y = box.y + box.height / 2;
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: x === undefined ? [] : [{ x, y }],
      });
    const from = await first(page);
    await touch('touchStart', 300);
    for (const x of [260, 200, 140, 80]) await touch('touchMove', x);
    await touch('touchEnd');
    await expect.poll(() => first(page)).toBe(from + 1);
    await expect.poll(() => first(page)).toBe(from + 2);
  });
});

test('H-5 with reduced motion it stands still until it is asked, and then jumps', async ({
  page,
}) => {
  await page.clock.install();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openClients(page);
  await expect(button(page, 'Play carousel')).toBeVisible();
  await page.mouse.move(5, 5);
  await page.clock.runFor(2 * MOTION.carouselAdvanceMs);
  expect(await first(page)).toBe(0);
  await page.evaluate(() => {
    const places = new Set<number>();
    Object.assign(window, { places });
    const slide = document.querySelectorAll('[role=region] li')[1]!;
    const look = () => {
      places.add(Math.round(slide.getBoundingClientRect().left));
      requestAnimationFrame(look);
    };
    look();
  });
  await button(page, 'Next clients').click();
  await expect.poll(() => first(page)).toBe(1);
  const places = await page.evaluate(async () => {
    // The frame that moved it may not have been looked at yet.
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return (window as unknown as { places: Set<number> }).places.size;
  });
  expect(places, 'places on its way').toBe(2);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('H-5 the logos are a row that scrolls', async ({ page }) => {
    await page.goto('/');
    await expect(button(page, 'Next clients')).toBeHidden();
    await row(page).hover();
    await page.mouse.wheel(5000, 0);
    await expect(slides(page).last()).toBeInViewport({ ratio: 0.9 });
  });
});
