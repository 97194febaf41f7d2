import type { Page } from '@playwright/test';
import { SITE } from '../../../app/components/site-limits.ts';
import { devices, phone } from '../support/devices.ts';
import { goBeforeScript } from '../support/held-back.ts';
import { goHydrated } from '../support/hydrated.ts';
import { expect, test } from '../support/journey.ts';

const header = (page: Page) => page.getByRole('banner');
/** What stands beside the mark. */
const letters = (page: Page) => header(page).locator('use');
/** How much of the page's top the header covers, in px. */
const covered = async (page: Page) => {
  const { y, height } = (await header(page).boundingBox())!;
  return y + height;
};

async function goTo(page: Page, y: number): Promise<void> {
  await page.evaluate((top) => scrollTo(0, top), y);
}

for (const [device, options] of devices) {
  test.describe(`the header, ${device}`, () => {
    test.use(options);

    test('SH-4 it is compact past the threshold, shows the progress, and hides the letters', async ({
      page,
    }) => {
      await page.goto('/');
      const whole = await covered(page);
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
      const bar = header(page).locator('[data-progress] i');
      const { width } = page.viewportSize()!;
      await expect
        .poll(async () => Math.abs(((await bar.boundingBox())!.x + width) / width - 0.5))
        .toBeLessThan(0.01);
      await goTo(page, 0);
      await expect(header(page)).not.toHaveAttribute('data-scrolled');
      await expect.poll(() => covered(page)).toBe(whole);
    });
  });
}

test.describe('the menu on a phone', () => {
  test.use(phone);
  const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });
  const opener = (page: Page) => page.locator('[popovertarget=menu][aria-haspopup]');

  test('SH-5 it fills the screen, keeps the focus, closes on Escape and gives the focus back', async ({
    page,
  }) => {
    await page.goto('/about');
    await expect(opener(page)).toHaveAttribute('aria-expanded', 'false');
    await opener(page).tap();
    await expect(opener(page)).toHaveAttribute('aria-expanded', 'true');
    await expect
      .poll(() => menu(page).boundingBox())
      .toEqual({ x: 0, y: 0, width: 390, height: 844 });
    await expect(menu(page).getByRole('button', { name: 'Close menu' })).toBeFocused();
    for (const key of ['Tab', 'Shift+Tab']) {
      const seen = new Set<string>();
      for (let step = 0; step < 8; step++) {
        await page.keyboard.press(key);
        const focused = menu(page).locator(':focus');
        await expect(focused).toHaveCount(1);
        seen.add((await focused.getAttribute('aria-label')) ?? (await focused.innerText()));
      }
      expect(seen.size).toBe(await menu(page).locator('a, button').count());
    }
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await expect(opener(page)).toBeFocused();
    await expect(opener(page)).toHaveAttribute('aria-expanded', 'false');
  });

  test('SH-5 it closes on a route change, to the same page too, and on Back', async ({ page }) => {
    await page.goto('/projects');
    for (const name of ['ABOUT', 'ABOUT', 'CONTACT']) {
      await opener(page).tap();
      await menu(page).getByRole('link', { name }).tap();
      await expect(page).toHaveURL(new RegExp(`/${name.toLowerCase()}$`));
      await expect(menu(page)).toBeHidden();
    }
    await opener(page).tap();
    await expect(menu(page)).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/about$/);
    await expect(menu(page)).toBeHidden();
  });

  test('SH-5 it closes when the window grows and the links stand in the header', async ({
    page,
  }) => {
    await page.goto('/');
    await opener(page).tap();
    await expect(menu(page)).toBeVisible();
    await page.setViewportSize({ width: SITE.mobileBreakpointPx, height: 844 });
    await expect(menu(page)).toBeHidden();
    await expect(header(page).getByRole('link', { name: 'PROJECTS' })).toBeVisible();
  });

  test('SH-5 opened before the script has come, it stays open and takes the focus in', async ({
    page,
  }) => {
    const release = await goBeforeScript(page, '/about');
    await opener(page).tap();
    await expect(menu(page)).toBeVisible();
    release();
    await expect(opener(page)).toHaveAttribute('aria-expanded', 'true');
    await expect(menu(page).getByRole('button', { name: 'Close menu' })).toBeFocused();
    await expect(menu(page)).toBeVisible();
  });

  test('SH-5 a window that grew before the script came has it closed', async ({ page }) => {
    const release = await goBeforeScript(page, '/about');
    await opener(page).tap();
    await expect(menu(page)).toBeVisible();
    await page.setViewportSize({ width: SITE.mobileBreakpointPx, height: 844 });
    await expect(menu(page)).toBeHidden();
    release();
    await expect(opener(page)).toHaveAttribute('aria-expanded', 'false');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(menu(page)).toBeHidden();
  });

  test('SH-5 a touch scrolls nothing behind it', async ({ page }) => {
    await page.goto('/');
    await opener(page).tap();
    await expect(menu(page)).toBeVisible();
    await page.mouse.wheel(0, 400);
    await page.waitForTimeout(200);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});

test.describe('without JavaScript', () => {
  test.use({ ...phone, javaScriptEnabled: false });

  test('SH-5 the menu opens, leads on and closes', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'MENU', exact: true }).tap();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await menu.getByRole('button', { name: 'Close menu' }).tap();
    await expect(menu).toBeHidden();
    await page.getByRole('button', { name: 'MENU', exact: true }).tap();
    await menu.getByRole('link', { name: 'PROJECTS' }).tap();
    await expect(page).toHaveURL(/\/projects$/);
  });

  test('SH-4 the header stands on the page, whole and solid', async ({ page }) => {
    await page.goto('/');
    await expect(header(page)).toHaveCSS('position', 'absolute');
    const bar = header(page).locator('div').first();
    await expect(bar).toHaveCSS('background-color', 'rgb(242, 243, 239)');
    await expect(page.locator('[data-progress]')).toHaveCSS('opacity', '0');
  });
});

test.describe('a browser without popovers', () => {
  for (const width of [320, 390]) {
    test(`SH-5 has the links in the header at ${width} px, and no menu`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await forgetPopovers(page);
      await goHydrated(page, '/');
      await expect(header(page).getByRole('button')).toBeHidden();
      await expect(page.locator('#menu')).toBeHidden();
      await expect(letters(page)).toHaveCSS('opacity', '0');
      for (const [name, title] of [
        ['PROJECTS', /Projects/],
        ['CONTACT', /Contact/],
      ] as const) {
        await header(page).getByRole('link', { name }).click();
        await expect(page).toHaveTitle(title);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });
  }
});

/** Makes every word about popovers an unknown one: in the page, its styles and its scripts. */
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

for (const width of [700, SITE.mobileBreakpointPx, 1440]) {
  test(`SH-6 the footer stays within its margins at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    const { left, right } = await page.getByRole('contentinfo').evaluate((footer) => {
      const base = footer.querySelector('[data-footer-base]')!.getBoundingClientRect();
      const parts = [...footer.querySelectorAll('[data-footer-part]')].map((part) =>
        part.getBoundingClientRect(),
      );
      const lefts = parts.map((part) => part.left - base.left);
      return {
        left: Math.min(...lefts),
        right: Math.min(...parts.map((p) => base.right - p.right)),
      };
    });
    expect(left).toBeGreaterThanOrEqual(-0.5);
    expect(right).toBeGreaterThanOrEqual(-0.5);
  });
}
