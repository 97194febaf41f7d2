import type { Page } from '@playwright/test';
import { getCompanyTexts } from '#app/content/texts/company.server.ts';
import { drawing } from '../../support/people/enquirer.ts';
import { openDesk } from '../support/desk.ts';
import { fillEnquiry, payload } from '../support/enquiry.ts';
import { expect, test } from '../support/journey.ts';
import {
  goBeforeScript,
  goHydrated,
  holdRequests,
  translatePage,
  waitForFrames,
  waitForHydration,
} from '../support/page.ts';

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
    const { borderTopStyle, borderTopColor } = getComputedStyle(line);
    const hasColour = borderTopStyle === 'solid' && borderTopColor !== 'rgba(0, 0, 0, 0)';
    return document.elementFromPoint(1, 1) === line && hasColour;
  });
}

test('VP-5 answers a click at once, even without a response', async ({ page }) => {
  const release = await holdRequests(page, '**/about.data*');
  await page.clock.install();
  await goHydrated(page, '/');
  await clickAndAwaitLine(page, '/about');
  await expect(progressLine(page)).toHaveCSS('animation-delay', '0s');
  const widthBefore = await widthOf(page);
  await expect.poll(() => widthOf(page)).toBeGreaterThan(widthBefore);
  release();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('About');
  await expect(progressLine(page)).toHaveCount(0);
  await expect(page.getByRole('main')).not.toHaveAttribute('aria-busy');

  await holdRequests(page, '**/projects.data*');
  await clickAndAwaitLine(page, '/projects');
  const document = page.waitForRequest((request) => request.resourceType() === 'document');
  await page.clock.fastForward(15_000);
  expect(new URL((await document).url()).pathname).toBe('/projects');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projects');
});

test('VP-5 ends a navigation that is pending when Back shows the page as it was left', async ({
  page,
}) => {
  await holdRequests(page, '**/*.data*');
  // Without a document the page stays, as it does in the browser's memory.
  await page.route('**/projects', (route) => route.fulfill({ status: 204 }));
  await page.clock.install();
  await goHydrated(page, '/terms');
  await clickAndAwaitLine(page, '/projects');
  const document = page.waitForRequest((request) => request.resourceType() === 'document');
  await page.clock.fastForward(15_000);
  await document;

  await page.evaluate(() =>
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  );
  await expect(progressLine(page)).toHaveCount(0);
  await expect(page.getByRole('main')).not.toHaveAttribute('aria-busy');
  await expect(page).toHaveURL(/\/terms$/);
});

test('VP-5 stays on a page that arrives while the connection is checked', async ({ page }) => {
  const loads: string[] = [];
  // The answer may take as long as a busy machine needs.
  await page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  const releasePage = await holdRequests(page, '**/contact.data*');
  const releaseCheck = await holdRequests(page, '**/healthz');
  await page.clock.install();
  await goHydrated(page, '/');
  page.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()));
  await clickAndAwaitLine(page, '/contact');
  const check = page.waitForRequest('**/healthz');
  await page.clock.fastForward(15_000);
  await check;
  releasePage();
  await page.getByLabel('Message').fill('A desk in oak');
  const response = page.waitForResponse('**/healthz');
  releaseCheck();
  await response;
  await waitForFrames(page, 10);
  expect(loads).toEqual([]);
  await expect(page.getByLabel('Message')).toHaveValue('A desk in oak');
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

test('SH-9 DK-3 keeps texts, and the drawer of the desk, clear of the camera of a phone in landscape', async ({
  page,
  site,
}) => {
  const devtools = await page.context().newCDPSession(page);
  const insets = { left: 59, right: 59 };
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets });
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto('/about');

  const coveredTexts = await page.locator('header a, h1, main p, footer a').evaluateAll((texts) =>
    texts
      .filter((text) => {
        const { left, right, width } = text.getBoundingClientRect();
        // Large letters and touch targets begin a little before their text.
        return width > 0 && (left < 50 || right > innerWidth - 50);
      })
      .map((text) => text.textContent),
  );
  expect(coveredTexts).toEqual([]);

  await openDesk(page, site, ({ ids }) => `?enquiry=${ids[0]}`);
  const drawer = page.getByRole('dialog');
  const readRight = () => drawer.evaluate((element) => element.getBoundingClientRect().right);
  await expect.poll(readRight).toBeLessThanOrEqual(844 - 59);
});

test('VP-2 says by the time in Athens whether the factory is open', async ({ page }) => {
  const { now, notNow } = getCompanyTexts('en').openStatus;
  // A working Wednesday in summer, at noon in Athens and then in the evening.
  await page.clock.setFixedTime(new Date('2027-07-14T09:00:00Z'));
  await page.goto('/contact');
  await expect(page.getByText(now)).toBeVisible();
  await page.clock.setFixedTime(new Date('2027-07-14T18:00:00Z'));
  await page.reload();
  await expect(page.getByText(notNow)).toBeVisible();
});

/** Puts a mark on the document, which a page that is loaded anew does not have. */
const markDocument = (page: Page) =>
  page.evaluate(() => document.documentElement.setAttribute('data-marked', ''));
const isMarked = (page: Page) => page.locator('html[data-marked]').count();

const plan = await payload(drawing('plan.pdf'));

test.describe('browsers as people have them', () => {
  test.use({
    contextOptions: { reducedMotion: 'reduce' },
    // Of what an extension has added beside a field, and of the router's memory of scroll positions.
    expectedErrors: [/status of 422|React error #418|Access is denied/],
  });

  test('SH-9 leads to an enquiry while the browser translates the page', async ({ page }) => {
    await goHydrated(page, '/');
    await translatePage(page);
    await markDocument(page);
    const menu = page.getByRole('banner');
    await menu.getByRole('link', { name: 'Projects' }).first().click();
    await page.getByRole('link', { name: /^Staircases/ }).click();
    await expect(page.getByRole('status').first()).toContainText('Staircases: 2 projects');
    await page.getByRole('link', { name: 'All projects' }).click();
    await page.getByRole('link', { name: /Roche/ }).first().click();
    await page.locator('a[href$="?photo=2"]').first().click();
    await page.getByRole('link', { name: 'Next picture' }).click();
    await expect(page.getByRole('dialog')).toContainText('3 / 4');
    await page.keyboard.press('Escape');
    await page.getByRole('main').locator('a[href="/contact?about=roche"]').first().click();

    await fillEnquiry(page, { email: 'nobody' });
    const button = page.getByRole('button', { name: 'Send Message' });
    await expect(button).toBeEnabled({ timeout: 30_000 });
    await button.click();
    await expect(page.getByRole('alert')).toContainText('Invalid email');
    await page.getByLabel('Email').fill(`translated${process.pid}@mail.example`);
    await expect(button).toBeEnabled({ timeout: 30_000 });
    await button.click();
    await expect(page.locator('#sent')).toContainText('Your reference');
    await menu.getByRole('link', { name: 'About' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('About');
    expect(await isMarked(page)).toBe(1);
  });

  test('SH-9 hydrates a page that an extension has changed', async ({ page }) => {
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.setAttribute('data-extension', '');
        document.body.setAttribute('cz-shortcut-listen', 'true');
        document.head.prepend(document.createElement('meta'));
        document.body.prepend(document.createElement('div'));
        document.body.append(document.createElement('grammarly-extension'));
        document.documentElement.append(document.createElement('password-manager'));
        for (const field of document.querySelectorAll('input, textarea')) {
          field.setAttribute('data-lpignore', 'true');
          field.after(document.createElement('grammarly-mirror'));
        }
      });
    });
    const release = await goBeforeScript(page, '/contact');
    await page.getByLabel('Message').fill('Typed early');
    await page.getByLabel('Drawings and photos').setInputFiles([plan]);
    release();
    await waitForHydration(page);
    await expect(page.getByLabel('Message')).toHaveValue('Typed early');
    await expect(page.getByRole('list', { name: 'Chosen files' }).locator('bdi')).toHaveText([
      'plan.pdf',
    ]);
    await markDocument(page);
    await page.getByRole('banner').getByRole('link', { name: 'Projects' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projects');
    await page.goBack();
    await expect(page.getByLabel('Message')).toHaveValue('Typed early');
    expect(await isMarked(page)).toBe(1);
  });

  test('SH-9 leads from page to page where the storage of the browser throws', async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('Access is denied.', 'SecurityError');
          },
        });
    });
    await goHydrated(page, '/contact');
    await page.getByLabel('Message').fill('A desk in oak');
    await markDocument(page);
    await page.getByRole('banner').getByRole('link', { name: 'Projects' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projects');
    await page.goBack();
    await expect(page.getByLabel('Message')).toHaveValue('A desk in oak');
    expect(await isMarked(page)).toBe(1);
  });
});
