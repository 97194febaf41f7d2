import { deliverSlowly } from '../../support/servers/slow-delivery.ts';
import { expect, test } from '../support/journey.ts';
import { watchShifts } from '../support/measures.ts';
import { goHydrated, phone, readRestingScroll, waitForHydration } from '../support/page.ts';

// These tests depend on how a browser draws, so they run in every installed browser.

test('H-1 shows the link onward and the pause button on the first screen', async ({ page }) => {
  await goHydrated(page, '/');
  const projectsLink = page.getByRole('link', { name: 'View our projects' });
  const pause = page.getByRole('button', { name: /^(Pause|Play) video$/ });
  const film = page.locator('[data-film] > .frame');
  for (const [width, height] of [
    [1280, 720],
    [1024, 768],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const control of [projectsLink, pause]) {
      await expect(control, `${width} × ${height}`).toBeInViewport({ ratio: 1 });
      await control.click({ trial: true });
    }
    // They keep clear of the words above them, and the film keeps its place and its shape.
    const text = await page.locator('h1 + div p').first().boundingBox();
    expect((await projectsLink.boundingBox())!.y).toBeGreaterThanOrEqual(text!.y + text!.height);
    const box = await film.boundingBox();
    expect(box!.y).toBeLessThan(height * 0.65);
    expect(box!.width / box!.height).toBeGreaterThan(16 / 9 - 0.01);
  }
  await page.locator('#who').scrollIntoViewIfNeeded();
  const [foot, box] = [await pause.boundingBox(), await film.boundingBox()];
  expect(foot!.y + foot!.height).toBeCloseTo(box!.y + box!.height, 0);
});

test.describe('on a phone', () => {
  test.use(phone);

  test('SH-7 moves nothing while a page arrives bit by bit', async ({ page, site }) => {
    const shifted = await watchShifts(page);
    const slow = await deliverSlowly(site.url);
    try {
      for (const path of ['/contact', '/admin', '/reset-password']) {
        await page.goto(slow.url + path);
        await waitForHydration(page);
        if (path === '/reset-password') await expect(page.getByRole('alert')).toBeVisible();
        await readRestingScroll(page);
        expect(await shifted(), path).toBe(0);
      }
    } finally {
      await slow.stop();
    }
  });

  test('SH-7 moves no line when the fonts arrive late', async ({ page }) => {
    const shifted = await watchShifts(page);
    await page.route(/commissioner-(latin|greek)/, async (route) => {
      await page.locator('h1').waitFor();
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
      await route.continue();
    });
    for (const path of ['/', '/el/projects/roche']) {
      await page.goto(path);
      await page.evaluate(() => document.fonts.ready);
      await readRestingScroll(page);
      // The remaining shifts are letters that grow by a part of a pixel.
      expect(await shifted(), path).toBeLessThan(0.001);
    }
  });
});
