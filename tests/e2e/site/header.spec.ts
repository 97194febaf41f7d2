import type { Page } from '@playwright/test';
import { SITE } from '../../../app/components/site-limits.ts';
import { expect, test } from '../support/journey.ts';
import { findAxeViolations, findSmallTargets, withFontSize } from '../support/measures.ts';
import { goBeforeScript, goHydrated, phone, waitForFrames } from '../support/page.ts';

// Without motion, Home does not play its film.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const header = (page: Page) => page.getByRole('banner');
/** The name beside the logo. */
const letters = (page: Page) => header(page).locator('use');
/** How much of the page's top the header covers, in px. */
const covered = async (page: Page) => {
  const { y, height } = (await header(page).boundingBox())!;
  return y + height;
};
const goTo = (page: Page, y: number) => page.evaluate((top) => scrollTo(0, top), y);
const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });
const opener = (page: Page) => page.locator('[popovertarget=menu][aria-haspopup]');

test('SH-4 makes the header compact, and prefetches under the pointer', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const bar = header(page).locator('[data-progress] i');
  await page.clock.install();
  await goHydrated(page, '/');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const fullHeight = await covered(page);
    await goTo(page, SITE.headerCompactAfterPx);
    await expect(header(page)).not.toHaveAttribute('data-scrolled');
    await goTo(page, SITE.headerCompactAfterPx + 1);
    await expect(header(page)).toHaveAttribute('data-scrolled', '');
    await expect.poll(() => covered(page)).toBe(60);
    const middle = async () => {
      const home = (await header(page).getByRole('link', { name: /home$/ }).boundingBox())!;
      return home.y + home.height / 2;
    };
    await expect.poll(middle).toBeCloseTo(30, 0);
    await expect(header(page).locator('div').first()).toHaveCSS('backdrop-filter', /blur/);
    await expect(letters(page)).toHaveCSS('opacity', '0');
    await page.evaluate(() => {
      const { scrollHeight, clientHeight } = document.documentElement;
      scrollTo(0, (scrollHeight - clientHeight) / 2);
    });
    const progress = async () => ((await bar.boundingBox())!.x + width) / width;
    await expect.poll(async () => Math.abs((await progress()) - 0.5)).toBeLessThan(0.01);
    await goTo(page, 0);
    await expect(header(page)).not.toHaveAttribute('data-scrolled');
    await expect.poll(() => covered(page)).toBe(fullHeight);
  }

  await page.setViewportSize({ width: 1440, height: 900 });
  const prefetches = page.locator('link[rel=prefetch]');
  for (const [name, path] of [
    ['Contact', '/contact.data'],
    ['About', '/about.data'],
  ] as const) {
    await header(page).getByRole('link', { name }).hover();
    await page.clock.fastForward(1000);
    await waitForFrames(page);
    const hrefs = await prefetches.evaluateAll((links) =>
      links.map((link) => new URL((link as HTMLLinkElement).href).pathname),
    );
    expect(hrefs.includes(path), path).toBe(path === '/about.data');
  }
  await expect.poll(() => requests).toContain('/about.data');
  expect(requests).not.toContain('/contact.data');
});

test.describe('the menu on a phone', () => {
  test.use(phone);

  test('SH-5 opens before hydration, fills the screen, and keeps the focus', async ({ page }) => {
    const release = await goBeforeScript(page, '/projects');
    await opener(page).tap();
    await expect(menu(page)).toBeVisible();
    release();
    await expect(opener(page)).toHaveAttribute('aria-expanded', 'true');
    await expect
      .poll(() => menu(page).boundingBox())
      .toEqual({ x: 0, y: 0, width: 390, height: 844 });
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await findSmallTargets(page)).toEqual([]);
    const readOverflow = () =>
      page.locator('#menu').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    await withFontSize(page, 32, () => expect.poll(readOverflow).toBe(0));
    await expect(menu(page).getByRole('button', { name: 'Close menu' })).toBeFocused();
    const stops = await menu(page).locator('a, button').count();
    for (const key of ['Tab', 'Shift+Tab']) {
      const focusedNames = new Set<string>();
      for (let step = 0; step < stops; step++) {
        await page.keyboard.press(key);
        const focused = menu(page).locator(':focus');
        await expect(focused).toHaveCount(1);
        focusedNames.add((await focused.getAttribute('aria-label')) ?? (await focused.innerText()));
      }
      expect(focusedNames.size).toBe(stops);
    }
    // A touch scrolls nothing behind it.
    await page.mouse.wheel(0, 400);
    await waitForFrames(page, 10);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await expect(opener(page)).toBeFocused();
    await expect(opener(page)).toHaveAttribute('aria-expanded', 'false');

    for (const name of ['ABOUT', 'ABOUT']) {
      await opener(page).tap();
      await menu(page).getByRole('link', { name }).tap();
      await expect(page).toHaveURL(new RegExp(`/${name.toLowerCase()}$`));
      await expect(menu(page)).toBeHidden();
    }
    await opener(page).tap();
    await expect(menu(page)).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/projects$/);
    await expect(menu(page)).toBeHidden();
    // A document that is left for the one of the other language may come back as it was.
    await opener(page).tap();
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
    await expect(menu(page)).toBeHidden();
    await opener(page).tap();
    await expect(menu(page)).toBeVisible();
    await page.setViewportSize({ width: SITE.mobileBreakpointPx, height: 844 });
    await expect(menu(page)).toBeHidden();
    await expect(header(page).getByRole('link', { name: 'PROJECTS' })).toBeVisible();
  });
});

test('SH-5 shows the links in the header in a browser without popovers', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 844 });
  await forgetPopovers(page);
  await goHydrated(page, '/');
  await expect(header(page).getByRole('button')).toBeHidden();
  await expect(page.locator('#menu')).toBeHidden();
  await expect(letters(page)).toHaveCSS('opacity', '0');
  await header(page).getByRole('link', { name: 'PROJECTS' }).click();
  await expect(page).toHaveTitle(/Projects/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

/** Renames the popover API in the page, its styles and its scripts, so that the browser does not know it. */
async function forgetPopovers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover']) {
      Reflect.deleteProperty(HTMLElement.prototype, name);
    }
  });
  await page.route(/\/($|assets\/.*\.(css|js)$)/, async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    const body = text
      .replaceAll(':popover-open', ':not-known-here')
      .replaceAll(' popover="auto"', ' data-not-known=""');
    await route.fulfill({ response, body });
  });
}
