import { SITE } from '../../../app/components/site-limits.ts';
import type { Page } from '@playwright/test';
import { deliverSlowly } from '../../support/servers/slow-delivery.ts';
import { expect, test } from '../support/journey.ts';
import { watchShifts } from '../support/measures.ts';
import { goHydrated, hydrated, phone, restingScroll } from '../support/page.ts';

// What depends on how a browser draws: each one that is installed is asked it.

const KB = 1024;

test("H-1 the way on and the film's pause are on the first screen of a wide window, further down they stand at the film's foot", async ({
  page,
}) => {
  await goHydrated(page, '/');
  const way = page.getByRole('link', { name: 'View our projects' });
  const pause = page.getByRole('button', { name: /^(Pause|Play) video$/ });
  const film = page.locator('[data-film] > .frame');
  for (const [width, height] of [
    [1440, 900],
    [1366, 768],
    [1280, 720],
    [1024, 768],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const control of [way, pause]) {
      await expect(control, `${width} × ${height}`).toBeInViewport({ ratio: 1 });
      await control.click({ trial: true });
    }
    // They keep clear of the words above them, and the film keeps its place and its shape.
    const text = await page.locator('h1 + div p').first().boundingBox();
    expect((await way.boundingBox())!.y).toBeGreaterThanOrEqual(text!.y + text!.height);
    const box = await film.boundingBox();
    expect(box!.y).toBeLessThan(height * 0.65);
    expect(box!.width / box!.height).toBeGreaterThan(16 / 9 - 0.01);
  }
  await page.locator('#who').scrollIntoViewIfNeeded();
  const [foot, box] = [await pause.boundingBox(), await film.boundingBox()];
  expect(foot!.y + foot!.height).toBeCloseTo(box!.y + box!.height, 0);
});

test('PD-3 a gallery reads in the order of its numbers at any width', async ({ page }) => {
  for (const path of ['/projects/roche', '/projects/pinakothiki']) {
    await page.goto(path);
    for (const width of [1440, 1024, 768, 600, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const shown = await page.locator('.project-gallery li').evaluateAll((items) =>
        items.map((item) => {
          const { left, top, bottom } = item.getBoundingClientRect();
          return { number: Number(item.querySelector('b')?.textContent?.[0]), left, top, bottom };
        }),
      );
      expect(shown.length).toBeGreaterThan(1);
      expect(shown.map(({ number }) => number)).toEqual(shown.map((_, index) => index + 1));
      // Each stands to the right of the one before it in the same row, or wholly below it.
      for (const [index, { left, top, bottom }] of shown.entries()) {
        const before = shown[index - 1];
        if (!before) continue;
        const beside = left > before.left && Math.abs(bottom - before.bottom) < 2;
        expect(beside || top >= before.bottom, `picture ${index + 1}, ${width} px`).toBe(true);
      }
    }
  }
});

test('SH-6 the footer stays within its margins at any width', async ({ page }) => {
  await page.goto('/');
  for (const width of [700, SITE.mobileBreakpointPx, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const beyond = await page.getByRole('contentinfo').evaluate((footer) => {
      const base = footer.querySelector('[data-footer-base]')!.getBoundingClientRect();
      return [...footer.querySelectorAll('[data-footer-part]')].map((part) => {
        const { left, right } = part.getBoundingClientRect();
        return Math.max(base.left - left, right - base.right);
      });
    });
    expect(Math.max(...beyond), `${width} px`).toBeLessThanOrEqual(0.5);
  }
});

test('CF-1 the telephone number and the address to write to stay in one piece at any width', async ({
  page,
}) => {
  await page.goto('/contact');
  for (const width of [320, 768, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    const lines = await page
      .locator('main :is([href^="tel:"], [href^="mailto:"])')
      .evaluateAll((links) =>
        links.map((link) => {
          const words = document.createRange();
          words.selectNodeContents(link);
          return new Set([...words.getClientRects()].map(({ top }) => top)).size;
        }),
      );
    expect(lines, `${width} px`).toEqual([1, 1, 1]);
  }
});

test('EL-5 a page fetches the letters of its own language alone', async ({ page }) => {
  for (const [path, letters, most] of [
    ['/', ['latin-flar'], 50 * KB],
    ['/el', ['greek-flar', 'latin-flar'], 70 * KB],
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

test.describe('on a phone', () => {
  test.use(phone);

  test('SH-7 nothing moves while a page that is made for its visitor arrives bit by bit', async ({
    page,
    site,
  }) => {
    const shifted = await watchShifts(page);
    const slow = await deliverSlowly(site.url);
    try {
      for (const path of ['/contact', '/admin', '/admin?forgot', '/reset-password']) {
        await page.goto(slow.url + path);
        await hydrated(page);
        if (path === '/reset-password') await expect(page.getByRole('alert')).toBeVisible();
        await restingScroll(page);
        expect(await shifted(), path).toBe(0);
      }
    } finally {
      await slow.stop();
    }
  });

  test('SH-7 letters that come late move no line', async ({ page }) => {
    const shifted = await watchShifts(page);
    await page.route(/commissioner-(latin|greek)/, async (route) => {
      await page.locator('h1').waitFor();
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
      await route.continue();
    });
    for (const path of ['/', '/projects/roche', '/el', '/el/projects/roche']) {
      await page.goto(path);
      await page.evaluate(() => document.fonts.ready);
      await restingScroll(page);
      // What is left are letters that grow by parts of a pixel where they stand.
      expect(await shifted(), path).toBeLessThan(0.001);
    }
  });

  test('CF-1 the script that takes over a page does not have all of it styled anew', async ({
    page,
  }) => {
    for (const path of ['/', '/projects']) {
      const styled = await traceStyles(page);
      await goHydrated(page, path);
      await page.waitForLoadState('networkidle');
      const elements = await page.evaluate(() => document.querySelectorAll('body *').length);
      // To style all anew would be that many and what is styled anyhow.
      expect(await styled(), path).toBeLessThan(elements);
    }
  });
});

interface TraceEvent {
  name: string;
  /** Microseconds. */
  ts: number;
  args: { elementCount?: number; frame?: string; beginData?: { frame: string } };
}

/**
 * Follows how many elements of a page a browser computes the styles of: the answer ends the trace and
 * tells how many since the last page was painted, each as often as it was styled. The browser's own
 * windows, which Chromium draws as pages too, do not count.
 */
async function traceStyles(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().browser()!.newBrowserCDPSession();
  const own = await page.context().newCDPSession(page);
  const frame = (await own.send('Page.getFrameTree')).frameTree.frame.id;
  await own.detach();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]));
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['blink', 'devtools.timeline', 'loading'] },
  });
  return async () => {
    const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await ended;
    await session.detach();
    events.sort((one, other) => one.ts - other.ts);
    const painted = events.findLast(
      ({ name, args }) => name === 'firstContentfulPaint' && args.frame === frame,
    );
    if (!painted) throw new Error('no page was painted');
    return events
      .filter(({ name, ts, args }) => {
        return name === 'UpdateLayoutTree' && ts > painted.ts && args.beginData?.frame === frame;
      })
      .reduce((sum, { args }) => sum + (args.elementCount ?? 0), 0);
  };
}
