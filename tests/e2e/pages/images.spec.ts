import type { Page } from '@playwright/test';
import { projects } from '../../../app/content/catalogue/projects.server.ts';
import { SITE } from '../../../app/components/site-limits.ts';
import { phone } from '../support/devices.ts';
import { goBeforeScript } from '../support/held-back.ts';
import { expect, test } from '../support/journey.ts';

const [one, two, three] = projects.en.map(({ image }) => image);
const wanted = ['about-hero', one, two, three];

function pictureRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (path.startsWith('/pictures/')) asked.push(path.slice('/pictures/'.length));
  });
  return asked;
}

/** Which of the preloaded pictures have been asked for. */
const found = (asked: readonly string[]) =>
  wanted.filter((name) => asked.some((path) => new RegExp(`^${name}-\\d+\\.avif$`).test(path)));

test('SH-8 home preloads the about hero and the first three project pictures', async ({ page }) => {
  const asked = pictureRequests(page);
  await page.goto('/');
  await expect.poll(() => found(asked)).toEqual(wanted);
  expect(asked.some((path) => /\.(webm|mp4)$/.test(path))).toBe(false);
  const doubled = asked.filter((path, index) => asked.indexOf(path) !== index);
  expect(doubled, 'files asked for twice').toEqual([]);
});

test('SH-8 the file that the page then shows is the one that was preloaded', async ({ page }) => {
  const asked = pictureRequests(page);
  await page.goto('/');
  await expect.poll(() => found(asked)).toEqual(wanted);
  const before = [...asked];
  const image = page.locator('[aria-labelledby=featured] img').first();
  await image.scrollIntoViewIfNeeded();
  await expect
    .poll(() => image.evaluate((shown) => (shown as HTMLImageElement).currentSrc))
    .toContain('.avif');
  const shown = await image.evaluate((element) => (element as HTMLImageElement).currentSrc);
  expect(before).toContain(new URL(shown).pathname.slice('/pictures/'.length));
});

test.describe('when pictures fail', () => {
  test.use({ expectedErrors: [/Failed to preload|net::ERR/] });

  test('SH-8 a preload that fails is a warning, and the page goes on', async ({ page }) => {
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    await page.route('**/pictures/02-roche*', (route) => route.abort());
    await page.goto('/');
    await expect
      .poll(() => warnings)
      .toEqual([expect.stringMatching(/^Failed to preload .*roche/)]);
    await page.getByRole('link', { name: 'View our projects' }).click();
    await expect(page).toHaveURL(/\/projects$/);
  });

  test('SH-7 a picture that fails says so in its place, before the script and after it', async ({
    page,
  }) => {
    await page.route('**/pictures/**', (route) => route.abort());
    await page.goto('/projects');
    const frames = page.locator('article .frame');
    const place = await frames.first().boundingBox();
    await expect(frames.first()).toContainText('Image not available');
    expect(await frames.first().boundingBox()).toEqual(place);
    await frames.last().scrollIntoViewIfNeeded();
    await expect(frames.last()).toContainText('Image not available');
  });

  test('SH-7 a failure from before the script is noticed when the script runs', async ({
    page,
  }) => {
    await page.route('**/pictures/about-hero*', (route) => route.abort());
    const release = await goBeforeScript(page, '/about');
    const image = page.locator('main img').first();
    await expect
      .poll(() => image.evaluate((shown) => (shown as HTMLImageElement).complete))
      .toBe(true);
    await expect(page.locator('main .frame').first()).not.toContainText('Image not available');
    release();
    await expect(page.locator('main .frame').first()).toContainText('Image not available');
  });
});

test.describe('when preloading itself is broken', () => {
  test.use({ expectedErrors: [/Image preloading encountered an issue/] });

  test('SH-8 a wider error is one warning, and the page goes on', async ({ page }) => {
    const warnings: string[] = [];
    page.on('console', (message) => warnings.push(message.text()));
    await page.addInitScript(() => {
      const create = document.createElement.bind(document);
      document.createElement = ((name: string, options?: ElementCreationOptions) => {
        if (name === 'source') throw new Error('no more elements');
        return create(name, options);
      }) as typeof document.createElement;
    });
    await page.goto('/about');
    await expect
      .poll(() => warnings)
      .toEqual([expect.stringContaining('Image preloading encountered an issue')]);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

test('SH-7 a lazy picture is loaded by script where a tenth of it comes near', async ({ page }) => {
  await page.goto('/projects');
  const image = page.locator('article img').nth(12);
  await expect(image).toHaveAttribute('loading', 'lazy');
  const move = (gap: number) =>
    image.evaluate(
      (shown, below) => {
        const { top, height } = shown.getBoundingClientRect();
        scrollTo({ top: scrollY + top + height * below.share - innerHeight - below.margin });
      },
      { share: SITE.imageLazyThreshold, margin: gap },
    );
  await move(SITE.imageLazyMarginPx + 30);
  await page.waitForTimeout(200);
  await expect(image).toHaveAttribute('loading', 'lazy');
  await move(SITE.imageLazyMarginPx - 30);
  await expect(image).toHaveAttribute('loading', 'eager');
});

test.describe('on touch', () => {
  test.use({ ...phone, deviceScaleFactor: 3 });

  test('SH-8 all of the home page, its film too, is at most 600 KB before any scrolling', async ({
    page,
  }) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    const asked = pictureRequests(page);
    const film = page.waitForEvent('requestfinished', (request) => /\/film\//.test(request.url()));
    await page.goto('/');
    await film;
    await expect.poll(() => found(asked)).toEqual(wanted);
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(1500);
    expect(bytes).toBeGreaterThan(300_000);
    expect(bytes).toBeLessThanOrEqual(600_000);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('SH-7 every picture has its size and the browser loads it when it is near', async ({
    page,
  }) => {
    await page.goto('/projects');
    const images = page.locator('article img');
    for (const image of await images.all()) {
      await expect(image).toHaveAttribute('width', /^\d+$/);
      await expect(image).toHaveAttribute('height', /^\d+$/);
    }
    await images.last().scrollIntoViewIfNeeded();
    await expect
      .poll(() => images.last().evaluate((shown) => (shown as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
  });
});
