import type { Page } from '@playwright/test';
import { listProjects } from '#app/content/catalogue/projects.server.ts';
import { SITE } from '../../../app/components/site-limits.ts';
import { expect, test } from '../support/journey.ts';
import {
  goBeforeScript,
  goHydrated,
  holdRequests,
  phone,
  waitForFrames,
  waitForHydration,
} from '../support/page.ts';

const KB = 1024;

const [one, two, three] = listProjects('en').map(({ main }) => main.name);
const preloadedPictures = ['pictures/about-hero', one, two, three];

function pictureRequests(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (/^\/(pictures|media-files)\/.+-\d/.test(path)) paths.push(path.slice(1));
  });
  return paths;
}

/** Returns the preloaded pictures among the requested paths. */
const findPreloaded = (paths: readonly string[]) =>
  preloadedPictures.filter((name) =>
    paths.some((path) => new RegExp(`^${name}-\\d+\\.avif$`).test(path)),
  );

test.describe('on touch', () => {
  test.use({ ...phone, deviceScaleFactor: 3 });

  test('SH-8 preloads four pictures of the home page, 600 KB at most', async ({ page }) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    const requests = pictureRequests(page);
    const film = page.waitForEvent('requestfinished', (request) => /\/film\//.test(request.url()));
    await page.goto('/');
    await film;
    await expect.poll(() => findPreloaded(requests)).toEqual(preloadedPictures);
    await page.waitForLoadState('networkidle');
    // The sizes of files arrive by another connection than the event of the load.
    await expect.poll(() => bytes).toBeGreaterThan(300_000);
    expect(bytes).toBeLessThanOrEqual(600_000);
    expect(requests.some((path) => /\.(webm|mp4)$/.test(path))).toBe(false);

    const requestsBefore = [...requests];
    const image = page.locator('[aria-labelledby=featured] img').first();
    await image.scrollIntoViewIfNeeded();
    const source = () => image.evaluate((shown) => (shown as HTMLImageElement).currentSrc);
    await expect.poll(source).toContain('.avif');
    expect(requestsBefore).toContain(new URL(await source()).pathname.slice(1));
    expect(new Set(requests).size, 'no file is asked for twice').toBe(requests.length);
  });
});

test.describe('when pictures fail', () => {
  test.use({
    expectedErrors: [/Failed to preload|net::ERR|Image preloading encountered an issue/],
  });

  test('SH-8 reports a failed preload or a wider error in one warning', async ({ page }) => {
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    const expectWarning = (pattern: RegExp) =>
      expect.poll(() => warnings).toEqual([expect.stringMatching(pattern)]);
    await page.route(`**/${two}*`, (route) => route.abort());
    await page.goto('/');
    await expectWarning(new RegExp(`^Failed to preload .*${two}`));
    await page.getByRole('link', { name: 'View our projects' }).click();
    await expect(page).toHaveURL(/\/projects$/);
    warnings.length = 0;
    await page.addInitScript(() => {
      const create = document.createElement.bind(document);
      document.createElement = ((name: string, options?: ElementCreationOptions) => {
        if (name === 'source') throw new Error('no more elements');
        return create(name, options);
      }) as typeof document.createElement;
    });
    await page.goto('/about');
    await expectWarning(/Image preloading encountered an issue/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('SH-7 replaces a failed picture by a text, before hydration too', async ({ page }) => {
    await page.route(/\/(pictures|media-files)\//, (route) => route.abort());
    await goHydrated(page, '/projects');
    const frames = page.locator('article .frame');
    const position = await frames.first().boundingBox();
    await expect(frames.first()).toContainText('Image not available');
    expect(await frames.first().boundingBox()).toEqual(position);
    await frames.last().scrollIntoViewIfNeeded();
    await expect(frames.last()).toContainText('Image not available');

    const release = await goBeforeScript(page, '/about');
    const image = page.locator('main img').first();
    await expect
      .poll(() => image.evaluate((early) => (early as HTMLImageElement).complete))
      .toBe(true);
    await expect(page.locator('main .frame').first()).not.toContainText('Image not available');
    release();
    await waitForHydration(page);
    await expect(page.locator('main .frame').first()).toContainText('Image not available');
  });
});

test('SH-7 SH-9 loads a lazy picture when a tenth of it comes near', async ({ page }) => {
  await goHydrated(page, '/projects');
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
  await waitForFrames(page);
  await expect(image).toHaveAttribute('loading', 'lazy');
  await move(SITE.imageLazyMarginPx - 30);
  await expect(image).toHaveAttribute('loading', 'eager');

  await page.getByRole('link', { name: 'Roche' }).first().click();
  await expect(page.locator('h1')).toHaveText('Roche');

  const release = await holdRequests(page, '**/assets/*.js');
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('footer')).toBeAttached();
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.locator('h1')).toHaveText('Projects');
  release();
});

// Each in a browser of its own: it would show a larger file again that it has of another page.
for (const path of [
  '/projects',
  '/about',
  '/insights',
  '/projects/roche',
  '/projects/roche?photo=3',
])
  test(`SH-7 loads no picture of ${path} for a place much smaller`, async ({ page }) => {
    await page.setViewportSize({ width: 2560, height: 1440 });
    await page.goto(path);
    const tooWide = await page.locator('main picture img:visible').evaluateAll(async (images) => {
      const files: string[] = [];
      for (const image of images as HTMLImageElement[]) {
        image.loading = 'eager';
        await image.decode();
        const { currentSrc, naturalWidth, naturalHeight, clientWidth, clientHeight } = image;
        const neededWidth = Math.max(clientWidth, (clientHeight * naturalWidth) / naturalHeight);
        const fileWidth = Number(/-(\d+)\.avif$/.exec(currentSrc)?.[1]);
        if (!(fileWidth < 1.7 * neededWidth)) files.push(`${currentSrc} for ${neededWidth} px`);
      }
      return files;
    });
    expect(tooWide).toEqual([]);
  });

test('CF-1 paints the visible part before it fetches a script', async ({ page }) => {
  // A machine that takes long to paint would find the page's patience at its end.
  await page.addInitScript(() => {
    const set = window.setTimeout;
    window.setTimeout = ((run: () => void, ms?: number) =>
      ms === 1500 ? 0 : set(run, ms)) as typeof setTimeout;
  });
  await goHydrated(page, '/privacy');
  const { painted, scripts } = await page.evaluate(() => ({
    // A busy browser paints the background a frame before the contents: that is the first paint.
    painted: performance.getEntriesByType('paint')[0]?.startTime,
    scripts: performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ startTime }) => startTime),
  }));
  expect(scripts.length).toBeGreaterThan(3);
  expect(Math.min(...scripts)).toBeGreaterThan(painted!);
});

test('CF-1 shows a page although a picture does not arrive', async ({ page }) => {
  const release = await holdRequests(page, '**/pictures/about-hero-*');
  await page.goto('/about', { waitUntil: 'commit' });
  await waitForHydration(page);
  expect(await page.evaluate(() => document.readyState)).not.toBe('complete');
  release();
});

test('EL-5 fetches only the fonts of the page’s language', async ({ page }) => {
  // Otherwise the page is not idle before its film is there.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [path, letters, most] of [
    ['/', ['latin-flar'], 33 * KB],
    ['/el', ['greek-flar', 'latin-flar'], 53 * KB],
  ] as const) {
    const fetched = new Map<string, number>();
    page.on('response', (response) => {
      const name = /commissioner-([a-z]+-[a-z]+)[^/]*\.woff2/.exec(response.url())?.[1];
      if (name) fetched.set(name, Number(response.headers()['content-length']));
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.evaluate(() => document.fonts.ready);
    expect([...fetched.keys()].sort()).toEqual(letters);
    expect([...fetched.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(most);
    page.removeAllListeners('response');
  }
});

test('CF-1 does not style the whole page anew at hydration', async ({ page, browser }) => {
  const session = await page.context().newCDPSession(page);
  const frame = (await session.send('Page.getFrameTree')).frameTree.frame.id;
  await browser.startTracing(page, { categories: ['blink', 'devtools.timeline', 'loading'] });
  await goHydrated(page, '/projects');
  await page.waitForLoadState('networkidle');
  const elements = await page.evaluate(() => document.querySelectorAll('body *').length);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as Trace;
  // Chromium draws windows of its own as pages too: this page's frame alone counts.
  const painted = trace.traceEvents.filter(
    ({ name, args }) => name === 'firstContentfulPaint' && args.frame === frame,
  );
  const firstPaintAt = Math.max(...painted.map(({ ts }) => ts));
  const styled = trace.traceEvents
    .filter(({ name, ts, args }) => {
      return name === 'UpdateLayoutTree' && ts > firstPaintAt && args.beginData?.frame === frame;
    })
    .reduce((sum, { args }) => sum + (args.elementCount ?? 0), 0);
  expect(painted).not.toEqual([]);
  // A second styling of the whole page would count every element again.
  expect(styled).toBeLessThan(elements);
});

interface Trace {
  traceEvents: {
    name: string;
    ts: number;
    args: { elementCount?: number; frame?: string; beginData?: { frame: string } };
  }[];
}
