import { readFile } from 'node:fs/promises';
import { signInTexts } from '../../app/content/texts/auth.server.ts';
import { getContactTexts } from '../../app/content/texts/contact.server.ts';
import { exportTexts } from '../../app/content/texts/desk.server.ts';
import { replyTexts } from '../../app/content/texts/reply.server.ts';
import { drawing, typed } from '../support/people/enquirer.ts';
import {
  chooseExport,
  dialog,
  fillDesk,
  fillInLogin,
  invite,
  row,
  setPassword,
} from './support/desk.ts';
import { fillEnquiry, payload } from './support/enquiry.ts';
import { expect, test } from './support/journey.ts';
import { phone, toast } from './support/page.ts';

// Two whole journeys without JavaScript: one of a visitor and one of the staff.
test.use({ javaScriptEnabled: false, expectedErrors: [/status of 422/] });

test('SH-4 SH-5 H-1 H-5 H-7 A-5 A-8 PR-1 PD-3 CF-2 CF-11 CF-12 CF-14 AT-1 leads a visitor without JavaScript through all pages to an enquiry with a file', async ({
  page,
  site,
}) => {
  await page.goto('/');
  // Nothing waits for a script: the poster without a button, the cards, the logos as a row that scrolls.
  await expect(page.locator('[data-film] video')).toHaveCSS('opacity', '1');
  await expect(page.locator('[data-film] button')).toBeHidden();
  await expect(page.locator('[aria-labelledby=featured] article').last()).toHaveCSS('opacity', '1');
  const clients = page.getByRole('region', { name: 'Clients', exact: true });
  await expect(page.getByRole('button', { name: 'Next clients' })).toBeHidden();
  await clients.hover();
  await page.mouse.wheel(5000, 0);
  await expect(clients.locator('li').last()).toBeInViewport({ ratio: 0.9 });
  await page.goto('/about');
  await page.locator('[data-strip] nav a[href="#values"]').click();
  await expect(page.locator('#values > h2')).toBeInViewport();
  const certificate = page.locator('#certificates a').last();
  await certificate.focus();
  await expect(certificate).toBeInViewport({ ratio: 1 });
  await expect(page.locator('#procedures li[data-on]')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /the procedures/ })).toBeHidden();

  // From here on pages change at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // On a phone the header is part of the page, complete and opaque, and its menu works.
  await page.setViewportSize(phone.viewport);
  await page.goto('/');
  const header = page.getByRole('banner');
  await expect(header).toHaveCSS('position', 'absolute');
  const ground = header.locator('div').first();
  await expect(ground).toHaveCSS('background-color', 'rgb(242, 243, 239)');
  await expect(page.locator('[data-progress]')).toHaveCSS('opacity', '0');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  const opener = page.getByRole('button', { name: 'MENU', exact: true });
  await opener.click();
  await menu.getByRole('button', { name: 'Close menu' }).click();
  await expect(menu).toBeHidden();
  await opener.click();
  await menu.getByRole('link', { name: 'PROJECTS' }).click();
  await expect(page).toHaveURL(/\/projects$/);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Golf Club 3' }).click();
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.getByRole('link', { name: 'All projects' }).click();
  await page.getByRole('link', { name: 'Roche' }).first().click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Roche');
  await expect(page.getByRole('slider')).toHaveCount(0);
  await expect(page.locator('.cutaway')).toHaveCSS('--cut', '34%');
  await page.getByRole('link', { name: /3 \/ 4/ }).click();
  await page.getByRole('link', { name: 'Close' }).click();
  await expect(page.getByRole('dialog', { name: 'Roche, pictures' })).toHaveCount(0);

  await page.locator('main a[href^="/contact"]').first().click();
  const send = page.getByRole('button', { name: 'Send Message' });
  await expect(page.getByText(getContactTexts('en').human.idle)).toHaveCount(0);
  await expect(send).toHaveAccessibleDescription('');
  // The limits are those of a visitor without the check.
  const files = page.getByLabel('Drawings and photos');
  await expect(files).toHaveAccessibleDescription(
    'Without JavaScript: up to 2 files, 5 MB each, 10 MB in total.',
  );
  await fillEnquiry(page, { email: 'nobody', project: 'Exhibition Booths' });
  await send.click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Invalid email/);
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill(typed.email);
  await files.setInputFiles([await payload(drawing('plan.pdf', { bytes: 300_000 }))]);
  await send.click();
  await expect(page.locator('#sent')).toContainText(getContactTexts('en').success.title);
  expect(page.url()).toContain('/contact?sent=');
  expect(site.output()).toContain('verification-missing');
});

test('RP-5 RP-6 AL-5 PK-1 PK-2 D-3 D-4 D-6 DA-1 DA-3 DA-6 leads staff without JavaScript from the code of an invitation through a status, a note and a reply to an export', async ({
  page,
  site,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const word = `plain${process.pid}`;
  const { email, code } = await invite(site);
  await fillDesk(site, '', [{ full_name: `First ${word}` }, { full_name: `Second ${word}` }]);
  await page.goto('/reset-password');
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  // The page moves on by itself after two seconds, so the next page waits until this one has been
  // checked.
  const { promise: pageSeen, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/admin', async (route) => {
    await pageSeen;
    await route.continue();
  });
  await setPassword(page);
  await expect(toast(page)).toContainText('Password updated');
  goOn();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole('button', { name: 'Log in with a passkey' })).toBeHidden();
  await fillInLogin(page, email);
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await expect(toast(page)).toContainText(signInTexts.en.success.text);

  await page.getByRole('searchbox').fill(word);
  await page.getByRole('searchbox').press('Enter');
  await expect(page.locator('tbody').getByRole('row')).toHaveCount(2);
  await expect(page.locator('[aria-keyshortcuts]')).toHaveCount(0);
  const second = row(page, `Second ${word}`);
  await second.getByRole('combobox').selectOption('completed');
  await second.getByRole('button', { name: 'Update' }).click();
  await expect(toast(page)).toContainText('Status updated');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page)).toHaveText(/Change undone\s*The status is New again/);
  await expect(second.getByRole('combobox')).toHaveValue('new');

  await second.getByRole('link', { name: /^View/ }).click();
  await dialog(page).getByRole('button', { name: 'Take it' }).click();
  await expect(toast(page)).toHaveText('Assigned to you');
  await dialog(page).getByLabel('Add a note').fill('By hand.');
  await dialog(page).getByRole('button', { name: 'Add note' }).click();
  await expect(dialog(page).getByRole('article')).toContainText('By hand.');
  const messages = replyTexts.en;
  await dialog(page).getByRole('link', { name: messages.reply, exact: true }).click();
  const message = dialog(page).getByLabel(messages.message, { exact: true });
  await expect(message).toHaveValue(new RegExp(`^Dear Second ${word}`));
  await expect(message).toBeInViewport();
  await dialog(page).getByLabel(messages.subject).fill('Your desk in oak');
  // Enter sends the reply: it does not choose a template.
  await dialog(page).getByLabel(messages.subject).press('Enter');
  await expect(toast(page)).toContainText('Your reply is on its way');
  await expect(dialog(page).getByText('Your desk in oak')).toHaveCount(1);
  await expect(dialog(page)).toContainText('New to In Progress');
  await dialog(page).getByRole('link', { name: 'Close' }).last().click();
  await expect(dialog(page)).toHaveCount(0);
  // Until its style sheet is there, the page shows the links of narrow and of wide windows.
  await page.waitForLoadState();

  const download = page.waitForEvent('download');
  await chooseExport(page, exportTexts.en.button);
  expect(await readFile(await (await download).path(), 'utf8')).toContain(`"First ${word}"`);
  await page.goto('/admin/dashboard/account');
  await expect(page.getByRole('button', { name: 'Save language' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeHidden();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/admin$/);
});
