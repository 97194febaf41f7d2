import type { Page } from '@playwright/test';
import { CONTACT } from '#app/domain/limits.ts';
import {
  attachmentTexts,
  contactErrors,
  getContactTexts,
} from '../../../app/content/texts/contact.server.ts';
import { typed } from '../../support/people/enquirer.ts';
import { serveSite, type ServedSite } from '../../support/servers/served-site.ts';
import { startTurnstile, type TurnstileStandIn } from '../../support/servers/turnstile-stand-in.ts';
import { expect, test as journey } from '../support/journey.ts';
import { goHydrated, holdRequests, toast } from '../support/page.ts';

const test = journey.extend<object, { turnstile: TurnstileStandIn; site: ServedSite }>({
  turnstile: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from it
    async ({}, use) => {
      const turnstile = await startTurnstile();
      turnstile.answer = { success: true, hostname: 'localhost', action: 'contact' };
      await use(turnstile);
      await turnstile.stop();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ turnstile }, use) => {
      const site = await serveSite({
        TRUST_PROXY: '1',
        TURNSTILE_SITE_KEY: 'site-key',
        TURNSTILE_SECRET_KEY: 'secret-key',
        TURNSTILE_ORIGIN: turnstile.origin,
      });
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
});

// A refused form is answered with a 4xx, which Chromium reports on the console.
test.use({
  expectedErrors: [/status of 4(13|22|29)/],
  contextOptions: { reducedMotion: 'reduce' },
});

// One worker serves them all: each of these sites is for this file alone.
test.describe.configure({ mode: 'default' });

const sendButton = (page: Page) =>
  page.getByRole('button', {
    name: new RegExp(`${getContactTexts('en').button}|${getContactTexts('el').button}`),
  });
const widget = (page: Page) => page.locator('[data-turnstile]');
const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** Opens a page of the site and marks its document. */
async function openMarked(page: Page, path: string): Promise<void> {
  await goHydrated(page, path);
  await page.evaluate(() => Object.assign(window, { marked: true }));
}

/** The widget has run and passed, in a document other than the marked one. */
async function expectWidget(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/contact(\?about=roche)?$/);
  await expect(widget(page)).toHaveText('light auto');
  await expect(sendButton(page)).toBeEnabled();
  expect(await page.evaluate(() => 'marked' in window)).toBe(false);
}

async function typeEnquiry(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(typed.full_name);
  await page.getByLabel('Email').fill(typed.email);
}

// The policy of the other pages does not allow the widget: a violation would be on the console.
test('EL-3 CF-12 loads the form anew on every way to it', async ({ page }) => {
  await openMarked(page, '/terms');
  await page.getByRole('navigation', { name: 'Main' }).getByText('CONTACT').click();
  await expectWidget(page);
  // By Back to it, from a page that was loaded after it.
  await page.getByRole('navigation', { name: 'Main' }).getByText('ABOUT').click();
  await expect(page).toHaveURL(/\/about$/);
  await page.reload();
  await openMarked(page, '/about');
  await page.goBack();
  await expectWidget(page);
  await openMarked(page, '/el/projects/roche');
  await page.locator('main a[href^="/el/contact"]').first().click();
  await expectWidget(page);
  await expect(widget(page).locator('[lang]')).toHaveAttribute('lang', 'el');
});

test('CF-11 CF-12 sends a new token after each refusal', async ({ page, turnstile }) => {
  await goHydrated(page, '/contact');
  const refusedThen = async (expectReason: () => Promise<void>) => {
    await expect(sendButton(page)).toBeEnabled();
    await sendButton(page).click();
    await expectReason();
  };
  const expectText = (text: string) => () => expect(page.locator('main form')).toContainText(text);
  await typeEnquiry(page);
  await page.getByLabel('Email').fill('nobody');
  await refusedThen(expectText(contactErrors.en.email.text));
  await page.getByLabel('Email').fill(typed.email);
  const files = page.getByLabel('Drawings and photos');
  const wrongFile = { name: 'note.pdf', mimeType: '', buffer: Buffer.from('no drawing') };
  await files.setInputFiles([wrongFile]);
  await refusedThen(expectText(attachmentTexts.en.errors.notAccepted.title));
  const release = await holdRequests(page, '**/contact');
  await refusedThen(() => page.getByRole('button', { name: attachmentTexts.en.cancel }).click());
  release();
  await page.getByRole('button', { name: /Remove/ }).click();
  await refusedThen(() => expect(page.locator('#sent')).toBeFocused());
  const tokens = turnstile.receivedForms.map((asked) => asked.get('response'));
  expect(tokens.at(-1)).toMatch(/^passed-/);
  expect(new Set(tokens).size).toBe(tokens.length);
  await page.getByRole('link', { name: getContactTexts('en').success.another }).click();
  await typeEnquiry(page);
  await refusedThen(() => expect(toast(page).last()).toContainText(contactErrors.en.wait.title));
});

test('CF-12 fits the widget into a narrow window', async ({ page, turnstile }) => {
  turnstile.widget = 'silent';
  await page.clock.install();
  for (const [drawnAt, shownAt, minWidth] of [
    [390, 390, '300px'],
    [1280, 320, '150px'],
  ] as const) {
    await page.setViewportSize({ width: drawnAt, height: 700 });
    await goHydrated(page, '/contact');
    await expect(widget(page)).toHaveText('light auto');
    await page.setViewportSize({ width: shownAt, height: 700 });
    await expect(widget(page).locator('[lang]')).toHaveCSS('min-width', minWidth);
    expect(await width(page)).toBe(shownAt);
  }
  await expect(sendButton(page)).toBeDisabled();
  await expect(sendButton(page)).toHaveAccessibleDescription(getContactTexts('en').human.checking);
  await page.clock.fastForward(CONTACT.verificationLimitMs);
  await expect(sendButton(page)).toBeEnabled();
  await expect(sendButton(page)).toHaveAccessibleDescription(getContactTexts('en').human.timedOut);
  turnstile.widget = 'passes';
});
