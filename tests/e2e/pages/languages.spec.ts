import type { Page } from '@playwright/test';
import { goHydrated } from '../support/hydrated.ts';
import { expect, test } from '../support/journey.ts';

const KB = 1024;

/** The letters that a page fetches, by the script that they are for, and their bytes. */
async function lettersOf(page: Page, path: string) {
  const names = new Set<string>();
  let bytes = 0;
  page.on('response', async (response) => {
    const name = /commissioner-([a-z]+-[a-z]+)[^/]*\.woff2/.exec(response.url())?.[1];
    if (!name || names.has(name)) return;
    names.add(name);
    bytes += Number(response.headers()['content-length']);
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.evaluate(() => document.fonts.ready);
  return { names: [...names].sort(), bytes };
}

test('EL-5 an English page names Greek without fetching its letters', async ({ page }) => {
  const { names, bytes } = await lettersOf(page, '/');
  expect(names).toEqual(['latin-flar']);
  expect(bytes).toBeLessThanOrEqual(50 * KB);
});

test('EL-5 a Greek page fetches the letters of Greek, and no more than 20 KB of them', async ({
  page,
}) => {
  const { names, bytes } = await lettersOf(page, '/el');
  expect(names).toEqual(['greek-flar', 'latin-flar']);
  expect(bytes).toBeLessThanOrEqual(70 * KB);
});

test('EL-2 the switch keeps the place and what was asked for, there and back', async ({ page }) => {
  await page.goto('/projects/roche?photo=2');
  await page.goto('/projects?category=school&year=2018');
  await page.locator('header').getByRole('link', { name: 'Ελληνικά' }).click();
  await expect(page).toHaveURL('/el/projects?category=school&year=2018');
  await expect(page.locator('html')).toHaveAttribute('lang', 'el');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Έργα');
  await page.goBack();
  await expect(page).toHaveURL('/projects?category=school&year=2018');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('EL-1 moving about within Greek stays in Greek, the viewer included', async ({ page }) => {
  await goHydrated(page, '/el');
  await page.locator('header').getByRole('link', { name: 'ΕΡΓΑ' }).click();
  await expect(page).toHaveURL('/el/projects');
  await expect(page).toHaveTitle(/^Έργα/);
  await page.getByRole('link', { name: 'Roche' }).first().click();
  await expect(page).toHaveURL('/el/projects/roche');
  await page.locator('#photo-2').click();
  await expect(page).toHaveURL('/el/projects/roche?photo=2');
  await expect(page.getByRole('dialog', { name: 'Roche, φωτογραφίες' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL('/el/projects/roche?photo=3');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/el/projects/roche');
  const way = page.locator('header').getByRole('link', { name: 'English' });
  await expect(way).toHaveAttribute('href', '/projects/roche');
});

test('EL-3 no Greek page is wider than a small screen', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  for (const path of ['', '/about', '/projects/s-catherine', '/contact', '/financial-data']) {
    await page.goto(`/el${path}`);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([path, beyond]).toEqual([path, 0]);
  }
});
