import type { Page } from '@playwright/test';
import { MOTION } from '#app/domain/limits.ts';
import { devices } from './devices.ts';
import { goHydrated, restingScroll } from './hydrated.ts';
import { expect, test } from './journey.ts';

const on = (page: Page) => page.locator('.proc > li[data-on] h3');
const step = MOTION.procedureStepMs;
/** Long enough for a step that was missed to come round again. */
const aRound = 15_000;

/** Records which step is highlighted, and when. */
async function showProcedures(page: Page) {
  await page.goto('/about');
  await page.evaluate(() => {
    const turns: Turn[] = [];
    Object.assign(window, { turns });
    const items = [...document.querySelectorAll('.proc > li')];
    new MutationObserver(() => {
      const index = items.findIndex((item) => item.hasAttribute('data-on'));
      if (turns.at(-1)?.index !== index) turns.push({ index, at: performance.now() });
    }).observe(document.querySelector('.proc')!, { attributes: true, subtree: true });
  });
  await goToProcedures(page);
}

async function goToProcedures(page: Page) {
  await page.locator('#procedures').evaluate((panel) => panel.scrollIntoView());
  await restingScroll(page);
}

interface Turn {
  index: number;
  at: number;
}
const turns = (page: Page) => page.evaluate(() => (window as unknown as { turns: Turn[] }).turns);

for (const [device, options] of devices) {
  test.describe(device, () => {
    test.use(options);

    test('A-5 the six steps are highlighted in turn, 1200 ms each', async ({ page }) => {
      await showProcedures(page);
      await expect.poll(async () => (await turns(page)).length, { timeout: 20_000 }).toBe(8);
      const seen = await turns(page);
      expect(seen.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 0, 1]);
      const lasted = seen.slice(1).map(({ at }, i) => at - seen[i]!.at);
      for (const ms of lasted) expect(ms).toBeGreaterThan(step - 20);
      // Other work on this machine only adds to a measurement: the least is the page's own.
      expect(Math.min(...lasted)).toBeLessThan(step + 150);
    });

    test('A-5 the pause holds the highlight, and lets it go on', async ({ page }) => {
      await showProcedures(page);
      await expect(on(page)).toHaveText('Project Assessment', { timeout: aRound });
      const pause = page.getByRole('button', { name: 'Pause the procedures' });
      await expect(pause).toBeInViewport();
      await pause.press('Enter');
      const held = (await on(page).textContent()) ?? '';
      await page.waitForTimeout(step * 2);
      await expect(on(page)).toHaveText(held);
      await page.getByRole('button', { name: 'Play the procedures' }).press('Enter');
      await expect(on(page)).not.toHaveText(held);
    });
  });
}

test('A-5 it waits at the step that the reader points at', async ({ page }) => {
  await showProcedures(page);
  await expect(on(page)).toHaveText('Project Assessment', { timeout: aRound });
  await page.getByText('Production Line').hover();
  await expect(on(page)).toHaveText('Production Line');
  await page.waitForTimeout(step * 2);
  await expect(on(page)).toHaveText('Production Line');
  const before = (await turns(page)).length;
  const names = await page.locator('.proc h3').allTextContents();
  await page.mouse.move(10, 300);
  await expect
    .poll(async () => names[(await turns(page))[before]?.index ?? -1])
    .toBe('Quality Control');
});

test('A-5 it rests while it is out of view', async ({ page }) => {
  await goHydrated(page, '/about');
  await page.waitForTimeout(step * 2);
  await expect(on(page)).toHaveCount(0);
  await goToProcedures(page);
  await expect(on(page)).toHaveText('Industrial Design', { timeout: aRound });
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('A-5 nothing is highlighted by itself, and there is nothing to pause', async ({ page }) => {
    await showProcedures(page);
    await page.waitForTimeout(step * 2);
    expect(await turns(page)).toEqual([]);
    await expect(page.getByRole('button', { name: /the procedures/ })).toHaveCount(0);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('A-5 the six steps stand there, none highlighted, without a pause', async ({ page }) => {
    await page.goto('/about');
    await expect(page.locator('.proc > li')).toHaveCount(6);
    await expect(on(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: /the procedures/ })).toHaveCount(0);
  });
});
