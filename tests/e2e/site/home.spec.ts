import { MOTION, SITE } from '../../../app/components/site-limits.ts';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { goHydrated, holdBack, phone, swipe } from '../support/page.ts';

const video = (page: Page) => page.locator('[data-film] video');
const isPlaying = (page: Page) =>
  video(page).evaluate((film) => !(film as HTMLVideoElement).paused && film.isConnected);

/** What is asked for of the film, and whether the page had been loaded by then. */
function filmRequests(page: Page): { path: string; loaded: boolean }[] {
  const asked: { path: string; loaded: boolean }[] = [];
  let loaded = false;
  page.on('load', () => (loaded = true));
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (path.startsWith('/film/')) asked.push({ path, loaded });
  });
  return asked;
}

test('H-1 the film loops, muted and inline, fetched once the page is loaded; it is paused, played, and plays again on return', async ({
  page,
}) => {
  const asked = filmRequests(page);
  await goHydrated(page, '/');
  await expect.poll(() => isPlaying(page)).toBe(true);
  expect(asked[0]?.loaded).toBe(true);
  expect(asked.every(({ path }) => /hero-saw\.(webm|mp4)$/.test(path))).toBe(true);
  const state = await video(page).evaluate((element) => {
    const { muted, loop, playsInline, poster } = element as HTMLVideoElement;
    return [muted, loop, playsInline, new URL(poster).pathname];
  });
  expect(state).toEqual([true, true, true, '/pictures/hero-saw-poster-800.avif']);

  await page.getByRole('button', { name: 'Pause video' }).click();
  await expect.poll(() => isPlaying(page)).toBe(false);
  await page.getByRole('button', { name: 'Play video' }).press('Enter');
  await expect.poll(() => isPlaying(page)).toBe(true);
  await expect(page.getByRole('button', { name: 'Pause video' })).toBeFocused();

  await page.getByRole('navigation', { name: 'Main' }).getByText('ABOUT').click();
  await expect(page).toHaveURL(/\/about$/);
  // Back in the midst of the change of pages would break it off, which Chromium reports.
  await page.waitForFunction(
    () => !('activeViewTransition' in document && document.activeViewTransition),
  );
  await page.goBack();
  await expect.poll(() => isPlaying(page)).toBe(true);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(() => isPlaying(page)).toBe(false);
});

test.describe('on a phone of two dots to a pixel', () => {
  test.use({ ...phone, deviceScaleFactor: 2 });

  test('H-1 a narrow screen gets the small film, and the small poster once until it takes its place', async ({
    page,
  }) => {
    const posters: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('hero-saw-poster')) posters.push(new URL(request.url()).pathname);
    });
    const asked = filmRequests(page);
    const release = await holdBack(page, '**/film/*');
    await goHydrated(page, '/');
    await expect(page.locator('[data-film] img')).toBeVisible();
    await expect(video(page)).toHaveCSS('opacity', '0');
    release();
    await expect(video(page)).toHaveCSS('opacity', '1');
    await expect.poll(() => isPlaying(page)).toBe(true);
    expect(asked.every(({ path }) => path.startsWith('/film/hero-saw-small.'))).toBe(true);
    expect(posters).toEqual(['/pictures/hero-saw-poster-800.avif']);
    await page.getByRole('button', { name: 'Pause video' }).tap();
    await expect.poll(() => isPlaying(page)).toBe(false);
  });
});

const savesData = () =>
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });

for (const wish of ['reduced motion', 'Save-Data']) {
  test(`H-1 with ${wish} nothing of the film is fetched before it is asked for`, async ({
    page,
  }) => {
    const asked = filmRequests(page);
    if (wish === 'Save-Data') await page.addInitScript(savesData);
    else await page.emulateMedia({ reducedMotion: 'reduce' });
    // By then all is fetched that a page fetches by itself.
    await page.goto('/', { waitUntil: 'networkidle' });
    await expect(page.getByRole('button', { name: 'Play video' })).toBeVisible();
    expect(asked).toEqual([]);
    expect(await isPlaying(page)).toBe(false);
    await page.getByRole('button', { name: 'Play video' }).click();
    await expect.poll(() => isPlaying(page)).toBe(true);
  });
}

test.describe('when it fails', () => {
  test.use({ expectedErrors: [/film of the home page|net::ERR/] });

  test('H-1 the grey frame stays, and one error is on the console', async ({ page }) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && /film/.test(message.text())) errors.push(message.text());
    });
    await page.route('**/film/**', (route) => route.abort());
    await page.goto('/');
    const place = (await page.locator('[data-film]').boundingBox())!;
    await expect(video(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: /video$/ })).toHaveCount(0);
    const frame = page.locator('[data-film] > .frame');
    await expect(frame).toHaveCSS('background-color', 'rgb(230, 232, 227)');
    expect(await page.locator('[data-film]').boundingBox()).toEqual(place);
    await expect(page.getByRole('link', { name: 'View our projects' })).toBeVisible();
    await expect.poll(() => errors).toHaveLength(1);
  });
});

const row = (page: Page) => page.getByRole('region', { name: 'Clients', exact: true });
const slides = (page: Page) => row(page).locator('li');
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

/** From here on time passes only when the test says so. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
}

test('H-5 1, 2, 3, 4 or 5 of 17 logos are visible; buttons that cannot scroll are disabled', async ({
  page,
}) => {
  await openClients(page);
  await expect(slides(page)).toHaveCount(SITE.clientLogos);
  const inView = () =>
    slides(page).evaluateAll(
      (all) =>
        all.filter((slide) => {
          const { left, right } = slide.getBoundingClientRect();
          return left > -1 && right < innerWidth + 1;
        }).length,
    );
  for (const [index, width] of [390, 640, 768, 1024, 1280].entries()) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(inView, `${width} px`).toBe(index + 1);
  }
  // As few logos as fit cannot loop.
  await slides(page).evaluateAll((all) => all.slice(4).forEach((slide) => slide.remove()));
  for (const name of ['Previous clients', 'Next clients']) {
    await expect(button(page, name)).toBeDisabled();
    await expect(button(page, name)).toHaveCSS('opacity', '0.5');
  }
});

test('H-5 buttons and arrow keys move it by one around its ends; the selected slide is active for half a second', async ({
  page,
}) => {
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
  await row(page).press('ArrowLeft');
  await expect.poll(() => first(page)).toBe(0);

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

test('H-5 it goes on every three seconds, but not under the pointer, with the focus in it, in a hidden tab or paused', async ({
  page,
}) => {
  await page.clock.install();
  await openClients(page);
  await page.mouse.move(5, 5);
  await stopClock(page);
  await page.evaluate(() => {
    const count = { steps: 0 };
    Object.assign(window, { count });
    new MutationObserver((records) => {
      count.steps += records.filter(({ target }) =>
        (target as Element).hasAttribute('data-active'),
      ).length;
    }).observe(document.querySelector('[role=region]')!, {
      subtree: true,
      attributeFilter: ['data-active'],
    });
  });
  const steps = () =>
    page.evaluate(() => (window as unknown as { count: { steps: number } }).count.steps);
  const goesOn = async (times = 2) => {
    const before = await steps();
    await page.clock.runFor(times * MOTION.carouselAdvanceMs);
    return (await steps()) - before;
  };
  expect(await goesOn(4)).toBe(4);
  await row(page).hover();
  expect(await goesOn()).toBe(0);
  await page.mouse.move(5, 5);
  expect(await goesOn()).toBeGreaterThan(0);
  await button(page, 'Next clients').focus();
  expect(await goesOn()).toBe(0);
  await button(page, 'Next clients').blur();
  expect(await goesOn()).toBeGreaterThan(0);
  const setHidden = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await setHidden(true);
  expect(await goesOn()).toBe(0);
  await setHidden(false);
  expect(await goesOn()).toBeGreaterThan(0);
  await button(page, 'Pause carousel').click();
  await expect(button(page, 'Play carousel')).toBeFocused();
  await button(page, 'Play carousel').blur();
  await page.mouse.move(5, 5);
  expect(await goesOn()).toBe(0);
});

test.describe('on touch', () => {
  test.use(phone);

  test('H-5 a finger pulls it on, and it goes on by itself', async ({ page }) => {
    await openClients(page);
    const { y, height } = (await row(page).boundingBox())!;
    const from = await first(page);
    await swipe(page, { from: [300, y + height / 2], by: [-220, 0] });
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

  test('H-1 H-5 the poster stands without a button that does nothing, the logos are a row that scrolls', async ({
    page,
  }) => {
    const asked = filmRequests(page);
    await page.goto('/', { waitUntil: 'networkidle' });
    await expect(video(page)).toHaveAttribute('poster', /hero-saw-poster/);
    await expect(video(page)).toHaveCSS('opacity', '1');
    await expect(page.locator('[data-film] button')).toBeHidden();
    expect(asked).toEqual([]);
    await expect(button(page, 'Next clients')).toBeHidden();
    await row(page).hover();
    await page.mouse.wheel(5000, 0);
    await expect(slides(page).last()).toBeInViewport({ ratio: 0.9 });
  });
});
