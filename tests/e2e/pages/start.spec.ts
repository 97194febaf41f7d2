import { expect, test } from '../support/journey.ts';
import { holdBack } from '../support/held-back.ts';
import { goHydrated, hydrated } from '../support/hydrated.ts';

test('CF-1 what is to be seen is painted before a script is fetched', async ({ page }) => {
  await goHydrated(page, '/privacy');
  const { painted, scripts } = await page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    scripts: performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ startTime }) => startTime),
  }));
  expect(scripts.length).toBeGreaterThan(3);
  expect(Math.min(...scripts)).toBeGreaterThan(painted!);
});

test('CF-1 a picture that does not arrive holds a page back for a moment only', async ({
  page,
}) => {
  const release = await holdBack(page, '**/pictures/about-hero-*');
  await page.goto('/about', { waitUntil: 'commit' });
  await hydrated(page);
  expect(await page.evaluate(() => document.readyState)).not.toBe('complete');
  release();
});
