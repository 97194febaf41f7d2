import type { Page, Route } from '@playwright/test';
import { contact, contactErrors } from '../../../app/content/words/contact.server.ts';
import { CONTACT } from '../../../app/domain/limits.ts';
import { typed } from '../../support/people/enquiry.ts';
import { holdBack } from '../support/held-back.ts';
import { hydrated } from '../support/hydrated.ts';
import { expect, test } from '../support/journey.ts';

async function fill(page: Page, fields: Partial<typeof typed> = {}): Promise<void> {
  const { full_name, email, phone, company, project, message } = { ...typed, ...fields };
  await page.getByLabel('Name', { exact: true }).fill(full_name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone').fill(phone);
  await page.getByLabel('Company').fill(company);
  await page.getByLabel('Project Type').selectOption(project);
  await page.getByLabel('Message').fill(message);
}

const sendButton = (page: Page) => page.getByRole('button', { name: /Send Message|Sending/ });
/** The work takes as long as a busy machine needs. */
async function verify(page: Page): Promise<void> {
  await hydrated(page);
  await page.getByLabel('I am human').click();
  await expect(page.getByLabel('I am human')).toBeChecked({ timeout: 30_000 });
  await expect(sendButton(page)).toBeEnabled();
}

const toast = (page: Page) => page.locator('.toast');

// A refused form is answered with a 4xx, which Chromium reports on the console.
const refused = /status of 4(22|29)/;
test.use({ expectedErrors: [refused], contextOptions: { reducedMotion: 'reduce' } });

test.describe('with JavaScript', () => {
  test('CF-2 CF-10 CF-11 verified, delayed, sent, thanked and emptied', async ({ page }) => {
    await page.goto('/contact');
    await expect(sendButton(page)).toBeDisabled();
    await fill(page);
    await verify(page);
    await page.evaluate(() => {
      addEventListener('submit', () => performance.mark('submitted'), { capture: true });
    });
    const request = page.waitForRequest((sent) => sent.method() === 'POST');
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/contact.data*', async (route) => {
      await held;
      await route.continue();
    });
    await sendButton(page).click();
    await expect(sendButton(page)).toHaveText('Sending...');
    await expect(sendButton(page)).toBeDisabled();
    await request;
    release();
    const waited = await page.evaluate(
      () => performance.now() - performance.getEntriesByName('submitted')[0]!.startTime,
    );
    expect(waited).toBeGreaterThanOrEqual(CONTACT.sendDelayMs - 20);
    await expect(toast(page)).toContainText(contact.en.success.title);
    await expect(toast(page)).toContainText(contact.en.success.message);
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
    await expect(page.getByLabel('I am human')).not.toBeChecked();
    await expect(page.locator('#sent')).toBeFocused();
  });

  test('CF-14 the first refused field gets the focus, the summary is announced', async ({
    page,
  }) => {
    await page.goto('/contact');
    await fill(page, { full_name: 'E', email: 'nobody' });
    await verify(page);
    await sendButton(page).click();
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
    await expect(page.getByRole('alert')).toContainText(contactErrors.en.email.message);
    await expect(page.getByLabel('Message')).toHaveValue(typed.message);
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Invalid email/);
  });

  test('CF-9 a second enquiry within a minute is told to wait and keeps its words', async ({
    page,
  }) => {
    for (const message of ['First', 'Second']) {
      await page.goto('/contact');
      await fill(page, { message });
      await verify(page);
      await sendButton(page).click();
      await expect(toast(page)).toBeVisible();
    }
    await expect(toast(page)).toContainText(contactErrors.en.wait.title);
    await expect(page.getByLabel('Message')).toHaveValue('Second');
  });

  test('CF-2 CF-12 what Send waits for stands beside it, and it does not wait for ever', async ({
    page,
  }) => {
    const release = await holdBack(page, '**/contact/challenge');
    await page.clock.install();
    await page.goto('/contact');
    await expect(sendButton(page)).toHaveAccessibleDescription(contact.en.hints.tick);
    await expect(page.getByText(contact.en.hints.tick)).toBeVisible();
    await page.getByLabel('I am human').click();
    await expect(sendButton(page)).toHaveAccessibleDescription(contact.en.hints.checking);
    await expect(sendButton(page)).toBeDisabled();
    await page.clock.fastForward(CONTACT.verificationLimitMs);
    await expect(sendButton(page)).toBeEnabled();
    await expect(sendButton(page)).toHaveAccessibleDescription(contact.en.hints.unverified);
    release();
    await expect(page.getByLabel('I am human')).toBeChecked({ timeout: 30_000 });
    await expect(sendButton(page)).toHaveAccessibleDescription('');
  });

  test.describe('when something fails', () => {
    test.use({ expectedErrors: [/net::ERR|status of 4(22|29)/] });

    test('CF-12 after an answer that was lost or refused the proof is another', async ({
      page,
    }) => {
      await page.goto('/contact');
      await fill(page);
      await verify(page);
      const proofs = new Set<string>();
      const send = async () => {
        proofs.add(await page.locator('[name=turnstileToken]').inputValue());
        await sendButton(page).click();
      };
      const lost = async (route: Route) => {
        await route.fetch();
        await route.abort();
      };
      await page.route('**/contact.data*', lost, { times: 1 });
      await send();
      await expect(toast(page)).toContainText(contact.en.unsent.title);
      await page.getByLabel('Message').fill('Other words');
      await expect(sendButton(page)).toBeEnabled({ timeout: 30_000 });
      await send();
      await expect(toast(page)).toContainText(contactErrors.en.wait.title);
      await expect(sendButton(page)).toBeEnabled({ timeout: 30_000 });
      await send();
      expect(proofs.size).toBe(3);
    });

    test('CF-12 a check that does not load frees the button, and the enquiry arrives', async ({
      page,
    }) => {
      await page.route('**/contact/challenge', (route) => route.abort());
      await page.goto('/contact');
      await fill(page);
      await page.getByLabel('I am human').click();
      await expect(page.getByText(contact.en.human.failed)).toBeVisible();
      await expect(sendButton(page)).toBeEnabled();
      await sendButton(page).click();
      await expect(toast(page)).toContainText(contact.en.success.title);
    });

    test('CF-11 a network that breaks keeps what was typed', async ({ page }) => {
      await page.goto('/contact');
      await fill(page);
      await verify(page);
      await page.route('**/contact.data*', (route) => route.abort());
      await sendButton(page).click();
      await expect(toast(page)).toContainText(contact.en.unsent.title);
      await expect(toast(page)).toContainText(contact.en.unsent.message);
      await expect(page.getByLabel('Message')).toHaveValue(typed.message);
      await page.unroute('**/contact.data*');
      await sendButton(page).click();
      await expect(toast(page)).toContainText(contact.en.success.title);
    });
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('CF-2 CF-11 CF-12 the whole journey: sent and thanked', async ({ page, site }) => {
    await page.goto('/contact');
    await expect(page.getByLabel('I am human')).toBeHidden();
    await expect(sendButton(page)).toHaveAccessibleDescription('');
    await fill(page);
    await sendButton(page).click();
    await expect(page.locator('#sent')).toContainText(contact.en.success.title);
    expect(page.url()).toContain('/contact?sent=');
    expect(site.output()).toContain('verification-missing');
  });

  test('CF-11 CF-14 a refused field is shown beside it, the values kept', async ({ page }) => {
    await page.goto('/contact');
    await fill(page, { email: 'nobody', project: 'Exhibition Booths' });
    await sendButton(page).click();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Invalid email/);
    await expect(page.getByLabel('Email')).toBeFocused();
    await expect(page.getByLabel('Project Type')).toHaveValue('Exhibition Booths');
    await expect(page.getByLabel('Message')).toHaveValue(typed.message);
  });
});

for (const width of [320, 768, 1024]) {
  test(`CF-1 the telephone number and the address to write to stay in one piece at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/contact');
    const lines = await page
      .locator('main :is([href^="tel:"], [href^="mailto:"])')
      .evaluateAll((links) =>
        links.map((link) => {
          const words = document.createRange();
          words.selectNodeContents(link);
          return new Set([...words.getClientRects()].map(({ top }) => top)).size;
        }),
      );
    expect(lines).toEqual([1, 1]);
  });
}

test('an answered enquiry survives kill -9 right after the answer', async ({ page, site }) => {
  await page.goto('/contact');
  await fill(page, { email: 'survivor@practice.example' });
  await verify(page);
  await sendButton(page).click();
  await expect(page.locator('#sent')).toBeVisible();
  await site.restart('SIGKILL');
  const { stdout } = await site.run([
    '-e',
    `import('#db/database.server.ts').then(async ({ database }) => {
      const rows = await database().selectFrom('contact_submissions').select('email').execute();
      console.log(String(rows.filter((row) => row.email.startsWith('survivor')).length));
    })`,
  ]);
  expect(stdout.trim()).toBe('1');
});
