import type { Page } from '@playwright/test';
import { MOTION } from '#app/components/site-limits.ts';
import { devices } from '../support/devices.ts';
import { goHydrated, restingScroll } from '../support/hydrated.ts';
import { expect, test } from '../support/journey.ts';

const steps = (page: Page) => page.locator('#procedures h3');
const on = (page: Page) => page.locator('#procedures li[data-on] h3');
const step = MOTION.procedureStepMs;

/** Shows the procedures; from then on time passes only when the test says so. */
async function showProcedures(page: Page): Promise<void> {
  await page.clock.install();
  await goHydrated(page, '/about');
  await goToProcedures(page);
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
}

async function goToProcedures(page: Page): Promise<void> {
  await page.locator('#procedures').evaluate((panel) => panel.scrollIntoView());
  await restingScroll(page);
}

/** Lets so much time pass, and the page take it in: what it does next is then set up. */
async function pass(page: Page, ms: number): Promise<void> {
  await page.clock.runFor(ms);
  await page.evaluate(async () => {
    for (let turn = 0; turn < 3; turn++) {
      const { port1, port2 } = new MessageChannel();
      await new Promise((resolve) => {
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
      port1.close();
    }
  });
}

for (const [device, options] of devices) {
  test.describe(device, () => {
    test.use(options);

    test('A-5 the six steps are highlighted in turn, 1200 ms each', async ({ page }) => {
      await showProcedures(page);
      const names = await steps(page).allTextContents();
      expect(names).toHaveLength(6);
      await expect(on(page)).toHaveCount(1);
      // Held and let go, the step that it is at has its whole time before it.
      await page.getByRole('button', { name: 'Pause the procedures' }).press('Enter');
      await page.getByRole('button', { name: 'Play the procedures' }).press('Enter');
      await expect(page.getByRole('button', { name: 'Pause the procedures' })).toBeVisible();
      await pass(page, 0);
      const first = names.indexOf((await on(page).textContent()) ?? '');
      for (let turn = 1; turn <= 7; turn++) {
        await pass(page, step - 1);
        await expect(on(page)).toHaveText(names[(first + turn - 1) % 6]!);
        await pass(page, 1);
        await expect(on(page)).toHaveText(names[(first + turn) % 6]!);
      }
    });

    test('A-5 the pause holds the highlight, and lets it go on', async ({ page }) => {
      await showProcedures(page);
      const pause = page.getByRole('button', { name: 'Pause the procedures' });
      await expect(pause).toBeInViewport();
      await pause.press('Enter');
      const held = (await on(page).textContent()) ?? '';
      await pass(page, step * 2);
      await expect(on(page)).toHaveText(held);
      await page.getByRole('button', { name: 'Play the procedures' }).press('Enter');
      await pass(page, step);
      await expect(on(page)).not.toHaveText(held);
    });
  });
}

test('A-5 it waits at the step that the reader points at', async ({ page }) => {
  await showProcedures(page);
  await page.getByText('Production Line').hover();
  await expect(on(page)).toHaveText('Production Line');
  await pass(page, step * 2);
  await expect(on(page)).toHaveText('Production Line');
  await page.mouse.move(10, 300);
  await pass(page, step);
  await expect(on(page)).toHaveText('Quality Control');
});

test('A-5 it rests while it is out of view', async ({ page }) => {
  await page.clock.install();
  await goHydrated(page, '/about');
  await page.clock.runFor(step * 2);
  await expect(on(page)).toHaveCount(0);
  await goToProcedures(page);
  await expect(on(page)).toHaveText('Industrial Design');
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('A-5 nothing is highlighted by itself, and there is nothing to pause', async ({ page }) => {
    await showProcedures(page);
    for (let turn = 0; turn < 3; turn++) {
      await expect(on(page)).toHaveCount(0);
      await pass(page, step);
    }
    await expect(page.getByRole('button', { name: /the procedures/ })).toHaveCount(0);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('A-5 the six steps stand there, none highlighted, without a pause', async ({ page }) => {
    await page.goto('/about');
    await expect(page.locator('#procedures li')).toHaveCount(6);
    await expect(on(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: /the procedures/ })).toHaveCount(0);
  });
});
