import type { Page } from '@playwright/test';
import { goHydrated } from '../support/hydrated.ts';
import { expect, test } from '../support/journey.ts';

const screens = [
  [1440, 900],
  [1366, 768],
  [1280, 720],
  [1024, 768],
  [1920, 1080],
] as const;

test("H-1 the way on and the film's pause are on the first screen of a wide window", async ({
  page,
}) => {
  await goHydrated(page, '/');
  const way = page.getByRole('link', { name: 'View our projects' });
  const pause = page.getByRole('button', { name: /^(Pause|Play) video$/ });
  for (const [width, height] of screens) {
    await page.setViewportSize({ width, height });
    for (const control of [way, pause]) {
      await expect(control, `${width} × ${height}`).toBeInViewport({ ratio: 1 });
      await control.click({ trial: true });
    }
    // They keep clear of the words above them, and the film keeps its place and its shape.
    const text = await page.locator('h1 + div p').first().boundingBox();
    const button = await way.boundingBox();
    expect(button!.y).toBeGreaterThanOrEqual(text!.y + text!.height);
    const film = await page.locator('[data-film] > .frame').boundingBox();
    expect(film!.y).toBeLessThan(height * 0.65);
    expect(film!.width / film!.height).toBeGreaterThan(16 / 9 - 0.01);
  }
});

test('H-1 further down they stand at the foot of the film', async ({ page }) => {
  await goHydrated(page, '/');
  await page.locator('#who').scrollIntoViewIfNeeded();
  const film = await page.locator('[data-film] > .frame').boundingBox();
  const pause = await page.locator('[data-film] button').boundingBox();
  expect(pause!.y + pause!.height).toBeCloseTo(film!.y + film!.height, 0);
});

/** Where the pictures of a gallery stand, in the order of the document, and their numbers. */
const standing = (page: Page) =>
  page.locator('.project-gallery li').evaluateAll((items) =>
    items.map((item) => {
      const { left, top, bottom } = item.getBoundingClientRect();
      return { number: Number(item.querySelector('b')?.textContent?.[0]), left, top, bottom };
    }),
  );

for (const path of ['/projects/roche', '/projects/pinakothiki']) {
  test(`PD-3 the gallery of ${path} reads in the order of its numbers`, async ({ page }) => {
    await page.goto(path);
    for (const width of [1440, 1024, 768, 600, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const shown = await standing(page);
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
  });
}
