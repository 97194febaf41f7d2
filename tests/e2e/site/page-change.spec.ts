import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { goHydrated } from '../support/page.ts';

/** How a new page arrives: by which keyframes, in how many ms (the specification's), from how far. */
const ARRIVAL = 'arrive 600';
const FROM_RIGHT = 'slide-from-right 300 +';
const FROM_LEFT = 'slide-from-left 300 -';
/** A slow Chromium skips the view transition. */
const GIVEN_UP = 'given up';

declare global {
  interface Window {
    arrivals: string[];
    /** Stops the animations of a page change at its beginning: it would never end by itself. */
    hold?: boolean;
  }
}

/** Notes each page change of a page that is not yet loaded. */
async function recordArrivals(page: Page): Promise<void> {
  await page.addInitScript((givenUp) => {
    window.arrivals = [];
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (change) => {
      const transition = start(change);
      transition.ready.then(recordArrival, ({ name }: DOMException) => {
        // That another change came is an AbortError.
        if (name !== 'AbortError') window.arrivals.push(givenUp);
      });
      return transition;
    };
    function recordArrival(): void {
      for (const animation of document.getAnimations() as CSSAnimation[]) {
        const effect = animation.effect as KeyframeEffect;
        if (!effect.pseudoElement?.startsWith('::view-transition')) continue;
        if (window.hold) animation.pause();
        if (effect.pseudoElement !== '::view-transition-new(root)') continue;
        const [first] = effect.getKeyframes();
        const from = parseFloat(String(first?.['translate'])) || 0;
        const side = ['-', '', '+'][Math.sign(from) + 1];
        const { endTime } = effect.getComputedTiming();
        window.arrivals.push(`${animation.animationName} ${String(endTime)} ${side}`.trim());
      }
    }
  }, GIVEN_UP);
}

async function expectArrivals(page: Page, expectedArrivals: string[]): Promise<void> {
  const readArrivals = async () => {
    const arrivals = await page.evaluate(() => window.arrivals);
    return arrivals.map((name, index) => (name === GIVEN_UP ? expectedArrivals[index] : name));
  };
  await expect.poll(readArrivals).toEqual(expectedArrivals);
}

/** Opens a page and stops the next change of page halfway. */
async function openHeld(page: Page, path: string): Promise<void> {
  await recordArrivals(page);
  await goHydrated(page, path);
  await page.evaluate(() => (window.hold = true));
}

const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const neighbour = (page: Page, label: 'Previous' | 'Next') =>
  page.getByRole('navigation', { name: 'Projects' }).getByRole('link', { name: label });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const scrolled = (page: Page) => page.evaluate(() => scrollY);

test('SH-3 shows a page at its top within 0.6 s, or at once', async ({ page }) => {
  await recordArrivals(page);
  await goHydrated(page, '/');
  await page.evaluate(() => scrollTo(0, 900));
  await expect.poll(() => scrolled(page)).toBe(900);
  await link(page, 'ABOUT').click();
  await expect(heading(page)).toContainText('About');
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.goBack();
  await expect.poll(() => scrolled(page)).toBe(900);
  await expectArrivals(page, [ARRIVAL, ARRIVAL]);
  // WebKit does not always repaint a fixed element that took part in a transition.
  const parts = await page.evaluate(() => {
    const styles = [...document.querySelectorAll('*')].map((element) => getComputedStyle(element));
    // An element that is not rendered, such as the source of a film, has no style.
    const namedStyles = styles.filter(
      ({ viewTransitionName }) => !/^(none)?$/.test(viewTransitionName),
    );
    return namedStyles.map(
      ({ viewTransitionName, position }) => `${viewTransitionName} ${position}`,
    );
  });
  expect(parts).toEqual(['root static', 'header relative']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await goHydrated(page, '/projects/roche');
  await neighbour(page, 'Next').click();
  await expect(heading(page)).not.toHaveText('Roche');
  await link(page, 'ABOUT').click();
  await expect(heading(page)).toContainText('About');
  await expectArrivals(page, []);
});

test('SH-3 PD-2 reacts to click, key and Back before a page arrives', async ({ page }) => {
  await openHeld(page, '/projects/roche');
  const contact = (await link(page, 'CONTACT').boundingBox())!;
  const next = neighbour(page, 'Next');
  await next.click();
  await expectArrivals(page, [FROM_RIGHT]);
  const second = await page.title();
  await next.evaluate((element: HTMLElement) => element.click());
  await expectArrivals(page, [FROM_RIGHT, FROM_RIGHT]);
  await expect(page).not.toHaveTitle(second);
  await page.mouse.click(contact.x + contact.width / 2, contact.y + contact.height / 2);
  await page.waitForURL('**/contact');
  await expectArrivals(page, [FROM_RIGHT, FROM_RIGHT, ARRIVAL]);
  await link(page, 'ABOUT').press('Enter');
  await page.waitForURL('**/about');
  await expectArrivals(page, [FROM_RIGHT, FROM_RIGHT, ARRIVAL, ARRIVAL]);
  await page.goBack();
  await page.waitForURL('**/contact');
  for (let step = 0; step < 3; step++) await page.goBack();
  await page.waitForURL('**/projects/roche');
  await expect(heading(page)).toHaveText('Roche');
});

test('SH-3 moves the focus to the heading of a new page', async ({ page }) => {
  await goHydrated(page, '/projects');
  const category = page.getByRole('main').getByRole('link', { name: /^Offices/ });
  await category.press('Enter');
  await expect(page).toHaveURL(/category=offices/);
  await expect(category).toBeFocused();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).press('Enter');
  await expect(heading(page)).toHaveText('Privacy');
  await expect(heading(page)).toBeFocused();
});

test('PD-2 slides the next project in from the right within 300 ms', async ({ page }) => {
  await recordArrivals(page);
  await goHydrated(page, '/projects/roche');
  const direction = () => page.locator('html').getAttribute('data-transition');
  const expectedArrivals = [FROM_RIGHT, FROM_LEFT, FROM_RIGHT, FROM_LEFT, ARRIVAL];
  await neighbour(page, 'Next').click();
  await expectArrivals(page, expectedArrivals.slice(0, 1));
  await expect(heading(page)).not.toHaveText('Roche');
  expect(await direction()).toBe('next');
  await neighbour(page, 'Previous').click();
  await expectArrivals(page, expectedArrivals.slice(0, 2));
  await expect(heading(page)).toHaveText('Roche');
  await neighbour(page, 'Next').click();
  await expectArrivals(page, expectedArrivals.slice(0, 3));
  await page.goBack();
  await expectArrivals(page, expectedArrivals.slice(0, 4));
  await page.getByRole('link', { name: 'All projects' }).click();
  await expect(page).toHaveURL(/\/projects$/);
  await expectArrivals(page, expectedArrivals);
  expect(await direction()).toBeNull();
});

test('SH-3 PD-2 changes pages and projects at once without view transitions', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Document.prototype, 'startViewTransition');
  });
  await goHydrated(page, '/projects/roche');
  await neighbour(page, 'Next').click();
  await expect(heading(page)).not.toHaveText('Roche');
  await link(page, 'ABOUT').click();
  await expect(heading(page)).toContainText('About');
});
