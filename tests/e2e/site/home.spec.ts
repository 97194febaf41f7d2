import type { Page } from '@playwright/test';
import { MOTION } from '../../../app/components/site-limits.ts';
import { expect, test } from '../support/journey.ts';
import { goHydrated, holdRequests, phone, stopClock, waitForFrames } from '../support/page.ts';

// In the sample.
const CLIENTS = 17;

const video = (page: Page) => page.locator('[data-film] video');
const isPlaying = (page: Page) =>
  video(page).evaluate((film) => !(film as HTMLVideoElement).paused && film.isConnected);

/** Collects the requests for the film, and whether each one followed the load event of the page. */
function filmRequests(page: Page): { path: string; loaded: boolean }[] {
  const requests: { path: string; loaded: boolean }[] = [];
  let loaded = false;
  page.on('load', () => (loaded = true));
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (path.startsWith('/film/')) requests.push({ path, loaded });
  });
  return requests;
}

test('H-1 fetches the film after the page, loops, pauses and plays it', async ({ page }) => {
  const requests = filmRequests(page);
  await goHydrated(page, '/');
  await expect.poll(() => isPlaying(page)).toBe(true);
  expect(requests[0]?.loaded).toBe(true);
  expect(requests.every(({ path }) => /hero-saw\.(webm|mp4)$/.test(path))).toBe(true);
  await page.getByRole('button', { name: 'Pause video' }).click();
  await expect.poll(() => isPlaying(page)).toBe(false);
  await page.getByRole('button', { name: 'Play video' }).press('Enter');
  await expect.poll(() => isPlaying(page)).toBe(true);
  await expect(page.getByRole('button', { name: 'Pause video' })).toBeFocused();

  await page.getByRole('navigation', { name: 'Main' }).getByText('ABOUT').click();
  await expect(page).toHaveURL(/\/about$/);
  await page.goBack();
  await expect.poll(() => isPlaying(page)).toBe(true);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(() => isPlaying(page)).toBe(false);
});

test.describe('on a phone of two dots to a pixel', () => {
  test.use({ ...phone, deviceScaleFactor: 2 });

  test('H-1 gives a narrow screen the small film and one small poster', async ({ page }) => {
    const posters: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('hero-saw-poster')) posters.push(new URL(request.url()).pathname);
    });
    const requests = filmRequests(page);
    const release = await holdRequests(page, '**/film/*');
    await goHydrated(page, '/');
    await expect(page.locator('[data-film] img')).toBeVisible();
    await expect(video(page)).toHaveCSS('opacity', '0');
    release();
    await expect(video(page)).toHaveCSS('opacity', '1');
    await expect.poll(() => isPlaying(page)).toBe(true);
    expect(requests.every(({ path }) => path.startsWith('/film/hero-saw-small.'))).toBe(true);
    expect(posters).toEqual(['/pictures/hero-saw-poster-800.avif']);
    await page.getByRole('button', { name: 'Pause video' }).tap();
    await expect.poll(() => isPlaying(page)).toBe(false);
  });
});

test.describe('on the phone that Lighthouse simulates', () => {
  test.use({ ...phone, viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 });

  test('H-1 paints the film no larger than its poster', async ({ page }) => {
    await page.addInitScript(() => {
      const paints: string[] = [];
      Object.assign(window, { paints });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { element, size } = entry as PerformanceEntry & {
            element?: Element;
            size: number;
          };
          paints.push(`${element?.localName} ${size}`);
        }
      }).observe({ type: 'largest-contentful-paint', buffered: true });
    });
    // The Greek heading ends between two pixels, so the poster may be painted a pixel lower than the film.
    await goHydrated(page, '/el');
    await expect.poll(() => isPlaying(page)).toBe(true);
    await expect(video(page)).toHaveCSS('opacity', '1');
    await waitForFrames(page, 10);
    const paints = await page.evaluate(() => (window as unknown as { paints: string[] }).paints);
    expect(paints.join()).toContain('img');
    expect(paints.join()).not.toContain('video');
  });
});

test('H-1 fetches no film under reduced motion or Save-Data by itself', async ({ page }) => {
  const asked = filmRequests(page);
  for (const wish of ['reduced motion', 'Save-Data']) {
    // Leave the page of the first wish, whose film is still loading.
    await page.goto('about:blank');
    if (wish === 'reduced motion') await page.emulateMedia({ reducedMotion: 'reduce' });
    else {
      await page.emulateMedia({ reducedMotion: null });
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
      );
    }
    asked.length = 0;
    // By then all is fetched that a page fetches by itself.
    await page.goto('/', { waitUntil: 'networkidle' });
    await expect(page.getByRole('button', { name: 'Play video' })).toBeVisible();
    expect(asked, wish).toEqual([]);
    expect(await isPlaying(page)).toBe(false);
    await page.getByRole('button', { name: 'Play video' }).click();
    await expect.poll(() => isPlaying(page)).toBe(true);
  }
});

test.describe('when the film fails', () => {
  test.use({ expectedErrors: [/film of the home page|net::ERR/] });

  test('H-1 keeps the grey frame, and logs one error on the console', async ({ page }) => {
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

declare global {
  interface Window {
    /** How often the carousel has gone on. */
    steps: number;
  }
}

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

test('H-5 shows 1 to 5 of 17 logos, and moves them around their ends', async ({ page }) => {
  await page.clock.install();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openClients(page);
  await expect(button(page, 'Play carousel')).toBeVisible();
  await page.mouse.move(5, 5);
  await page.clock.runFor(2 * MOTION.carouselAdvanceMs);
  expect(await first(page)).toBe(0);
  await expect(slides(page)).toHaveCount(CLIENTS);
  for (const [index, width] of [390, 640, 768, 1024, 1280].entries()) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => countLogosInView(page), `${width} px`).toBe(index + 1);
  }
  const next = await button(page, 'Next clients').elementHandle();
  const positions = await slides(page)
    .nth(1)
    .evaluate(async (slide, button) => {
      (button as HTMLElement).click();
      const slidePositions = new Set<number>();
      while (!slidePositions.has(0)) {
        slidePositions.add(Math.round(slide.getBoundingClientRect().x));
        await new Promise(requestAnimationFrame);
      }
      return [...slidePositions];
    }, next);
  expect(positions.length, 'nowhere between its places').toBeLessThanOrEqual(2);
  for (const [name, key, index] of [
    ['Previous clients', 'Enter', 0],
    ['Previous clients', 'Enter', CLIENTS - 1],
    ['Next clients', 'Enter', 0],
    ['Next clients', 'ArrowRight', 1],
    ['Next clients', 'ArrowLeft', 0],
    // The browser's own key for Forward.
    ['Next clients', 'Alt+ArrowRight', 0],
  ] as const) {
    await button(page, name).press(key);
    await expect.poll(() => first(page), `${name} ${key}`).toBe(index);
  }
  await page.clock.runFor(MOTION.activeSlideMs);
  await stopClock(page);
  const active = row(page).locator('li[data-active]');
  await expect(active).toHaveCount(0);
  await row(page).press('ArrowRight');
  await expect(active).toHaveCount(1);
  await page.clock.runFor(MOTION.activeSlideMs - 1);
  await expect(active).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(active).toHaveCount(0);

  // As few logos as fit cannot loop.
  await page.clock.resume();
  await slides(page).evaluateAll((all) => all.slice(4).forEach((slide) => slide.remove()));
  for (const name of ['Previous clients', 'Next clients']) {
    await expect(button(page, name)).toBeDisabled();
    await expect(button(page, name)).toHaveCSS('opacity', '0.5');
  }
});

const countLogosInView = (page: Page) =>
  slides(page).evaluateAll(
    (all) =>
      all.filter((slide) => {
        const { left, right } = slide.getBoundingClientRect();
        return left > -1 && right < innerWidth + 1;
      }).length,
  );

test('H-5 moves the logos every three seconds unless somebody looks', async ({ page }) => {
  await page.clock.install();
  await openClients(page);
  await page.mouse.move(5, 5);
  await stopClock(page);
  await page.evaluate(() => {
    window.steps = 0;
    new MutationObserver((records) => {
      const isSelected = ({ target }: MutationRecord) =>
        'active' in (target as HTMLElement).dataset;
      window.steps += records.filter(isSelected).length;
    }).observe(document.querySelector('[role=region]')!, {
      subtree: true,
      attributeFilter: ['data-active'],
    });
  });
  const steps = () => page.evaluate(() => window.steps);
  const goesOn = async (times = 2) => {
    const stepsBefore = await steps();
    await page.clock.runFor(times * MOTION.carouselAdvanceMs);
    return (await steps()) - stepsBefore;
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

const firstCard = (page: Page) => page.locator('#featured ~ article').first();
const cardSaw = (page: Page) => firstCard(page).getByRole('slider');

test('H-4 opens a saw by a third, and follows no link while it moves', async ({ page }) => {
  await goHydrated(page, '/');
  await expect(cardSaw(page)).toHaveCount(0);
  await firstCard(page).scrollIntoViewIfNeeded();
  await expect(cardSaw(page)).toHaveValue('33');

  const { x, y, width, height } = (await cardSaw(page).boundingBox())!;
  expect(height).toBeGreaterThanOrEqual(44);
  // It begins at the foot of the picture, over the dimension line.
  const picture = (await firstCard(page).locator('.frame').boundingBox())!;
  expect(Math.abs(y - picture.y - picture.height)).toBeLessThan(1);
  expect(Math.abs(width - picture.width)).toBeLessThan(1);
  const middle = y + height / 2;
  await page.mouse.move(x + 22 + 0.33 * (width - 44), middle);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.7, middle);
  await expect.poll(async () => Number(await cardSaw(page).inputValue())).toBeGreaterThan(60);
  await page.mouse.up();
  await waitForFrames(page, 10);
  expect(new URL(page.url()).pathname).toBe('/');

  await expect(firstCard(page).getByRole('link')).toHaveCount(1);
  await firstCard(page).click({ position: { x: 20, y: 20 } });
  await expect(page).toHaveURL(/\/projects\/ellinogermaniki-agogi$/);
});

test('H-4 fetches no code of the saw for visitors who save data', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => void scripts.push(request.url()));
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  await goHydrated(page, '/');
  await firstCard(page).scrollIntoViewIfNeeded();
  await page.locator('#clients').scrollIntoViewIfNeeded();
  await expect.poll(() => scripts.join()).toContain('clients-carousel');
  await page.waitForLoadState('networkidle');
  expect(scripts.filter((url) => url.includes('card-saw'))).toEqual([]);
});
