import type { Page } from '@playwright/test';
import { deskFaults, replyFaults, replyWords } from '../../../app/content/words/enquiry.server.ts';
import { eleni } from '../../../db/seed/seed-enquiries.ts';
import { fillDesk, logIn, openDesk } from '../support/desk-page.ts';
import { failureReports, withEachFailure } from '../support/failing-requests.ts';
import { goBeforeScript } from '../support/held-back.ts';
import { goHydrated, hydrated } from '../support/hydrated.ts';
import { expect, test } from '../support/journey.ts';
import { wordsOnPaper } from '../support/paper.ts';
import { phone } from '../support/devices.ts';
import { sideways, smallTargets } from '../support/reach.ts';

test.use({ expectedErrors: failureReports, contextOptions: { reducedMotion: 'reduce' } });

const words = replyWords.en;
const dialog = (page: Page) => page.getByRole('dialog');
const message = (page: Page) => dialog(page).getByLabel(words.message, { exact: true });
const send = (page: Page) => dialog(page).getByRole('button', { name: words.send });
const toast = (page: Page) => page.locator('.toast');
const replyLink = (page: Page) =>
  dialog(page).getByRole('link', { name: words.reply, exact: true });
const firstAnswer = (page: Page) => dialog(page).getByRole('link', { name: /^First answer/ });

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with${javaScriptEnabled ? '' : 'out'} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test('DA-1 a reply starts from a template, is sent once for a double click, and is printed', async ({
      page,
      site,
    }) => {
      const { ids } = await openDesk(page, site);
      await page.goto(`/admin/dashboard?enquiry=${ids[2]}`);
      await replyLink(page).click();
      await firstAnswer(page).click();
      await expect(message(page)).toHaveValue(/^Dear Newest desk/);
      await expect(message(page)).toBeInViewport();
      await dialog(page).getByLabel(words.subject).fill('Your desk in oak');
      await send(page).dblclick();
      await expect(toast(page)).toContainText('Reply queued');
      await expect(toast(page)).toContainText('The enquiry is In Progress now.');
      await expect(page).toHaveURL(new RegExp(`enquiry=${ids[2]}(#reply)?$`));
      await expect(dialog(page).getByText('Your desk in oak')).toHaveCount(1);
      const paper = await wordsOnPaper(page);
      expect(paper).toMatch(/Replies .* (Queued|Sent) \/ New to In Progress Your desk in/);
      expect(paper).not.toContain(words.reply + ' by');
    });

    test('DA-1 a refused reply stands in its form, in view, with the reason', async ({
      page,
      site,
    }) => {
      const { ids } = await openDesk(page, site);
      await page.goto(`/admin/dashboard?enquiry=${ids[1]}&reply=1&template=1#reply`);
      await dialog(page).getByLabel(words.subject).fill('');
      await message(page).fill('Half a thought');
      await send(page).click();
      await expect(toast(page)).toContainText(replyFaults.en.noSubject);
      await expect(dialog(page).locator('#subject-error')).toBeInViewport();
      await expect(message(page)).toHaveValue('Half a thought');
    });
  });
}

test('DA-1 a reply that gets no answer says so and stays; sent again, it is one', async ({
  page,
  site,
}) => {
  const { ids } = await openDesk(page, site);
  await goHydrated(page, `/admin/dashboard?enquiry=${ids[2]}&reply=1`);
  await message(page).fill('Half a thought');
  await withEachFailure(page, '**/replies.data*', async (failure) => {
    await send(page).click();
    await expect(toast(page), failure).toContainText(deskFaults.en.reply);
    await toast(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(message(page), failure).toHaveValue('Half a thought');
  });
  // The server takes it, and its answer is lost on the way.
  await page.route('**/replies.data*', async (route) => {
    await route.fetch({ maxRedirects: 0 });
    await route.abort('connectionreset');
  });
  await send(page).click();
  await expect(toast(page)).toContainText(deskFaults.en.reply);
  await page.unroute('**/replies.data*');
  await send(page).click();
  await expect(toast(page)).toContainText('Reply queued');
  await expect(dialog(page).getByText('Half a thought')).toHaveCount(1);
});

test('DA-1 a template that is chosen late is put below what was written; what is left waits', async ({
  page,
  site,
}) => {
  const { ids } = await openDesk(page, site);
  await goHydrated(page, `/admin/dashboard?enquiry=${ids[2]}&reply=1&template=2`);
  await firstAnswer(page).click();
  await expect(message(page)).toHaveValue(/^Dear .*\n\nThank you for your enquiry\. We have read/);
  await message(page).fill('Mine first.');
  await dialog(page)
    .getByRole('link', { name: /^Drawings/ })
    .click();
  await expect(message(page)).toHaveValue(/^Mine first\.\n\nDear Newest/);

  // What is left waits; what is cancelled does not.
  await page.keyboard.press('Escape');
  await expect(message(page)).toHaveCount(0);
  await page.goBack();
  await expect(message(page)).toHaveValue(/^Mine first\.\n\nDear Newest/);
  await dialog(page).getByRole('link', { name: words.cancel }).click();
  await expect(message(page)).toHaveCount(0);
  await replyLink(page).click();
  await expect(message(page)).toHaveValue('');
  await expect(message(page)).toBeFocused();
});

test('DA-1 a colleague was faster, or the enquiry is gone: the text stays on the page', async ({
  page,
  site,
  browser,
}) => {
  const { ids } = await openDesk(page, site);
  const address = `/admin/dashboard?enquiry=${ids[2]}&reply=1`;
  await goHydrated(page, address);
  await message(page).fill('Mine');
  const email = `colleague${process.pid}@drys.example`;
  await fillDesk(site, email, []);
  const other = await browser.newPage({ baseURL: site.url });
  await logIn(other, site, email);
  await goHydrated(other, address);
  await message(other).fill('Theirs');
  await send(other).click();
  await expect(toast(other)).toContainText('Reply queued');

  await send(page).click();
  await expect(toast(page)).toContainText(`${email} replied on`);
  await expect(dialog(page).getByText('Theirs')).toBeVisible();
  await expect(message(page)).toHaveValue('Mine');
  await send(page).click();
  await expect(toast(page)).toContainText('Reply queued');

  await goHydrated(page, `/admin/dashboard?enquiry=${ids[1]}&reply=1`);
  await message(page).fill('Too late');
  await site.run(['scripts/data.ts', 'erase', eleni.email]);
  await send(page).click();
  await expect(toast(page)).toContainText(deskFaults.en.gone);
  await expect(message(page)).toHaveValue('Too late');
  await other.close();
});

test('DA-2 a template that gets no answer says so and stays', async ({ page, site }) => {
  await openDesk(page, site);
  await goHydrated(page, '/admin/dashboard/templates?change=1');
  const subject = page.getByLabel(words.subject).first();
  await subject.fill('Hello {name}');
  await withEachFailure(page, '**/templates.data*', async (failure) => {
    await page.getByRole('button', { name: 'Save template' }).click();
    await expect(toast(page), failure).toContainText(deskFaults.en.template);
    await toast(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(subject, failure).toHaveValue('Hello {name}');
  });
  await subject.fill('Hello {nmae}');
  await page.getByRole('button', { name: 'Save template' }).click();
  await expect(subject).toBeFocused();
  await expect(page.locator('#subject_en-error')).toContainText('{nmae}');
});

test('DA-1 what is written before the script takes over stays', async ({ page, site }) => {
  const { ids } = await openDesk(page, site);
  const release = await goBeforeScript(
    page,
    `/admin/dashboard?enquiry=${ids[2]}&reply=1&template=1`,
  );
  await message(page).fill('Half a thought');
  release();
  await hydrated(page);
  await expect(message(page)).toBeFocused();
  await expect(message(page)).toHaveValue('Half a thought');
});

test('DA-1 what is written while the script takes over stays', async ({ page, site }) => {
  const { ids } = await openDesk(page, site);
  await page.addInitScript(() => {
    const area = HTMLTextAreaElement.prototype;
    const { get, set } = Object.getOwnPropertyDescriptor(area, 'defaultValue')!;
    let isReached = false;
    // React has come to the field, and is about to set it back.
    const reached = function (this: HTMLTextAreaElement, value: string) {
      set!.call(this, value);
      if (isReached || this.name !== 'message') return;
      isReached = true;
      this.value = 'Half a thought';
      this.dispatchEvent(new InputEvent('input', { bubbles: true }));
    };
    Object.defineProperty(area, 'defaultValue', { get, set: reached });
  });
  await goHydrated(page, `/admin/dashboard?enquiry=${ids[2]}&reply=1&template=1`);
  await expect(message(page)).toHaveValue('Half a thought');
});

test.describe('on a phone', () => {
  test.use(phone);

  test('DA-1 DA-2 everything is in reach of a finger, and nothing moves sideways', async ({
    page,
    site,
  }) => {
    const { ids } = await openDesk(page, site);
    for (const path of [
      `/admin/dashboard?enquiry=${ids[2]}&reply=1&template=1`,
      '/admin/dashboard/templates?change=1',
    ]) {
      await page.goto(path);
      expect(await smallTargets(page)).toEqual([]);
      expect(await sideways(page)).toBe(0);
    }
  });
});
