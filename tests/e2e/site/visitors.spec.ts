import type { Page } from '@playwright/test';
import { getCompanyMessages } from '#app/content/messages/company.server.ts';
import { openDesk } from '../support/desk.ts';
import { expect, test } from '../support/journey.ts';
import { goHydrated, holdRequests, waitForFrames, waitForHydration } from '../support/page.ts';

const progressLine = (page: Page) => page.locator('[data-navigating]');
const widthOf = (page: Page) =>
  progressLine(page).evaluate((line) => line.getBoundingClientRect().width);

/**
 * Clicks a link with delayed data by an event, because a real click would wait for the navigation.
 */
async function clickAndAwaitLine(page: Page, link: string): Promise<void> {
  await page.locator(`a[href="${link}"]`).first().dispatchEvent('click');
  await expect(progressLine(page)).toHaveCount(1);
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true');
  await expect.poll(() => isPaintedOnTop(page)).toBe(true);
}

/** Whether the line has a colour and lies above everything else at the window's upper left corner. */
function isPaintedOnTop(page: Page): Promise<boolean> {
  return progressLine(page).evaluate((line) => {
    const { backgroundColor } = getComputedStyle(line);
    return document.elementFromPoint(1, 1) === line && backgroundColor !== 'rgba(0, 0, 0, 0)';
  });
}

test('VP-5 answers a click at once by a line and aria-busy, which both end when the page is there', async ({
  page,
}) => {
  const release = await holdRequests(page, '**/about.data*');
  await goHydrated(page, '/');
  await clickAndAwaitLine(page, '/about');
  await expect(progressLine(page)).toHaveCSS('animation-delay', '0s');
  const widthBefore = await widthOf(page);
  await expect.poll(() => widthOf(page)).toBeGreaterThan(widthBefore);
  release();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('About');
  await expect(progressLine(page)).toHaveCount(0);
  await expect(page.getByRole('main')).not.toHaveAttribute('aria-busy');
});

test('VP-5 lets the browser follow the link itself after 15 s without a response', async ({
  page,
}) => {
  await holdRequests(page, '**/about.data*');
  await page.clock.install();
  await goHydrated(page, '/');
  await clickAndAwaitLine(page, '/about');
  const document = page.waitForRequest((request) => request.resourceType() === 'document');
  await page.clock.fastForward(15_000);
  expect(new URL((await document).url()).pathname).toBe('/about');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('About');
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('VP-5 the line does not move, at the desk either', async ({ page, site }) => {
    await openDesk(page, site);
    await waitForHydration(page);
    await holdRequests(page, '**/admin/dashboard/numbers.data*');
    await clickAndAwaitLine(page, '/admin/dashboard/numbers');
    const width = await widthOf(page);
    expect(width).toBeGreaterThan(0);
    await waitForFrames(page);
    expect(await widthOf(page)).toBe(width);
  });
});

test('EL-3 keeps the accent of a Greek capital clear of the word before, and whole in a field', async ({
  page,
}) => {
  await page.goto('/el/contact');
  await page.evaluate(() => document.fonts.ready);
  // The width of an accent before its letter, and the free space for it, in em.
  const { accent, space, indents } = await page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d')!;
    canvas.font = '400 100px "Commissioner Variable"';
    const accents = [...'ΆΈΉΊΌΎΏ'].map(
      (letter) => canvas.measureText(letter).actualBoundingBoxLeft,
    );
    const inEm = (element: Element, name: 'wordSpacing' | 'textIndent') => {
      const { fontSize, [name]: value } = getComputedStyle(element);
      return parseFloat(value) / parseFloat(fontSize);
    };
    const fields = [...document.querySelectorAll('.input:not(textarea)')];
    return {
      accent: Math.max(...accents) / 100,
      space:
        canvas.measureText(' ').width / 100 + inEm(document.querySelector('p')!, 'wordSpacing'),
      indents: fields.map((field) => inEm(field, 'textIndent')),
    };
  });
  expect(space).toBeGreaterThan(2 * accent);
  expect(indents).toHaveLength(5);
  for (const indent of indents) expect(indent).toBeGreaterThan(accent);
});

test('VP-2 says by the time in Athens whether the factory is open', async ({ page }) => {
  const { now, notNow } = getCompanyMessages('en').openStatus;
  // A working Wednesday in summer, at noon in Athens and then in the evening.
  await page.clock.setFixedTime(new Date('2027-07-14T09:00:00Z'));
  await page.goto('/contact');
  await expect(page.getByText(now)).toBeVisible();
  await page.clock.setFixedTime(new Date('2027-07-14T18:00:00Z'));
  await page.reload();
  await expect(page.getByText(notNow)).toBeVisible();
});
