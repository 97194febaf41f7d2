import { eleni } from '#db/seed/seed-enquiries.ts';
import { addThread, createDesk, dialog, fillDesk, openDesk, row } from '../support/desk.ts';
import { expect, test } from '../support/journey.ts';
import { goHydrated, phone } from '../support/page.ts';

test.use({ expectedErrors: [/status of 502/] });

const FLAG = 'Customer replied';

test('AN-5 marks an answered enquiry while something is typed', async ({ page, site }) => {
  await page.clock.install();
  const events = '**/admin/dashboard/events*';
  await page.route(events, (route) => route.fulfill({ status: 502 }), { times: 1 });
  const failed = page.waitForResponse(events);
  const { word, ids } = await openDesk(page, site);
  await failed;
  const search = page.getByRole('searchbox');
  await search.fill('half a wo');
  await page.getByRole('checkbox', { name: `Middle ${word}` }).check();
  const navigation = page
    .getByRole('banner')
    .getByRole('link', { name: /^Enquiries/ })
    .first();
  const count = await navigation.textContent();
  await addThread(site, ids[0]!);
  await page.clock.fastForward(10_000);
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

test('AN-4 AN-5 announces an answer to an open enquiry, and shows it', async ({ page, site }) => {
  await page.clock.install();
  const { ids } = await createDesk(page, site);
  const enquiry = ids[1]!;
  for (const path of ['', '&reply=1']) {
    await goHydrated(page, `/admin/dashboard?enquiry=${enquiry}${path}`);
    const field = dialog(page).getByLabel(path ? 'Message' : 'Add a note', { exact: true });
    await field.fill('Half a sentence');
    await addThread(site, enquiry);
    await page.clock.fastForward(10_000);
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

test('DK-9 shows the person, the newest message and its files at once', async ({ page, site }) => {
  const { word } = await createDesk(page, site);
  const ownMessage = Array.from({ length: 90 }, (_, line) => `Line ${line + 1}.`).join('\n');
  const [id] = await fillDesk(site, '', [
    { full_name: `Long ${word}`, phone: eleni.phone, message: ownMessage },
  ]);
  for (let count = 0; count < 4; count += 1) await addThread(site, id!);

  for (const viewport of [{ width: 1440, height: 900 }, phone.viewport]) {
    await page.setViewportSize(viewport);
    await goHydrated(page, `/admin/dashboard?enquiry=${id}`);
    const foot = (await dialog(page).getByLabel('Update Status').boundingBox())!;
    const newestMessage = dialog(page).getByText('Agreed.', { exact: true }).last();
    const mail = dialog(page).locator('a[href^="mailto:"]');
    const call = dialog(page).locator('a[href^="tel:"]');
    for (const part of [dialog(page).getByTitle(eleni.email), mail, call, newestMessage]) {
      await expect(part).toBeInViewport({ ratio: 1 });
      const box = (await part.boundingBox())!;
      expect(box.y + box.height).toBeLessThan(foot.y);
    }
    await expect(dialog(page).getByText('Line 1.')).toBeHidden();

    const files = dialog(page).getByRole('link', { name: /^Download .*\.(pdf|jpg)$/ });
    await expect(files).toHaveCount(2);
    const [first, second] = [await files.first().boundingBox(), await files.last().boundingBox()];
    expect(second!.y).toBe(first!.y);
    expect(second!.x).toBeGreaterThan(first!.x);

    await dialog(page).getByText('Earlier messages (12)').click();
    const oldestMessage = (await dialog(page).getByText('Line 1.').boundingBox())!;
    expect(oldestMessage.y).toBeLessThan((await newestMessage.boundingBox())!.y);
  }
});
