import { axeFinds } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';

const PAGES = [
  '/',
  '/about',
  '/projects',
  '/projects?category=offices',
  '/projects/roche',
  '/projects/roche?photo=2',
  '/projects/no-such-project',
  '/insights/no-such-insight',
  '/media/no-such-article',
  '/media',
  '/insights',
  '/insights/our-philosophy',
  '/page/materials',
  '/contact',
  '/financial-data',
  '/financial-data?tab=statements',
  '/privacy',
  '/terms',
  '/sitemap',
  '/not-found',
  '/el',
  '/el/about',
  '/el/projects?category=offices',
  '/el/projects/roche?photo=2',
  '/el/projects/no-such-project',
  '/el/insights/our-philosophy',
  '/el/contact',
  '/el/financial-data',
  '/el/privacy',
  '/admin',
  '/admin?forgot',
  '/reset-password',
];

test.use({
  // Nothing waits to be revealed: what cannot be seen yet is not looked at.
  contextOptions: { reducedMotion: 'reduce' },
  // A page for what is missing answers 404, which Chromium reports on the console.
  expectedErrors: [/status of 404/],
});

for (const path of PAGES) {
  test(`axe finds nothing on ${path}, wide or narrow, and nothing runs off the side`, async ({
    page,
  }) => {
    await page.goto(path);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await axeFinds(page), `at ${width} px`).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(overflow, `at ${width} px`).toBeLessThanOrEqual(width);
    }
  });
}
