import type { Page } from '@playwright/test';
import { enterDesk } from '../support/desk-entry.ts';
import { expect, test } from '../support/journey.ts';
import { doubleLetters, sideways, smallTargets } from '../support/reach.ts';

const PAGES = [
  '/',
  '/about',
  '/projects',
  '/projects?category=offices',
  '/projects/shop-vilebrequin-gh',
  '/projects/roche?photo=2',
  '/projects/no-such-project',
  '/media',
  '/insights',
  '/insights/our-philosophy',
  '/page/materials',
  '/contact?about=saronic-school-library',
  '/financial-data',
  '/financial-data?tab=statements',
  '/privacy',
  '/terms',
  '/sitemap',
  '/not-found',
  '/admin',
  '/admin?forgot',
  '/reset-password',
];

// A page for what is missing answers 404, which Chromium reports on the console.
test.use({
  viewport: { width: 390, height: 844 },
  contextOptions: { reducedMotion: 'reduce' },
  expectedErrors: [/status of 404/],
});

/** One load of a page for both: a finger at the usual size, then letters of twice the size. */
async function withinReach(page: Page, path: string): Promise<void> {
  await page.goto(path);
  expect(await smallTargets(page), `${path}: too small to be hit`).toEqual([]);
  await doubleLetters(page);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await sideways(page), `${path}: sideways at ${width} px`).toBe(0);
  }
  await page.setViewportSize({ width: 390, height: 844 });
}

for (const path of PAGES) {
  test(`${path} is within a finger's reach, and keeps to the window with letters of 32 px`, async ({
    page,
  }) => {
    await withinReach(page, path);
  });
}

test('the menu is within reach, and keeps to the window with letters of 32 px', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'MENU', exact: true }).click();
  await expect(page.locator('#menu')).toBeVisible();
  expect(await smallTargets(page)).toEqual([]);
  await doubleLetters(page);
  const menu = page.locator('#menu');
  const over = await menu.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(over).toBe(0);
});

test("the desk is within a finger's reach, and keeps to the window with letters of 32 px", async ({
  page,
  site,
}) => {
  const email = 'a.name.of.some.length@architects-of-athens.example';
  const [id] = await enterDesk(page, site, [
    { full_name: 'Reach Sample', email, phone: '+30 210 000 0001', about_project: 'roche' },
  ]);
  const pages = ['', '?q=Reach', `?enquiry=${id}`, '?enquiry=999999', '?q=nothing-of-the-kind'];
  const places = ['quarantine', 'person', `person?email=${email}`, 'account'];
  for (const path of [...pages, ...places.map((place) => `/${place}`)]) {
    await withinReach(page, `/admin/dashboard${path}`);
  }
});
