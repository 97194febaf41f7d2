import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { goHydrated, phone } from '../support/page.ts';

/** The times that the specification gives to motion of style sheets; the tokens must agree. */
const PAGE_MS = 600;
const SLIDE_MS = 300;

/** How a new page arrives: by which keyframes, in how many ms, from how far, in px. */
interface Arrival {
  name: string;
  duration: number;
  from: number;
}

declare global {
  interface Window {
    arrivals: Arrival[];
    /** Stops the animations of a page change at its beginning: it would never end by itself. */
    hold?: boolean;
  }
}

/**
 * Notes each animated page change of a page that is not yet loaded. A browser may change a page
 * without the animation that was asked for, which Chromium does when it is slow: of such a change
 * what the styles declare is noted.
 */
async function recordArrivals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.arrivals = [];
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (change) => {
      const transition = start(change);
      transition.ready.then(seen, (reason: unknown) => {
        const gaveUp =
          reason instanceof DOMException &&
          ['TimeoutError', 'InvalidStateError'].includes(reason.name);
        // Not given up: another change came.
        const arrival = gaveUp && declared();
        if (arrival) window.arrivals.push(arrival);
      });
      return transition;
    };
    function seen(): void {
      for (const animation of document.getAnimations() as CSSAnimation[]) {
        const effect = animation.effect as KeyframeEffect;
        if (!effect.pseudoElement?.startsWith('::view-transition')) continue;
        if (window.hold) animation.pause();
        if (effect.pseudoElement !== '::view-transition-new(root)') continue;
        const from = parseFloat(String(effect.getKeyframes()[0]?.['translate']));
        const duration = Number(effect.getComputedTiming().endTime);
        window.arrivals.push({ name: animation.animationName, duration, from });
      }
    }
    function declared(): Arrival | null {
      const rules = [...document.styleSheets].flatMap((sheet) => inForce(sheet.cssRules));
      const root = document.documentElement;
      const part = '::view-transition-new(root)';
      const probe = document.body.appendChild(document.createElement('i'));
      for (const rule of rules) {
        if (!(rule instanceof CSSStyleRule)) continue;
        const chosen = rule.selectorText.split(/,\s*/).filter((one) => one.endsWith(part));
        if (!chosen.some((one) => root.matches(one.slice(0, -part.length) || '*'))) continue;
        probe.style.cssText += rule.style.cssText;
      }
      const { animationName: name, animationDuration } = getComputedStyle(probe);
      probe.remove();
      const frames = rules.find((rule) => rule instanceof CSSKeyframesRule && rule.name === name);
      if (!(frames instanceof CSSKeyframesRule)) return null;
      const first = (frames[0] as CSSKeyframeRule | undefined)?.style.translate ?? '';
      return { name, duration: parseFloat(animationDuration) * 1000, from: parseFloat(first) };
    }
    function inForce(rules: CSSRuleList): CSSRule[] {
      return [...rules].flatMap((rule) => {
        if (rule instanceof CSSMediaRule && !matchMedia(rule.conditionText).matches) return [];
        return rule instanceof CSSGroupingRule ? inForce(rule.cssRules) : [rule];
      });
    }
  });
}

const arrivals = (page: Page) => page.evaluate(() => window.arrivals);
const times = async (page: Page) => (await arrivals(page)).map(({ duration }) => duration);

/** Opens a page whose next change stops in its midst. */
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

/** To another page, which begins at its top, and back to where the first one was left. */
async function goThereAndBack(page: Page): Promise<void> {
  await goHydrated(page, '/');
  await page.evaluate(() => scrollTo(0, 900));
  await expect.poll(() => scrolled(page)).toBe(900);
  await link(page, 'ABOUT').click();
  await expect(heading(page)).toContainText('About');
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.goBack();
  await expect.poll(() => scrolled(page)).toBe(900);
}

test('SH-3 a page arrives in 0.6 s at its top; Back brings the place back', async ({ page }) => {
  await recordArrivals(page);
  await goThereAndBack(page);
  await expect.poll(() => times(page)).toEqual([PAGE_MS, PAGE_MS]);
  await page.getByRole('main').getByRole('link', { name: 'Learn More' }).click();
  await expect.poll(() => times(page)).toEqual([PAGE_MS, PAGE_MS, PAGE_MS]);
  // WebKit does not always show again what is fixed and had a part in it.
  const parts = await page.evaluate(() => {
    const all = [...document.querySelectorAll('*')].map((element) => getComputedStyle(element));
    // What is not rendered, such as a film's source, has no style at all.
    const named = all.filter(({ viewTransitionName }) => !/^(none)?$/.test(viewTransitionName));
    return named.map(({ viewTransitionName, position }) => `${viewTransitionName} ${position}`);
  });
  expect(parts).toEqual(['root static', 'header relative']);
});

test('SH-3 a click, the keyboard and Back do not wait for a page to arrive', async ({ page }) => {
  await openHeld(page, '/projects');
  const second = (await link(page, 'CONTACT').boundingBox())!;
  await link(page, 'ABOUT').click();
  await expect.poll(() => times(page)).toHaveLength(1);
  await page.mouse.click(second.x + second.width / 2, second.y + second.height / 2);
  await page.waitForURL('**/contact');
  await expect.poll(() => times(page)).toHaveLength(2);
  await link(page, 'ABOUT').press('Enter');
  await page.waitForURL('**/about');
  await expect.poll(() => times(page)).toHaveLength(3);
  await page.goBack();
  await page.waitForURL('**/contact');
  await page.goBack();
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
    await expect.poll(() => times(page)).toEqual([PAGE_MS]);
    await page.touchscreen.tap(opener.x + opener.width / 2, opener.y + opener.height / 2);
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  });
});

test('SH-3 with reduced motion pages and projects change at once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await recordArrivals(page);
  await goThereAndBack(page);
  await goHydrated(page, '/projects/roche');
  await neighbour(page, 'Next').click();
  await expect(heading(page)).not.toHaveText('Roche');
  expect(await times(page)).toEqual([]);
});

test('PD-2 the next project slides in from the right in 300 ms, the previous and Back from the left', async ({
  page,
}) => {
  await recordArrivals(page);
  await goHydrated(page, '/projects/roche');
  const direction = () => page.locator('html').getAttribute('data-transition');
  const nth = (index: number) => async () => (await arrivals(page))[index]?.name;
  await neighbour(page, 'Next').click();
  await expect.poll(nth(0)).toBe('slide-from-right');
  await expect(heading(page)).not.toHaveText('Roche');
  expect(await direction()).toBe('next');
  await neighbour(page, 'Previous').click();
  await expect.poll(nth(1)).toBe('slide-from-left');
  await expect(heading(page)).toHaveText('Roche');
  await neighbour(page, 'Next').click();
  await expect.poll(nth(2)).toBe('slide-from-right');
  await page.goBack();
  await expect.poll(nth(3)).toBe('slide-from-left');
  for (const { name, duration, from } of await arrivals(page)) {
    expect([name, duration, from > 0]).toEqual([name, SLIDE_MS, name.endsWith('right')]);
  }
  await page.getByRole('link', { name: 'All projects' }).click();
  await expect(page).toHaveURL(/\/projects$/);
  await expect.poll(async () => (await times(page))[4]).toBe(PAGE_MS);
  expect(await direction()).toBeNull();
});

test('PD-2 a second click does not wait for the first slide', async ({ page }) => {
  await openHeld(page, '/projects/roche');
  // Three steps on, each as soon as the one before has begun to slide.
  const titles = await page.evaluate(async () => {
    const seen = [document.querySelector('h1')?.textContent];
    for (let step = 1; step <= 3; step++) {
      document.querySelector<HTMLElement>('main nav [rel="next"]')?.click();
      while (window.arrivals.length < step) await new Promise(requestAnimationFrame);
      seen.push(document.querySelector('h1')?.textContent);
    }
    return seen;
  });
  expect(new Set(titles).size).toBe(4);
});

test('SH-3 PD-2 a browser without view transitions changes pages and projects at once', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Document.prototype, 'startViewTransition');
  });
  await goThereAndBack(page);
  await goHydrated(page, '/projects/roche');
  await neighbour(page, 'Next').click();
  await expect(heading(page)).not.toHaveText('Roche');
  await neighbour(page, 'Previous').click();
  await expect(page).toHaveURL(/\/projects\/roche$/);
});
