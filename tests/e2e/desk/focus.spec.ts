import type { Page } from '@playwright/test';
import { replyTexts } from '../../../app/content/texts/reply.server.ts';
import { drawing } from '../../support/people/enquirer.ts';
import { dialog, openDesk, row } from '../support/desk.ts';
import { payload } from '../support/enquiry.ts';
import { expect, test } from '../support/journey.ts';
import { phone, toast, waitForFrames, waitForHydration } from '../support/page.ts';

// Where the focus is and goes: for people who use the keyboard, a screen reader or a phone.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const focused = (page: Page) => page.locator(':focus');
const button = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true });
const choose = (page: Page, label: string, option: string) =>
  dialog(page).getByLabel(label).selectOption(option);

async function press(page: Page, name: string) {
  await button(page, name).focus();
  await page.keyboard.press('Enter');
}

test('DK-3 keeps the focus in an open enquiry after each action', async ({ page, site }) => {
  const { ids } = await openDesk(page, site, ({ ids }) => `?enquiry=${ids[2]}`);
  const enquiry = dialog(page);
  const content = enquiry.locator('#enquiry-content');
  await expect(content).toBeFocused();

  await enquiry.getByLabel('Update Status').focus();
  await choose(page, 'Update Status', 'completed');
  await expect(toast(page)).toContainText('Status updated');
  await expect(enquiry).toContainText('New to Completed');
  await expect(enquiry.getByLabel('Update Status')).toBeFocused();
  await press(page, 'Undo');
  await expect(toast(page)).toContainText('Change undone');
  await expect(content).toBeFocused();
  await press(page, 'Dismiss');
  await expect(toast(page)).toHaveCount(0);
  await expect(content).toBeFocused();

  await press(page, 'Take it');
  await expect(button(page, 'Take it')).toHaveCount(0);
  await expect(button(page, 'Assign')).toBeFocused();
  await choose(page, 'Assigned to', '');
  await press(page, 'Assign');
  await expect(button(page, 'Take it')).toBeVisible();
  await expect(button(page, 'Assign')).toBeFocused();

  await enquiry.getByLabel('Follow-up date').fill('2030-03-31');
  await press(page, 'Save date');
  await expect(enquiry).toContainText('None to 31 Mar 2030');
  await expect(button(page, 'Save date')).toBeFocused();

  await enquiry.getByLabel('Add a note').fill('Called back');
  await press(page, 'Add note');
  await expect(enquiry.getByRole('article')).toContainText('Called back');
  await expect(button(page, 'Add note')).toBeFocused();

  await enquiry.getByText(replyTexts.en.answeredElsewhere).click();
  await press(page, replyTexts.en.channels.phone);
  await expect(
    enquiry.getByRole('listitem').filter({ hasText: 'Answered by phone' }),
  ).toBeVisible();
  await expect(content).toBeFocused();

  await enquiry.getByRole('link', { name: replyTexts.en.reply }).focus();
  await page.keyboard.press('Enter');
  await enquiry.getByLabel(replyTexts.en.message, { exact: true }).fill('Gladly.');
  await press(page, replyTexts.en.send);
  await expect(toast(page)).toContainText('Your reply is on its way');
  await expect(enquiry).toContainText('Gladly.');
  await expect(content).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`enquiry=${ids[2]}$`));
  await page.keyboard.press('Escape');
  await expect(page.locator(`#view-${ids[2]}`)).toBeFocused();
});

test('SH-3 moves the focus to the heading of a page or into a form', async ({ page, site }) => {
  const heading = page.getByRole('heading', { level: 1 });
  const expectPage = async (name: string) => {
    await expect(heading).toHaveText(name);
    await expect(heading).toBeFocused();
  };
  await page.goto('/admin');
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Forgot password?' }).press('Enter');
  await expectPage('Forgot password');

  await openDesk(page, site, () => '/mail');
  await page.getByRole('link', { name: 'Templates' }).press('Enter');
  await expectPage('Reply templates');
  await page
    .getByRole('link', { name: /^Edit / })
    .first()
    .press('Enter');
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByRole('link', { name: 'Cancel' }).press('Enter');
  await expect(heading).toBeFocused();
});

test('AT-7 reserves the place of a preview while it loads', async ({ page, site }) => {
  await openDesk(page, site, () => '/new');
  await page.getByLabel('Name').fill('Sender of a photo');
  await page.getByLabel('Phone').fill('22950 00000');
  const photo = await payload(drawing('photo.png', { type: 'png' }));
  await page.locator('#files').setInputFiles(photo);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/preview', async (route) => {
    await released;
    const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"/>';
    await route.fulfill({ contentType: 'image/svg+xml', body: picture });
  });
  await page.getByRole('button', { name: 'Save enquiry' }).click();
  const preview = dialog(page).getByRole('img', { name: 'Preview of photo.png' });
  await preview.scrollIntoViewIfNeeded();
  const readTop = () =>
    dialog(page)
      .getByRole('link', { name: 'Download photo.png' })
      .evaluate((link) => link.getBoundingClientRect().top);
  const previousTop = await readTop();
  release();
  await expect
    .poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(800);
  await waitForFrames(page);
  expect(await readTop()).toBe(previousTop);
});

test.describe('on a phone', () => {
  test.use(phone);

  test('DK-1 DK-2 D-3 shows what a tap has opened on a phone', async ({ page, site }) => {
    const { word } = await openDesk(page, site);
    const filters = page.getByRole('search');
    const summary = filters.locator('summary', { hasText: 'Filters' });
    const status = filters.getByRole('combobox', { name: 'Status', includeHidden: true });
    const first = row(page, `Newest ${word}`);
    await summary.tap();
    await status.selectOption('new');
    await filters.getByLabel('Language').selectOption('en');
    await filters.getByRole('button', { name: 'Filter', exact: true }).tap();
    await expect(page).toHaveURL(/status=new&.*language=en/);
    await expect(status).toBeHidden();
    await expect(summary).toHaveText('Filters (2)');
    await expect(summary).toBeFocused();
    await expect(first).toBeInViewport({ ratio: 0.9 });
    await page.reload();
    await waitForHydration(page);
    await expect(status).toBeHidden();
    await expect(first).toBeInViewport({ ratio: 0.9 });

    const listUrl = page.url();
    const menu = page.getByRole('navigation').locator('details');
    await menu.locator('summary').tap();
    const numbers = page.getByRole('link', { name: 'Statistics' });
    await expect(numbers).toBeVisible();
    const list = (await menu.locator('ul').boundingBox())!;
    await page.touchscreen.tap(100, list.y + list.height + 60);
    await expect(numbers).toBeHidden();
    await expect(menu.locator('summary')).toBeVisible();
    await expect(page).toHaveURL(listUrl);

    const view = page.getByRole('link', { name: `View Oldest ${word}` });
    await view.scrollIntoViewIfNeeded();
    await view.tap();
    await expect(dialog(page).getByRole('heading', { level: 2 })).toBeInViewport({ ratio: 1 });
    await expect(focused(page)).toHaveAttribute('id', 'enquiry-content');
    await dialog(page).getByRole('link', { name: 'Close' }).first().tap();
    await expect(dialog(page)).toHaveCount(0);

    await menu.locator('summary').tap();
    await numbers.tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Statistics' })).toBeVisible();
  });
});
