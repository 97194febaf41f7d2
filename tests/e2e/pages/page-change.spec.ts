import type { Page } from '@playwright/test';
import { readDeclaredArrivals } from '../support/declared-arrival.ts';
import { MOTION } from '../support/motion.ts';
import { phone } from '../support/devices.ts';
import { goHydrated } from '../support/hydrated.ts';
import { expect, test } from '../support/journey.ts';

interface Changes {
  /** How long each page took to arrive, in ms; what was declared, if the browser did not animate. */
  times: number[];
  /** Stops the animations of a page change at its beginning. */
  hold: boolean;
}

/** Follows the animated page changes of a page that is not yet loaded. */
async function follow(page: Page): Promise<void> {
  await readDeclaredArrivals(page);
  await page.addInitScript(() => {
    const changes: Changes = { times: [], hold: false };
    Object.assign(window, { changes });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (change) => {
      const transition = start(change);
      transition.ready.then(look, (reason: unknown) => {
        if (window.wasGivenUp(reason)) changes.times.push(window.declaredArrival()?.duration ?? 0);
      });
      return transition;
    };
    function look(): void {
      for (const animation of document.getAnimations()) {
        const effect = animation.effect as KeyframeEffect;
        if (!effect.pseudoElement?.startsWith('::view-transition')) continue;
        if (changes.hold) animation.pause();
        if (effect.pseudoElement !== '::view-transition-new(root)') continue;
        changes.times.push(Number(effect.getComputedTiming().endTime));
      }
    }
  });
}

const changes = (page: Page) =>
  page.evaluate(() => (window as unknown as { changes: Changes }).changes);
const times = async (page: Page) => (await changes(page)).times;

/** Opens a page whose first change stops in its midst and would never end by itself. */
async function openHeld(page: Page, path: string): Promise<void> {
  await follow(page);
  await goHydrated(page, path);
  await page.evaluate(() =>
    Object.assign((window as unknown as { changes: Changes }).changes, { hold: true }),
  );
}

const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const scrolled = (page: Page) => page.evaluate(() => scrollY);

/** To another page, which begins at its top, and back to where the first one was left. */
async function goThereAndBack(page: Page): Promise<void> {
  await goHydrated(page, '/');
  await page.evaluate(() => scrollTo(0, 900));
  await expect.poll(() => scrolled(page)).toBe(900);
  await link(page, 'ABOUT').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('About');
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.goBack();
  await expect.poll(() => scrolled(page)).toBe(900);
}

test('SH-3 a page arrives in 0.6 s, at its top; Back brings the place back', async ({ page }) => {
  await follow(page);
  await goHydrated(page, '/');
  await page.evaluate(() => scrollTo(0, 900));
  await expect.poll(() => scrolled(page)).toBe(900);
  await link(page, 'ABOUT').click();
  await expect(page).toHaveURL(/\/about$/);
  await expect.poll(() => times(page)).toEqual([MOTION.pageTransitionMs]);
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => times(page)).toEqual([MOTION.pageTransitionMs, MOTION.pageTransitionMs]);
  await expect.poll(() => scrolled(page)).toBe(900);
});

test('SH-3 the links of the page itself change it in the same way', async ({ page }) => {
  await follow(page);
  for (const [path, name] of [
    ['/', 'View our projects'],
    ['/', 'Learn More'],
    ['/projects', 'Roche'],
    ['/sitemap', 'About Us'],
  ] as const) {
    await goHydrated(page, path);
    await page.getByRole('main').getByRole('link', { name }).first().click();
    await expect.poll(() => times(page)).toEqual([MOTION.pageTransitionMs]);
  }
});

test('SH-3 a second click does not wait for the first page to arrive', async ({ page }) => {
  await openHeld(page, '/');
  const second = (await link(page, 'CONTACT').boundingBox())!;
  await link(page, 'ABOUT').click();
  await expect.poll(() => times(page)).toHaveLength(1);
  await page.mouse.click(second.x + second.width / 2, second.y + second.height / 2);
  await page.waitForURL('**/contact');
  await expect.poll(() => times(page)).toHaveLength(2);
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeVisible();
});

test('SH-3 nor do the keyboard and Back', async ({ page }) => {
  await openHeld(page, '/projects');
  await link(page, 'ABOUT').click();
  await expect.poll(() => times(page)).toHaveLength(1);
  await link(page, 'CONTACT').press('Enter');
  await page.waitForURL('**/contact');
  await expect.poll(() => times(page)).toHaveLength(2);
  await page.goBack();
  await page.waitForURL('**/about');
  await page.goBack();
  await page.waitForURL('**/projects');
  await expect(page.getByRole('article')).toHaveCount(22);
});

test.describe('on touch', () => {
  test.use(phone);

  test('SH-3 a tap during a page change goes to what stands there', async ({ page }) => {
    await openHeld(page, '/');
    const opener = (await page.getByRole('button', { name: 'MENU', exact: true }).boundingBox())!;
    await page.getByRole('link', { name: 'View our projects' }).tap();
    await expect.poll(() => times(page)).toEqual([MOTION.pageTransitionMs]);
    await page.touchscreen.tap(opener.x + opener.width / 2, opener.y + opener.height / 2);
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  });
});

test('SH-3 nothing moves with reduced motion; the page still begins at its top', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await follow(page);
  await goThereAndBack(page);
  expect(await times(page)).toEqual([]);
});

test('SH-3 nothing that is fixed has a part in it: WebKit does not always show that again', async ({
  page,
}) => {
  await goHydrated(page, '/');
  const parts = await page.evaluate(() => {
    const all = [...document.querySelectorAll('*')].map((element) => getComputedStyle(element));
    // What is not rendered, such as a film's source, has no style at all.
    const named = all.filter(({ viewTransitionName }) => !/^(none)?$/.test(viewTransitionName));
    return named.map(({ viewTransitionName, position }) => `${viewTransitionName} ${position}`);
  });
  expect(parts).toEqual(['root static', 'header relative']);
});

test('SH-3 a browser without view transitions changes the page at once', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Document.prototype, 'startViewTransition'));
  await goThereAndBack(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('SH-3 links load the page they lead to', async ({ page }) => {
    await page.goto('/');
    await link(page, 'ABOUT').click();
    await expect(page).toHaveURL(/\/about$/);
  });
});
