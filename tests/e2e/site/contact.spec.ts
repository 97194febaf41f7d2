import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { getPageTexts } from '#app/content/texts/site.server.ts';
import { CONTACT } from '#app/domain/limits.ts';
import { ENQUIRY_FIELDS } from '#app/enquiry-fields.server.ts';
import {
  attachmentTexts,
  contactErrors,
  getContactTexts,
} from '../../../app/content/texts/contact.server.ts';
import { drawing, typed } from '../../support/people/enquirer.ts';
import { fillEnquiry, handFile, limitUploads, payload } from '../support/enquiry.ts';
import { expect, test } from '../support/journey.ts';
import {
  goBeforeScript,
  goHydrated,
  holdRequests,
  toast,
  waitForHydration,
} from '../support/page.ts';

const sendButton = (page: Page) => page.getByRole('button', { name: /Send Message|Sending/ });
const human = (page: Page) => page.getByRole('checkbox', { name: 'I am human' });
const checkTexts = getContactTexts('en').human;
const headerLink = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name }).first();
const files = (page: Page) => page.getByLabel('Drawings and photos');
const chosenFiles = (page: Page) => page.getByRole('list', { name: 'Chosen files' }).locator('bdi');
/** The work takes as long as a busy machine needs. */
const patient = { timeout: 30_000 };

const plan = await payload(drawing('plan.pdf', { bytes: 300_000 }));
const sketch = await payload(drawing('sketch.png', { type: 'png' }));

async function verify(page: Page): Promise<void> {
  await waitForHydration(page);
  await page.getByLabel('Message').press('End');
  await expect(sendButton(page)).toHaveAccessibleDescription(checkTexts.verified, patient);
  await expect(sendButton(page)).toBeEnabled();
}

/** Opens the form and fills it in, ready to be sent. */
async function openVerified(page: Page): Promise<void> {
  await goHydrated(page, '/contact');
  await fillEnquiry(page);
  await verify(page);
}

// A refused form is answered with a 4xx, which Chromium reports on the console.
test.use({
  // The router leaves the failed fetch of a page with a loader of its own unhandled: an error, or a response.
  expectedErrors: [/net::ERR|status of (4(13|22|29)|503)|Failed to fetch|^\w{1,3}$/],
  contextOptions: { reducedMotion: 'reduce' },
});

test('CF-2 CF-10 CF-11 CF-14 verifies and corrects an enquiry', async ({ page }) => {
  const name = page.getByLabel('Name', { exact: true });
  await page.goto('/contact');
  await expect(sendButton(page)).toBeDisabled();
  await fillEnquiry(page, { full_name: 'E', email: 'nobody' });
  await verify(page);
  await sendButton(page).click();
  await expect(name).toBeFocused();
  await expect(page.getByRole('alert')).toContainText(contactErrors.en.email.text);
  await expect(page.getByLabel('Message')).toHaveValue(typed.message);
  const emailError = page.getByRole('alert').getByRole('link', { name: /Invalid email/ });
  for (const link of [emailError, page.getByRole('link', { name: 'Skip to content' })]) {
    await link.press('Enter');
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Invalid email/);
  }
  await expect(page.getByRole('main')).toBeFocused();
  await emailError.click();
  await expect(page.getByLabel('Email')).toBeFocused();

  await fillEnquiry(page);
  await expect(sendButton(page)).toBeEnabled(patient);
  await page.evaluate(() => {
    addEventListener('submit', () => performance.mark('submitted'), { capture: true });
  });
  const request = page.waitForRequest((sent) => sent.method() === 'POST');
  const release = await holdRequests(page, '**/contact.data*');
  await sendButton(page).click();
  await expect(sendButton(page)).toHaveText('Sending...');
  await expect(sendButton(page)).toBeDisabled();
  await request;
  release();
  const waited = await page.evaluate(
    () => performance.now() - performance.getEntriesByName('submitted')[0]!.startTime,
  );
  expect(waited).toBeGreaterThanOrEqual(CONTACT.sendDelayMs - 20);
  await expect(toast(page)).toContainText(getContactTexts('en').success.title);
  await expect(toast(page)).toContainText(getContactTexts('en').success.text);
  await expect(name).toHaveCount(0);
  await expect(page.locator('#sent')).toBeFocused();
  // Read out once: by the panel that has the focus.
  const announced = page.locator('[role="status"]:not([aria-live="off"])');
  await expect(announced.filter({ hasText: getContactTexts('en').success.title })).toHaveCount(0);
});

test('CF-6 counts a text from nine tenths of its limit, and cuts nothing', async ({ page }) => {
  const phone = page.getByLabel('Phone');
  const message = page.getByLabel('Message');
  const lastSentence = ' Its last sentence.';
  const tooLong = 'x'.repeat(ENQUIRY_FIELDS.message.max) + lastSentence;
  await goHydrated(page, '/contact');
  await message.fill('x'.repeat(1_799));
  await expect(message).not.toHaveAccessibleDescription(/characters/);
  await message.fill('x'.repeat(1_800));
  await expect(message).toHaveAccessibleDescription(/1,800 of 2,000 characters$/);
  await message.fill('');
  // As pasted text: `fill` would ignore a maxlength.
  await page.keyboard.insertText(tooLong);
  await expect(message).toHaveValue(tooLong);
  await expect(page.getByRole('alert')).toHaveText('Please use at most 2,000 characters.');
  await expect(message).toHaveAccessibleDescription(/at most 2,000.*2,019 of 2,000 characters/);
  await expect(message).toHaveAttribute('aria-invalid', 'true');
  await phone.fill('');
  await page.keyboard.insertText('+30 22950 00000 εσωτ. 123');
  await expect(phone).toHaveAccessibleDescription(/at most 20 characters.*25 of 20 characters/);
  await message.fill('Shorter.');
  await expect(message).not.toHaveAccessibleDescription(/of 2,000 characters/);
});

test('CF-2 CF-12 VP-9 starts the check with the first key', async ({ page }) => {
  const release = await holdRequests(page, '**/contact/challenge');
  await page.clock.install();
  await page.goto('/contact');
  await expect(sendButton(page)).toHaveAccessibleDescription(checkTexts.idle);
  await expect(page.getByText(checkTexts.idle)).toBeVisible();
  await expect(human(page)).toHaveCount(0);
  await page.getByLabel('Message').press('A');
  await expect(sendButton(page)).toHaveAccessibleDescription(checkTexts.checking);
  await expect(sendButton(page)).toBeDisabled();
  await page.clock.fastForward(CONTACT.verificationLimitMs);
  await expect(sendButton(page)).toBeEnabled();
  await expect(sendButton(page)).toHaveAccessibleDescription(checkTexts.timedOut);
  release();
  await expect(sendButton(page)).toHaveAccessibleDescription(checkTexts.verified, patient);

  // A check that does not load frees the button too, and the enquiry arrives.
  await page.route('**/contact/challenge', (route) => route.abort());
  await page.clock.resume();
  await page.goto('/contact');
  await fillEnquiry(page);
  await expect(page.getByText(checkTexts.failed)).toBeVisible();
  await human(page).click();
  await expect(page.getByText(checkTexts.failed)).toBeVisible();
  await expect(sendButton(page)).toBeEnabled();
  await sendButton(page).click();
  await expect(toast(page)).toContainText(getContactTexts('en').success.title);
});

test('CF-12 CF-15 checks and keeps texts that the browser has restored', async ({ page }) => {
  // Browsers restore the fields of a reopened tab without an event.
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => {
      const field = document.querySelector('textarea');
      if (field) field.value = 'A desk in oak';
      const choice = document.querySelector('select');
      if (choice) choice.value = 'Office Spaces';
    }),
  );
  await goHydrated(page, '/contact');
  await expect(sendButton(page)).toHaveAccessibleDescription(checkTexts.verified, patient);
  await page.getByRole('form').getByRole('link', { name: 'Privacy' }).click();
  await expect(page).toHaveURL(/\/privacy$/);
  await page.goBack();
  await expect(page.getByLabel('Message')).toHaveValue('A desk in oak');
  await expect(page.getByLabel('Project Type')).toHaveValue('Office Spaces');
});

test('CF-12 VP-9 solves a challenge for fields that were filled before', async ({ page }) => {
  let challengeCount = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/contact/challenge')) challengeCount += 1;
  });
  const release = await goBeforeScript(page, '/contact');
  await fillEnquiry(page);
  release();
  await expect(sendButton(page)).toHaveAccessibleDescription(checkTexts.verified, patient);
  expect(challengeCount, 'one for all fields').toBe(1);
  // The draft of an earlier visit is checked too.
  await headerLink(page, 'Projects').click();
  await expect(page).toHaveURL(/\/projects$/);
  await page.goBack();
  await expect(sendButton(page)).toHaveAccessibleDescription(checkTexts.verified, patient);
  await expect(sendButton(page)).toBeEnabled();
});

test('CF-9 CF-11 CF-12 keeps the text after a lost or refused response', async ({ page }) => {
  await openVerified(page);
  const proofs = new Set<string>();
  const fields = page.locator('main form :is(input:not([type=hidden]), select, textarea)');
  const values = () =>
    fields.evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value));
  const sendInVain = async (title: string) => {
    const valuesBefore = await values();
    expect(valuesBefore).toContain(typed.email);
    await expect(sendButton(page)).toBeEnabled(patient);
    proofs.add(await page.locator('[name=turnstileToken]').inputValue());
    await sendButton(page).click();
    await expect(toast(page)).toContainText(title);
    expect(await values()).toEqual(valuesBefore);
  };
  const loseResponse = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/contact.data*', loseResponse, { times: 1 });
  await sendInVain(getContactTexts('en').unsent.title);
  await page.getByLabel('Message').fill('Other words');
  await sendInVain(contactErrors.en.wait.title);
  await sendInVain(contactErrors.en.wait.title);
  expect(proofs.size).toBe(3);
});

test('CF-12 CF-14 the summary leads to the check that was not passed', async ({ page }) => {
  await page.route('**/contact/challenge', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), signature: '00' } });
  });
  await openVerified(page);
  await sendButton(page).click();
  const summary = page.getByRole('alert').getByRole('link', {
    name: contactErrors.en.verification.text,
  });
  await summary.click();
  await expect(page.locator('#verification')).toBeFocused();
  await expect(summary).toBeVisible();
});

test('CF-12 renews the proof of an open form in time, and after a sleep', async ({ page }) => {
  const challenges: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/contact/challenge')) challenges.push(request.url());
  });
  const token = page.locator('[name=turnstileToken]');
  // The address changes before the page does, so the form itself is waited for.
  const leave = async () => {
    await headerLink(page, 'Projects').click();
    await expect(page.getByRole('form')).toHaveCount(0);
  };
  const lifetimeMs = CONTACT.challengeMinutes * 60_000;
  await page.clock.install();
  await goHydrated(page, '/contact');
  const release = await holdRequests(page, '**/contact/challenge');
  await page.getByLabel('Message').press('A');
  await leave();
  release();
  await headerLink(page, 'Contact').click();
  await verify(page);
  await leave();
  await page.clock.fastForward(lifetimeMs);
  await headerLink(page, 'Contact').click();
  await verify(page);
  expect(challenges).toHaveLength(3);

  const firstToken = await token.inputValue();
  await page.clock.fastForward(lifetimeMs);
  await expect(token).not.toHaveValue(firstToken, patient);
  await expect(sendButton(page)).toBeEnabled(patient);
  expect(challenges).toHaveLength(4);

  // Timers stand still while a phone sleeps, unlike the clock.
  const secondToken = await token.inputValue();
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + lifetimeMs);
  await expect(token).not.toHaveValue(secondToken, patient);
  await expect(sendButton(page)).toBeEnabled(patient);
});

test('CF-15 restores texts and files after a visit to another page', async ({ page }) => {
  const form = page.getByRole('form');
  const message = page.getByLabel('Message');
  const expectAsLeft = async (text: string) => {
    await expect(message).toHaveValue(text);
    await expect(page.getByLabel('Email')).toHaveValue(typed.email);
    await expect(page.getByLabel('Project Type')).toHaveValue('Public Buildings');
    await expect(chosenFiles(page)).toHaveText(['plan.pdf']);
    const fileCount = await files(page).evaluate((input: HTMLInputElement) => input.files!.length);
    expect(fileCount).toBe(1);
  };
  await goHydrated(page, '/contact');
  await fillEnquiry(page, { project: 'Public Buildings' });
  await files(page).setInputFiles([plan]);
  await form.getByRole('link', { name: 'Privacy' }).click();
  await expect(page).toHaveURL(/\/privacy$/);
  await page.goBack();
  await expectAsLeft(typed.message);
  await message.fill('Second thoughts');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
  await expect(page).toHaveURL(/\/terms$/);
  await headerLink(page, 'Contact').click();
  await expectAsLeft('Second thoughts');
  await page.goBack();
  await expect(form).toHaveCount(0);
  await page.goForward();
  await expectAsLeft('Second thoughts');

  // A page that cannot be shown, and then the form's own.
  for (const fail of [
    (route: Route) => route.abort(),
    (route: Route) => route.fulfill({ status: 503, body: 'Busy.\n' }),
  ]) {
    await page.route('**/*.data*', fail);
    await form.getByRole('link', { name: 'Privacy' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await page.goBack();
    // The page that failed before stays until this one has failed too.
    const tryAgain = page.getByRole('link', { name: 'Try again' });
    await expect(tryAgain).toHaveAttribute('href', '/contact');
    await page.unroute('**/*.data*');
    await tryAgain.click();
    await expectAsLeft('Second thoughts');
  }

  const storage = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]),
  );
  expect(storage).not.toContain('Second thoughts');
  await verify(page);
  await sendButton(page).click();
  await expect(page.locator('#sent')).toContainText('We have received your file.');
  await page.goBack();
  await expect(message).toHaveValue('');
  await expect(chosenFiles(page)).toHaveCount(0);
});

test('EL-1 CF-15 restores the text after a project, and in Greek', async ({ page, context }) => {
  await goHydrated(page, '/contact');
  await page.getByLabel('Message').fill('A desk in oak');
  await files(page).setInputFiles([plan]);
  const maps = page.getByRole('main').getByRole('link', { name: /^View on map/ });
  for (const map of await maps.all()) await expect(map).toHaveAttribute('target', '_blank');
  const otherSites = page.locator('a[href^="http"]').filter({ visible: true });
  await expect(otherSites).toHaveCount(5);
  for (const link of await otherSites.all()) await expect(link).toHaveAttribute('target', '_blank');
  await headerLink(page, 'Projects').click();
  await page.getByRole('link', { name: /Roche/ }).first().click();
  await page.getByRole('main').locator('a[href="/contact?about=roche"]').first().click();
  await expect(page.getByLabel('Message')).toHaveValue('A desk in oak');
  await expect(page.getByLabel('Project Type')).toHaveValue('Office Spaces');

  await page.getByRole('contentinfo').locator('a[hreflang="el"]').click();
  await expect(page).toHaveURL(/\/el\/contact/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'el');
  await expect(page.getByLabel('Μήνυμα')).toHaveValue('A desk in oak');
  await expect(page.getByRole('main').getByText('plan.pdf')).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Message')).toHaveValue('A desk in oak');

  // Without a connection, the texts that all pages share cannot be loaded either.
  await context.setOffline(true);
  await page.getByRole('contentinfo').locator('a[hreflang="el"]').click();
  await expect(page.getByRole('alert')).toContainText(
    getPageTexts('en').outOfOrder.unreachable.text,
  );
  await context.setOffline(false);
  await page.getByRole('link', { name: getPageTexts('en').outOfOrder.retryLabel }).click();
  await expect(page.getByLabel('Μήνυμα')).toHaveValue('A desk in oak');
  await expect(page.locator('#letters')).toHaveCount(1);
});

test('CF-15 restores the text after links in the texts of pages', async ({ page }) => {
  await goHydrated(page, '/contact');
  await page.getByLabel('Message').fill('A desk in oak');
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'How we work' }).click();
  await main.getByRole('link', { name: 'the woods we keep in stock' }).click();
  await expect(page).toHaveURL(/\/page\/materials$/);
  await main.getByRole('link', { name: 'Ask for a sample' }).first().click();
  await expect(page.getByLabel('Message')).toHaveValue('A desk in oak');
});

test('CF-8 CF-15 stores once what is restored and sent again', async ({ page }) => {
  await openVerified(page);

  // The server stores the enquiry, and its response never comes.
  let markAsStored: (successPath: string | undefined) => void;
  const stored = new Promise<string | undefined>((resolve) => (markAsStored = resolve));
  await page.route('**/contact.data*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch();
    markAsStored((await response.text()).match(/sent=[\w.-]+/)?.[0]);
  });
  await sendButton(page).click();
  const success = await stored;
  expect(success).toMatch(/^sent=/);
  await page.getByRole('form').getByRole('link', { name: 'Privacy' }).click();
  await expect(page).toHaveURL(/\/privacy$/);
  await page.unroute('**/contact.data*');

  await page.goBack();
  await expect(page.getByLabel('Message')).toHaveValue(typed.message);
  await verify(page);
  await sendButton(page).click();
  await expect(page.locator('#sent')).toBeVisible();
  expect(new URL(page.url()).search).toBe(`?${success}`);
});

test('SH-9 sends again without the router where a content blocker blocks it', async ({ page }) => {
  await openVerified(page);
  await page.route('**/*.data*', (route) => route.abort());
  await sendButton(page).click();
  await expect(toast(page)).toContainText(getContactTexts('en').unsent.title);
  await verify(page);
  await sendButton(page).click();
  await expect(page.locator('#sent')).toBeVisible();
});

test('CF-8 stores once what is sent again after the page was loaded again', async ({ page }) => {
  await openVerified(page);
  let success: string | undefined;
  const loseResponse = async (route: Route) => {
    success = (await (await route.fetch()).text()).match(/sent=[\w.-]+/)?.[0];
    await route.abort();
  };
  await page.route('**/contact.data*', loseResponse, { times: 1 });
  await sendButton(page).click();
  await expect(toast(page)).toContainText(getContactTexts('en').unsent.title);
  expect(success).toMatch(/^sent=/);

  const loaded = page.waitForResponse('**/contact.data*');
  // The toast may cover the link: it stays away from the button, which has the focus.
  await headerLink(page, 'Contact').press('Enter');
  await loaded;
  await expect(toast(page)).toHaveCount(0);
  await verify(page);
  await sendButton(page).click();
  await expect(page.locator('#sent')).toBeVisible();
  expect(new URL(page.url()).search).toBe(`?${success}`);
});

test('AT-2 accepts files that are chosen, dropped or pasted, but no text', async ({ page }) => {
  const release = await goBeforeScript(page, '/contact');
  await files(page).setInputFiles([plan]);
  release();
  await expect(chosenFiles(page)).toHaveText(['plan.pdf']);
  await files(page).setInputFiles([sketch]);
  await handFile(page.getByLabel('Message'), 'drop', 'dropped.pdf');
  await handFile(page.getByLabel('Message'), 'paste', 'pasted.pdf');
  const names = ['plan.pdf', 'sketch.png', 'dropped.pdf', 'pasted.pdf'];
  await expect(chosenFiles(page)).toHaveText(names);
  await files(page).setInputFiles([{ name: 'empty.pdf', mimeType: '', buffer: Buffer.alloc(0) }]);
  await expect(page.locator('#files-error')).toContainText(
    'File not accepted. empty.pdf is empty.',
  );
  await dropFromDesktop(page, ['docs', 'README.md']);
  await expect(page.locator('#files-error')).toHaveText('File not accepted. docs');
  expect(await pasteCellOfSheet(page)).toBe('left to the field');

  await page.getByRole('button', { name: 'Remove plan.pdf' }).click();
  await expect(files(page)).toBeFocused();
  await expect(chosenFiles(page)).toHaveText([...names.slice(1), 'README.md']);
  const fileCount = await files(page).evaluate((input: HTMLInputElement) => input.files!.length);
  expect(fileCount).toBe(4);
});

/** Drops files and folders of the project on the message. */
async function dropFromDesktop(page: Page, names: string[]): Promise<void> {
  await page.getByLabel('Message').scrollIntoViewIfNeeded();
  const { x, y } = (await page.getByLabel('Message').boundingBox())!;
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: names.map((name) => resolve(name)), dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: x + 20, y: y + 20, data });
}

/** Pastes a cell into the message: its program has copied a picture of the text too. */
const pasteCellOfSheet = (page: Page) =>
  page.getByLabel('Message').evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Oak\t12');
    clipboardData.setData('text/html', '<table><tr><td>Oak</td><td>12</td></tr></table>');
    clipboardData.items.add(new File(['picture'], 'image.png', { type: 'image/png' }));
    const options = { clipboardData, bubbles: true, cancelable: true };
    const isLeft = field.dispatchEvent(new ClipboardEvent('paste', options));
    return isLeft ? 'left to the field' : 'taken as a file';
  });

test('AT-2 reads a file when it is chosen, and names one that it cannot read', async ({
  page,
  site,
}, testInfo) => {
  // Such as a file of a cloud.
  await page.addInitScript(() => {
    const readFile = File.prototype.arrayBuffer;
    File.prototype.arrayBuffer = function () {
      const isInCloud = this.name === 'cloud.pdf';
      return isInCloud
        ? Promise.reject(new DOMException('', 'NotReadableError'))
        : readFile.call(this);
    };
  });
  const paths = ['changed.pdf', 'cloud.pdf'].map((name) => testInfo.outputPath(name));
  for (const path of paths) writeFileSync(path, plan.buffer);
  await goHydrated(page, '/contact');
  await fillEnquiry(page, { message: 'Changed on the disk' });
  await files(page).setInputFiles(paths);
  await expect(page.locator('#files-error')).toHaveText('File not accepted. cloud.pdf');
  await expect(chosenFiles(page)).toHaveText(['changed.pdf']);
  // A file that is still on the disk cannot be read any more.
  const readLength = () =>
    files(page).evaluate(async (input: HTMLInputElement) => (await input.files![0]!.text()).length);
  expect(await readLength()).toBeGreaterThan(0);
  writeFileSync(paths[0]!, 'Something else');
  await verify(page);
  await sendButton(page).click();
  await expect(page.getByRole('heading', { name: 'Message sent successfully' })).toBeVisible();
  const sizes = `SELECT size FROM attachments WHERE name = 'changed.pdf'`;
  expect(site.one(sizes)).toBe(plan.buffer.length);
});

test('AT-1 accepts HEIC, but asks an iPhone or iPad for JPEG', async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15';
  for (const [device, userAgent, enabled, isAccepted] of [
    ['iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)', true, false],
    ['iPad', mac, true, false],
    ['Mac', mac, false, true],
    ['Android phone', 'Mozilla/5.0 (Linux; Android 16) Chrome/150.0', true, true],
  ] as const) {
    await session.send('Emulation.setUserAgentOverride', { userAgent });
    await session.send('Emulation.setTouchEmulationEnabled', { enabled });
    await goHydrated(page, '/contact');
    await expect(files(page)).toHaveAttribute('accept', /\.jpg/);
    const accept = await files(page).getAttribute('accept');
    expect(accept?.includes('.heic'), device).toBe(isAccepted);
  }
});

test('CF-11 AT-2 VP-9 shows progress, refusals and the stored enquiry', async ({ page }) => {
  await goHydrated(page, '/contact');
  await fillEnquiry(page);
  const html = { name: 'page.pdf', mimeType: '', buffer: Buffer.from('<!doctype html>') };
  const large = await payload(drawing('large.pdf', { bytes: 4_000_000 }));
  await files(page).setInputFiles([large, html]);
  await verify(page);
  await sendButton(page).click();
  await expect(page.getByRole('alert')).toContainText(
    'page.pdf is not a PDF, a picture or a drawing we can open.',
  );
  await expect(page.getByLabel('Email')).toHaveValue(typed.email);
  await page.getByRole('button', { name: 'Remove page.pdf' }).click();
  await expect(chosenFiles(page)).toHaveText(['large.pdf']);

  const setUploadSpeed = await limitUploads(page);
  await setUploadSpeed(200_000);
  await sendButton(page).click();
  await expect(page.getByText(/KB of 3\.8 MB/)).toBeVisible();
  const { label: name } = attachmentTexts.en;
  await expect(page.getByRole('progressbar', { name })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(toast(page)).toContainText('Cancelled.');
  await expect(chosenFiles(page)).toHaveText(['large.pdf']);
  await expect(page.getByLabel('Email')).toHaveValue(typed.email);
  await setUploadSpeed(-1);

  const portal = { status: 200, contentType: 'text/html', body: '<h1>Log in to the Wi-Fi</h1>' };
  await page.route('**/contact', (route) => route.fulfill(portal));
  await expect(sendButton(page)).toBeEnabled(patient);
  await sendButton(page).click();
  await expect(toast(page).last()).toContainText(getContactTexts('en').unsent.title);
  await expect(page.getByLabel('Email')).toHaveValue(typed.email);
  await expect(chosenFiles(page)).toHaveText(['large.pdf']);
  await page.unroute('**/contact');

  await expect(sendButton(page)).toBeEnabled(patient);
  await sendButton(page).click();
  const { success } = getContactTexts('en');
  const confirmation = page.locator('#sent');
  await expect(confirmation).toContainText(success.title);
  await expect(confirmation).toBeFocused();
  await expect(chosenFiles(page)).toHaveCount(0);
  await expect(page.getByRole('form')).toHaveCount(0);
  await confirmation.getByRole('link', { name: success.another }).click();
  await expect(page.getByLabel('Message')).toHaveValue('');
});

test('AT-2 ends an upload when the form is left, and restores it', async ({ page }) => {
  await goHydrated(page, '/contact');
  const email = `left${process.pid}@mail.example`;
  await fillEnquiry(page, { email });
  await files(page).setInputFiles([plan]);
  await verify(page);
  const release = await holdRequests(page, '**/contact');
  const aborted = page.waitForEvent('requestfailed', (request) => request.method() === 'POST');
  await sendButton(page).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await headerLink(page, 'Projects').click();
  await expect(page).toHaveURL(/\/projects$/);
  await aborted;
  release();
  await headerLink(page, 'Contact').click();
  await expect(toast(page)).toContainText(attachmentTexts.en.cancelled.text);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  // It is said once.
  await headerLink(page, 'Projects').click();
  await expect(page.getByRole('form')).toHaveCount(0);
  await headerLink(page, 'Contact').click();
  await expect(chosenFiles(page)).toHaveText(['plan.pdf']);
  await expect(toast(page)).toHaveCount(0);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('Message')).toHaveValue(typed.message);
});

test('AT-2 announces an upload that Back to a sent enquiry has ended', async ({ page }) => {
  await openVerified(page);
  await sendButton(page).click();
  const { another } = getContactTexts('en').success;
  await page.locator('#sent').getByRole('link', { name: another }).click();
  await fillEnquiry(page);
  await files(page).setInputFiles([plan]);
  await verify(page);
  const release = await holdRequests(page, '**/contact');
  await sendButton(page).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.goBack();
  await expect(page.locator('#sent')).toBeVisible();
  await expect(toast(page)).toContainText(attachmentTexts.en.cancelled.text);
  await expect(page.locator('.toasts')).toHaveAttribute('aria-live', 'polite');
  release();
});
