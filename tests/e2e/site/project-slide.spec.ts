import type { Page } from '@playwright/test';
import { readDeclaredArrivals } from '../support/declared-arrival.ts';
import { MOTION } from '../support/motion.ts';
import { devices } from '../support/devices.ts';
import { expect, test } from '../support/journey.ts';
import { goHydrated } from '../support/hydrated.ts';

const direction = (page: Page) => page.locator('html').getAttribute('data-transition');
const neighbour = (page: Page, label: 'Previous' | 'Next') =>
  page.getByRole('navigation', { name: 'Projects' }).getByRole('link', { name: label });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

interface Slide {
  name: string;
  duration: number;
  /** Where the new page stands at its first frame, in px. */
  from: number;
  /** Time from its first frame to its end, in ms; 0 while it is there. */
  took: number;
  /** Whether it was seen to its end. */
  played: boolean;
}

/**
 * Records each slide of the new page: its keyframes, and how long it really ran. Of one that the
 * browser gave up, what was declared.
 */
async function record(page: Page) {
  await readDeclaredArrivals(page);
  await page.addInitScript(() => {
    const slides: Slide[] = [];
    Object.assign(window, { slides });
    const start = document.startViewTransition?.bind(document);
    if (!start) return;
    document.startViewTransition = (update) => {
      const transition = start(update);
      void transition.ready.then(
        () => {
          const animation = document
            .getAnimations()
            .find(({ effect }) =>
              (effect as KeyframeEffect).pseudoElement?.endsWith('-new(root)'),
            ) as CSSAnimation;
          const effect = animation.effect as KeyframeEffect;
          const slide = {
            name: animation.animationName,
            duration: Number(effect.getTiming().duration),
            from: parseFloat(String(effect.getKeyframes()[0]?.['translate'])),
            took: 0,
            played: false,
          };
          slides.push(slide);
          animation.finished.then(
            () => (slide.played = true),
            () => undefined,
          );
          if ('hold' in window) animation.pause();
          // By the clock of the animations: the script may be told late that one has begun.
          let began = Infinity;
          void animation.ready.then(() => (began = Number(animation.startTime)));
          void transition.finished.then(
            () => (slide.took = Number(document.timeline.currentTime) - began),
          );
        },
        (reason: unknown) => {
          const declared = window.wasGivenUp(reason) && window.declaredArrival();
          if (declared) slides.push({ ...declared, took: declared.duration, played: false });
        },
      );
      return transition;
    };
  });
}

const slides = (page: Page) =>
  page.evaluate(() => (window as unknown as { slides: Slide[] }).slides);

for (const [device, options] of devices) {
  test.describe(device, () => {
    test.use(options);

    test('PD-2 the next project comes from the right in 300 ms, the previous from the left', async ({
      page,
    }) => {
      await record(page);
      await goHydrated(page, '/projects/roche');
      const first = await heading(page).textContent();
      await neighbour(page, 'Next').click();
      await expect(heading(page)).not.toHaveText(first ?? '');
      await expect.poll(async () => (await slides(page))[0]?.took).toBeGreaterThan(0);
      expect(await direction(page)).toBe('next');
      await neighbour(page, 'Previous').click();
      await expect(heading(page)).toHaveText(first ?? '');
      await expect.poll(async () => (await slides(page))[1]?.took).toBeGreaterThan(0);
      expect(await direction(page)).toBe('previous');
      const [next, previous] = await slides(page);
      expect(next?.from).toBeGreaterThan(0);
      expect(previous?.from).toBeLessThan(0);
      for (const { duration, took } of await slides(page)) {
        expect(duration).toBe(MOTION.projectSlideMs);
        expect(took).toBeGreaterThan(MOTION.projectSlideMs - 60);
      }
    });

    test('PD-2 Back slides the other way, and another page forgets the way', async ({ page }) => {
      await record(page);
      await goHydrated(page, '/projects/roche');
      await neighbour(page, 'Next').click();
      await expect.poll(async () => (await slides(page))[0]?.took).toBeGreaterThan(0);
      await page.goBack();
      await expect.poll(async () => (await slides(page))[1]?.name).toBe('slide-from-left');
      await expect(page).toHaveURL(/\/projects\/roche$/);
      await page.getByRole('link', { name: 'All projects' }).click();
      await expect(page).toHaveURL(/\/projects$/);
      await expect
        .poll(async () => (await slides(page))[2]?.duration)
        .toBe(MOTION.pageTransitionMs);
      expect(await direction(page)).toBeNull();
    });
  });
}

test('PD-2 a second click does not wait for the first slide', async ({ page }) => {
  await record(page);
  await goHydrated(page, '/projects/roche');
  // Three steps on, each as soon as the one before has begun to slide. A slide that is held never
  // ends by itself: a click that waited for it would wait for ever.
  const titles = await page.evaluate(async () => {
    Object.assign(window, { hold: true });
    const seen = [document.querySelector('h1')?.textContent];
    for (let step = 1; step <= 3; step++) {
      document.querySelector<HTMLElement>('main nav [rel="next"]')?.click();
      const { slides } = window as unknown as { slides: Slide[] };
      while (slides.length < step) await new Promise(requestAnimationFrame);
      seen.push(document.querySelector('h1')?.textContent);
    }
    for (const animation of document.getAnimations()) {
      if (animation.playState === 'paused') animation.play();
    }
    return seen;
  });
  expect(new Set(titles).size).toBe(4);
  await expect.poll(async () => (await slides(page))[2]?.took).toBeGreaterThan(0);
  const [first, second] = await slides(page);
  expect([first?.played, second?.played]).toEqual([false, false]);
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('PD-2 the neighbour is there at once, nothing slides', async ({ page }) => {
    await goHydrated(page, '/projects/roche');
    const first = await heading(page).textContent();
    await neighbour(page, 'Next').hover();
    await neighbour(page, 'Next').click();
    await expect(heading(page)).not.toHaveText(first ?? '');
    const moving = await page.evaluate(
      () =>
        document.getAnimations().filter((one) => Number(one.effect?.getTiming().duration) > 10)
          .length,
    );
    expect(moving).toBe(0);
  });
});

test.describe('in a browser without view transitions', () => {
  test('PD-2 the new page slides in by hand, the same way', async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(Document.prototype, 'startViewTransition');
      const animate = Element.prototype.animate;
      Object.assign(window, { slides: [] });
      Element.prototype.animate = function (frames, options) {
        const { duration } = options as KeyframeAnimationOptions;
        const from = String((frames as PropertyIndexedKeyframes)['clipPath']);
        if (this.matches('main')) {
          (window as unknown as { slides: unknown[] }).slides.push({ duration, from });
        }
        return animate.call(this, frames, options);
      };
    });
    await goHydrated(page, '/projects/roche');
    await neighbour(page, 'Next').click();
    await expect.poll(() => slides(page)).toHaveLength(1);
    expect((await slides(page))[0]?.duration).toBe(MOTION.projectSlideMs);
    expect((await slides(page))[0]?.from).toMatch(/^polygon\(calc\(100% \+ 45vh\)/);
    await neighbour(page, 'Previous').click();
    await expect.poll(async () => (await slides(page))[1]?.from).toMatch(/^polygon\(-100% 0/);
    await expect(page).toHaveURL(/\/projects\/roche$/);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('PD-2 previous and next are links', async ({ page }) => {
    await page.goto('/projects/roche');
    const first = await heading(page).textContent();
    await neighbour(page, 'Next').click();
    await expect(heading(page)).not.toHaveText(first ?? '');
    await neighbour(page, 'Previous').click();
    await expect(heading(page)).toHaveText(first ?? '');
  });
});
