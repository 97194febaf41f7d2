import type { Page } from '@playwright/test';
import { phone } from '../support/devices.ts';
import { holdBack } from '../support/held-back.ts';
import { goHydrated } from '../support/hydrated.ts';
import { expect, test } from '../support/journey.ts';

const video = (page: Page) => page.locator('[data-film] video');
const isPlaying = (page: Page) =>
  video(page).evaluate((film) => !(film as HTMLVideoElement).paused && film.isConnected);

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

test('H-1 the film loops, muted and inline, and is fetched once the page is loaded', async ({
  page,
}) => {
  const asked = filmRequests(page);
  await page.goto('/');
  await expect.poll(() => isPlaying(page)).toBe(true);
  expect(asked[0]?.loaded).toBe(true);
  expect(asked.every(({ path }) => /hero-saw\.(webm|mp4)$/.test(path))).toBe(true);
  const state = await video(page).evaluate((element) => {
    const { muted, loop, playsInline, poster } = element as HTMLVideoElement;
    return { muted, loop, playsInline, poster: new URL(poster).pathname };
  });
  expect(state).toEqual({
    muted: true,
    loop: true,
    playsInline: true,
    poster: '/pictures/hero-saw-poster-800.avif',
  });
});

test('H-1 it can be paused and played', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Pause video' }).click();
  await expect.poll(() => isPlaying(page)).toBe(false);
  await page.getByRole('button', { name: 'Play video' }).press('Enter');
  await expect.poll(() => isPlaying(page)).toBe(true);
  await expect(page.getByRole('button', { name: 'Pause video' })).toBeFocused();
});

test('H-1 it plays again when the visitor comes back', async ({ page }) => {
  await goHydrated(page, '/');
  await page.getByRole('navigation', { name: 'Main' }).getByText('ABOUT').click();
  await expect(page).toHaveURL(/\/about$/);
  // Back in the midst of the change of pages would break it off, which Chromium reports.
  await page.waitForFunction(
    () => !('activeViewTransition' in document && document.activeViewTransition),
  );
  await page.goBack();
  await expect.poll(() => isPlaying(page)).toBe(true);
});

test.describe('on touch', () => {
  test.use(phone);

  test('H-1 a narrow screen gets the small film', async ({ page }) => {
    const asked = filmRequests(page);
    await page.goto('/');
    await expect.poll(() => isPlaying(page)).toBe(true);
    expect(asked.every(({ path }) => path.startsWith('/film/hero-saw-small.'))).toBe(true);
    await page.getByRole('button', { name: 'Pause video' }).tap();
    await expect.poll(() => isPlaying(page)).toBe(false);
  });
});

test.describe('on a phone of two dots to a pixel', () => {
  test.use({ ...phone, deviceScaleFactor: 2 });

  test('H-1 a narrow screen gets the small poster, once, until the film takes its place', async ({
    page,
  }) => {
    const posters: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('hero-saw-poster')) posters.push(new URL(request.url()).pathname);
    });
    const release = await holdBack(page, '**/film/*');
    await goHydrated(page, '/');
    await expect(page.locator('[data-film] img')).toBeVisible();
    await expect(video(page)).toHaveCSS('opacity', '0');
    release();
    await expect(video(page)).toHaveCSS('opacity', '1');
    expect(posters).toEqual(['/pictures/hero-saw-poster-800.avif']);
  });
});

const savesData = () =>
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });

for (const wish of ['reduced motion', 'Save-Data']) {
  test(`H-1 with ${wish} nothing is fetched before it is asked for`, async ({ page }) => {
    const asked = filmRequests(page);
    if (wish === 'Save-Data') await page.addInitScript(savesData);
    else await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    await page.waitForTimeout(1500);
    expect(asked).toEqual([]);
    expect(await isPlaying(page)).toBe(false);
    await page.getByRole('button', { name: 'Play video' }).click();
    await expect.poll(() => isPlaying(page)).toBe(true);
  });
}

test('H-1 it stops when the visitor turns motion off', async ({ page }) => {
  await page.goto('/');
  await expect.poll(() => isPlaying(page)).toBe(true);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(() => isPlaying(page)).toBe(false);
});

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
    await expect(page.locator('[data-film] > .frame')).toHaveCSS(
      'background-color',
      'rgb(230, 232, 227)',
    );
    expect(await page.locator('[data-film]').boundingBox()).toEqual(place);
    await expect(page.getByRole('link', { name: 'View our projects' })).toBeVisible();
    await expect.poll(() => errors).toHaveLength(1);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('H-1 its poster stands, without a button that does nothing', async ({ page }) => {
    const asked = filmRequests(page);
    await page.goto('/', { waitUntil: 'networkidle' });
    await expect(video(page)).toHaveAttribute('poster', /hero-saw-poster/);
    await expect(video(page)).toHaveCSS('opacity', '1');
    await expect(page.locator('[data-film] button')).toBeHidden();
    expect(asked).toEqual([]);
  });
});
