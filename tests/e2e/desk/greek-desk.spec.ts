import { staff } from '../../../db/seed/people.ts';
import { PASSWORD } from '../../support/people/admins.ts';
import { axeFinds } from '../support/axe.ts';
import { fillDesk, fillInLogin } from '../support/desk-page.ts';
import { expect, test } from '../support/journey.ts';
import { goHydrated } from '../support/hydrated.ts';

// A wrong password is answered with a 401, which Chromium reports on the console.
test.use({
  expectedErrors: [/status of 401|net::ERR/],
  contextOptions: { reducedMotion: 'reduce' },
});

test('EL-6 from an English desk to the Greek login, and by it to a changed status', async ({
  page,
  site,
}) => {
  const email = `greek${process.pid}@drys.example`;
  await fillDesk(site, email, [{ full_name: 'Ελένη Παπαδάκη' }]);
  await page.goto('/admin');
  await fillInLogin(page, email);
  await page.waitForURL('**/admin/dashboard');
  await page.goto('/admin/dashboard/account');
  await page.getByLabel('Language of mail').selectOption('el');
  await page.getByRole('button', { name: 'Save language' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ο λογαριασμός σας');
  await expect(page.locator('html')).toHaveAttribute('lang', 'el');
  await page.getByRole('button', { name: 'Αποσύνδεση', exact: true }).click();

  // The browser has chosen nothing yet.
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByRole('link', { name: 'Ελληνικά' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'el');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Συνθηματικό', { exact: true }).fill('wrong password');
  await page.getByRole('button', { name: 'Σύνδεση' }).click();
  await expect(page.locator('.toast')).toContainText('Λάθος email ή συνθηματικό');
  await page.getByLabel('Συνθηματικό', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Σύνδεση' }).click();
  await page.waitForURL('**/admin/dashboard');
  await expect(page).toHaveTitle(/Αιτήματα επικοινωνίας/);
  await goHydrated(page, `/admin/dashboard?q=${encodeURIComponent('Παπαδάκη')}`);
  await page.getByLabel('Κατάσταση: Ελένη Παπαδάκη').first().selectOption('in_progress');
  await expect(page.locator('.toast')).toHaveText(/Η κατάσταση ενημερώθηκε\s*Σε εξέλιξη/);
  await page.getByRole('link', { name: 'Προβολή: Ελένη Παπαδάκη' }).first().click();
  await expect(page.getByRole('dialog')).toContainText('Προσθήκη σημείωσης');
  expect(await axeFinds(page)).toEqual([]);

  // On a phone each row says what its parts are.
  await page.setViewportSize({ width: 390, height: 844 });
  const label = (cell: Element) => getComputedStyle(cell, '::before').content;
  expect(await page.locator('tbody td').nth(2).evaluate(label)).toBe('"Τηλέφωνο "');
});

test('EL-6 a login whose answer does not come says so in Greek', async ({ page }) => {
  await page.goto('/reset-password?language=el');
  await page.waitForLoadState('networkidle');
  await page.getByRole('link', { name: 'Επιστροφή στη σύνδεση' }).click();
  await page.getByLabel('Email').fill(staff.basil.email);
  await page.getByLabel('Συνθηματικό', { exact: true }).fill(PASSWORD);
  await page.route('**/*', (route) => route.abort());
  await page.getByRole('button', { name: 'Σύνδεση' }).click();
  await expect(page.locator('.toast')).toContainText('Ο διακομιστής δεν αποκρίνεται.');
});
