import { SITE } from '../../../app/components/site-limits.ts';
import { deliverSlowly } from '../../support/servers/slow-delivery.ts';
import { expect, test } from '../support/journey.ts';
import { watchShifts } from '../support/measures.ts';
import { goHydrated, hydrated, phone, restingScroll } from '../support/page.ts';

// What depends on how a browser draws: each one that is installed is asked it.

test("H-1 the way on and the film's pause are on the first screen", async ({ page }) => {
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

test('CF-1 SH-6 addresses stay whole and the footer in its margins', async ({ page }) => {
  await page.goto('/contact');
  for (const width of [320, 700, SITE.mobileBreakpointPx, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const { lines, beyond } = await page.evaluate(() => {
      const edges = (selector: string) =>
        [...document.querySelectorAll(selector)].map((part) => part.getBoundingClientRect());
      const [base] = edges('[data-footer-base]');
      const links = document.querySelectorAll('main :is([href^="tel:"], [href^="mailto:"])');
      return {
        lines: [...links].map((link) => {
          const words = document.createRange();
          words.selectNodeContents(link);
          return new Set([...words.getClientRects()].map(({ top }) => top)).size;
        }),
        beyond: edges('[data-footer-part]').map(({ left, right }) =>
          Math.max(base!.left - left, right - base!.right),
        ),
      };
    });
    expect(lines, `${width} px`).toEqual([1, 1, 1]);
    expect(Math.max(...beyond), `${width} px`).toBeLessThanOrEqual(0.5);
  }
});

test.describe('on a phone', () => {
  test.use(phone);

  test('SH-7 nothing moves while a page arrives bit by bit', async ({ page, site }) => {
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
});
