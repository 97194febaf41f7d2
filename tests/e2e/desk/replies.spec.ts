import type { Page } from '@playwright/test';
import { interpolate } from '../../../app/components/texts.ts';
import { getEnquiryTexts } from '../../../app/content/texts/enquiry.server.ts';
import {
  replyErrors,
  replyFileTexts,
  replyTexts,
} from '../../../app/content/texts/reply.server.ts';
import { renderMailHtml } from '../../../app/domain/mail/mail-layout.server.ts';
import { openReply, sendReply } from '../../support/people/desk.ts';
import { drawing } from '../../support/people/enquirer.ts';
import { createDesk, dialog, openDesk, row, signInColleague } from '../support/desk.ts';
import { handFile, limitUploads, payload } from '../support/enquiry.ts';
import { failureReports } from '../support/failing-requests.ts';
import { expect, test } from '../support/journey.ts';
import { wordsOnPaper } from '../support/measures.ts';
import { goBeforeScript, goHydrated, toast, waitForHydration } from '../support/page.ts';

test.use({ expectedErrors: failureReports, contextOptions: { reducedMotion: 'reduce' } });

const messages = replyTexts.en;
const message = (page: Page) => dialog(page).getByLabel(messages.message, { exact: true });
const send = (page: Page) => dialog(page).getByRole('button', { name: messages.send });
const replyLink = (page: Page) =>
  dialog(page).getByRole('link', { name: messages.reply, exact: true });
const chooseTemplate = (page: Page, id: number) =>
  dialog(page).getByLabel(messages.startFrom).selectOption(String(id));

test('DA-1 starts a reply from a template, and stores it once', async ({ page, site }) => {
  const { ids } = await openDesk(page, site, ({ ids }) => `?enquiry=${ids[2]}`);
  await replyLink(page).click();
  await expect(message(page)).toHaveValue(/^Dear Newest desk/);
  await expect(message(page)).toBeInViewport();
  await dialog(page).getByLabel(messages.subject).fill('');
  await send(page).click();
  await expect(toast(page)).toContainText(replyErrors.en.noSubject);
  await expect(dialog(page).locator('#subject-error')).toBeInViewport();
  await expect(message(page)).toHaveValue(/^Dear Newest desk/);
  await dialog(page).getByLabel(messages.subject).fill('Your desk in oak');
  // It does not send the reply.
  await dialog(page).getByLabel(messages.subject).press('Enter');
  await expect(message(page)).toBeFocused();
  await send(page).dblclick();
  await expect(toast(page).last()).toContainText('Your reply is on its way');
  await expect(toast(page).last()).toContainText('The status is now In Progress.');
  await expect(page).toHaveURL(new RegExp(`enquiry=${ids[2]}(#reply)?$`));
  await expect(dialog(page).getByText('Your desk in oak')).toHaveCount(1);
  expect(await wordsOnPaper(page)).toMatch(
    /Replies .* (Queued|Sent) \/ New to In Progress Your desk in/,
  );
});

test('DK-3 keeps the message in view beside or above the reply', async ({ page, site }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const { word } = await openDesk(page, site, ({ ids, word }) => `?q=${word}&enquiry=${ids[1]}`);
  const enquiry = dialog(page).getByText('<img src=x onerror=alert(1)>');
  await replyLink(page).click();
  await expect(message(page)).toHaveValue(/^Dear Middle/);
  await expect(message(page)).toBeInViewport();
  await expect(enquiry).toBeInViewport();
  const [enquiryBox, messageBox] = [await enquiry.boundingBox(), await message(page).boundingBox()];
  expect(enquiryBox!.x + enquiryBox!.width).toBeLessThan(messageBox!.x);
  // The way to the rest of the desk is open meanwhile; the list below is not.
  await page.getByRole('button', { name: 'Logout' }).click({ trial: true });
  await expect(row(page, word).first()).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await message(page).fill('Mine');
  await expect(enquiry).toBeHidden();
  await expect(row(page, word)).toHaveCount(0);
  await dialog(page).getByText(getEnquiryTexts('en').record).click();
  await expect(enquiry).toBeVisible();
  expect((await enquiry.boundingBox())!.y).toBeLessThan((await message(page).boundingBox())!.y);
  await expect(message(page)).toHaveValue('Mine');
  await dialog(page).getByRole('link', { name: messages.cancel }).click();
  await expect(enquiry).toBeVisible();
  // The dialog fills the page and grows with its content.
  const { height } = (await dialog(page).boundingBox())!;
  expect(height).toBeGreaterThan(844);
  await dialog(page).getByRole('link', { name: 'Close' }).first().click();
  await expect(row(page, `Middle ${word}`)).toBeInViewport();
  await expect(page.getByRole('link', { name: `View Middle ${word}` })).toBeFocused();
});

test('DA-1 replaces or inserts a template, and keeps a closed reply', async ({ page, site }) => {
  const { ids } = await openDesk(page, site, ({ ids }) => `?enquiry=${ids[2]}&reply=1&template=2`);
  await chooseTemplate(page, 1);
  await expect(message(page)).toHaveValue(/^Dear .*\n\nThank you for your enquiry\. Before we/);
  await expect(message(page)).toBeInViewport();
  await message(page).fill('Mine first.\nMine last.');
  for (const key of ['ArrowUp', 'End']) await message(page).press(key);
  await chooseTemplate(page, 2);
  const inserted = /^Mine first\.\n\nThank you [^]+ what you have\.\n\nMine last\.$/;
  await expect(message(page)).toHaveValue(inserted);

  // A closed reply is kept; a cancelled one is not.
  await page.keyboard.press('Escape');
  await expect(message(page)).toHaveCount(0);
  await page.goBack();
  await expect(message(page)).toHaveValue(inserted);
  await dialog(page).getByRole('link', { name: messages.cancel }).click();
  await expect(message(page)).toHaveCount(0);
  await replyLink(page).click();
  await expect(message(page)).toHaveValue(/^Dear Newest .*\n\nThank you .* Before we give/);
  await expect(message(page)).toBeFocused();

  await message(page).fill('Mine');
  const { email, browser } = await signInColleague(site);
  await sendReply(browser, await openReply(browser, ids[2]!), { message: 'Theirs' });
  await send(page).click();
  await expect(toast(page)).toContainText(`${email} replied on`);
  await expect(dialog(page).getByText('Theirs')).toBeVisible();
  await expect(message(page)).toHaveValue('Mine');
  await send(page).click();
  await expect(toast(page).last()).toContainText('Your reply is on its way');
});

test('DA-7 AT-2 lists the files of a reply, and sends them', async ({ page, site }) => {
  const { ids } = await openDesk(page, site, ({ ids }) => `?enquiry=${ids[2]}&reply=1`);
  const { label, chosenFiles, removeNamed, cancelled } = replyFileTexts.en;
  const files = dialog(page).getByLabel(label, { exact: true });
  const list = dialog(page).getByRole('list', { name: chosenFiles }).getByRole('listitem');
  const quotation = await payload(drawing('quotation.pdf', { bytes: 4_000_000 }));
  await files.setInputFiles([quotation]);
  await handFile(message(page), 'drop', 'plan.pdf');
  await expect(list).toHaveText([/^quotation\.pdf 3\.8 MB/, /^plan\.pdf 1 KB/]);
  await dialog(page)
    .getByRole('button', { name: interpolate(removeNamed, { name: 'plan.pdf' }) })
    .click();
  await expect(list).toHaveText([/^quotation\.pdf/]);
  await expect(files).toBeFocused();

  await message(page).fill('Dear Newest,\n\nhere it is.');
  const setUploadSpeed = await limitUploads(page);
  await setUploadSpeed(200_000);
  await send(page).click();
  await expect(dialog(page).getByText(/KB of 3\.8 MB/)).toBeVisible();
  await expect(dialog(page).getByRole('progressbar')).toBeVisible();
  await dialog(page).getByRole('button', { name: messages.cancel }).click();
  await expect(toast(page)).toContainText(cancelled.text);
  await expect(list).toHaveText([/^quotation\.pdf/]);
  await expect(message(page)).toHaveValue(/here it is/);

  await setUploadSpeed(-1);
  await send(page).click();
  await expect(toast(page).last()).toContainText('Your reply is on its way');
  await expect(page).toHaveURL(new RegExp(`enquiry=${ids[2]}(#reply)?$`));
  await expect(dialog(page).getByRole('link', { name: 'Download quotation.pdf' })).toBeVisible();
  const names = `SELECT group_concat(name) FROM attachments WHERE enquiry_id = ?`;
  expect(site.one(names, ids[2])).toBe('quotation.pdf');
});

test('DK-4 AT-2 uploads files that no script can read from a request', async ({ page, site }) => {
  // As in WebKit with files that are in memory.
  await page.addInitScript(() => {
    Request.prototype.formData = () => Promise.reject(new TypeError('Unable to read form data'));
  });
  const { word } = await openDesk(page, site, () => '/new');
  await page.getByLabel('Name', { exact: true }).fill(`Caller ${word}`);
  await page.getByLabel('Phone', { exact: true }).fill('2295000000');
  const drawn = await payload(drawing('drawn.pdf', { bytes: 400_000 }));
  await page.locator('#files').setInputFiles([drawn]);
  const setUploadSpeed = await limitUploads(page);
  await setUploadSpeed(100_000);
  await page.getByRole('button', { name: 'Save enquiry' }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();

  await setUploadSpeed(-1);
  await expect(toast(page).last()).toContainText('Enquiry saved');
  await expect(dialog(page).getByRole('link', { name: 'Download drawn.pdf' })).toBeVisible();
});

test('DA-1 keeps text that is typed before and during hydration', async ({ page, site }) => {
  const { ids } = await createDesk(page, site);
  const path = `/admin/dashboard?enquiry=${ids[2]}&reply=1&template=1`;
  const release = await goBeforeScript(page, path);
  await message(page).fill('Half a thought');
  release();
  await waitForHydration(page);
  await expect(message(page)).toBeFocused();
  await expect(message(page)).toHaveValue('Half a thought');
  await dialog(page).getByRole('link', { name: messages.cancel }).click();
  await expect(message(page)).toHaveCount(0);

  await page.addInitScript(() => {
    const area = HTMLTextAreaElement.prototype;
    const { get, set } = Object.getOwnPropertyDescriptor(area, 'defaultValue')!;
    let isReached = false;
    // React is hydrating the field and is about to reset it.
    const setDefaultValue = function (this: HTMLTextAreaElement, value: string) {
      set!.call(this, value);
      if (isReached || this.name !== 'message') return;
      isReached = true;
      this.value = 'Another thought';
      this.dispatchEvent(new InputEvent('input', { bubbles: true }));
    };
    Object.defineProperty(area, 'defaultValue', { get, set: setDefaultValue });
  });
  await goHydrated(page, path);
  await expect(message(page)).toHaveValue('Another thought');
});

test('DA-1 wraps long words in an email to the width of its window', async ({ page }) => {
  const url = `https://drys.example/${'0123456789'.repeat(13)}`;
  const word = 'Λ'.repeat(360);
  const html = renderMailHtml(
    {
      subject: 'Νέο αίτημα',
      paragraphs: [url],
      facts: [['Εταιρεία', word]],
      lists: [{ heading: word, entries: [{ title: word, details: url, href: url }] }],
      message: `${word}\n${url}`,
      footnote: url,
    },
    'el',
  );
  for (const width of [600, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await page.setContent(html);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});
