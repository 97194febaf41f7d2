import { addThread, dialog, openDesk, row } from '../support/desk.ts';
import { expect, test } from '../support/journey.ts';
import { goHydrated } from '../support/page.ts';

const FLAG = 'Customer replied';

test('AN-5 marks an answered enquiry while something is typed, which stays', async ({
  page,
  site,
}) => {
  const { word, ids } = await openDesk(page, site);
  const search = page.getByRole('searchbox');
  await search.fill('half a wo');
  await page.getByRole('checkbox', { name: `Middle ${word}` }).check();
  const navigation = page
    .getByRole('banner')
    .getByRole('link', { name: /^Enquiries/ })
    .first();
  const count = await navigation.textContent();
  await addThread(site, ids[0]!);
  // Within how many seconds is the server's affair: tests/requests/desk/messages.test.ts.
  await expect(row(page, `Oldest ${word}`)).toContainText(FLAG);
  await expect(row(page, `Middle ${word}`)).not.toContainText(FLAG);
  await expect(page.locator('[role=search] [role=status]')).toContainText(
    '1 customer has replied. Show',
  );
  // The enquiry is new, so that it was counted before.
  await expect(navigation).toHaveText(count!);
  await expect(search).toHaveValue('half a wo');
  await expect(page.getByRole('checkbox', { name: `Middle ${word}` })).toBeChecked();
});

test('AN-4 AN-5 announces an answer to an open enquiry, and shows it without losing a note or a reply', async ({
  page,
  site,
}) => {
  const { ids } = await openDesk(page, site, (desk) => `?enquiry=${desk.ids[1]}`);
  const enquiry = ids[1]!;
  for (const path of ['', '&reply=1']) {
    await goHydrated(page, `/admin/dashboard?enquiry=${enquiry}${path}`);
    const field = dialog(page).getByLabel(path ? 'Message' : 'Add a note', { exact: true });
    await field.fill('Half a sentence');
    await addThread(site, enquiry);
    const notice = dialog(page)
      .getByRole('status')
      .filter({ hasText: 'The customer has just replied.' });
    await notice.getByRole('link', { name: 'Show' }).click();
    await expect(notice).toHaveCount(0);
    await expect(field).toHaveValue('Half a sentence');
    expect(site.one('SELECT unread FROM contact_submissions WHERE id = ?', enquiry)).toBe(0);
  }
  const entry = dialog(page).getByRole('listitem').filter({ hasText: 'Agreed.' }).last();
  await expect(entry.getByText('> Text')).toBeHidden();
  await entry.getByText('Show quoted text').click();
  await expect(entry.getByText('> Text')).toBeVisible();
});
