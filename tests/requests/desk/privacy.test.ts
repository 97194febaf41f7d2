import { expect, test } from 'vitest';
import { quarantine } from '#app/domain/enquiries/quarantine.server.ts';
import { database, databaseFile } from '#db/database.server.ts';
import { office, staff } from '#db/seed/people.ts';
import { makeAdmin, signedIn } from '../../support/people/admins.ts';
import { forms } from '../../support/reading/browser.ts';
import { toasts, wordsOf } from '../../support/people/desk.ts';
import { startSite } from '../../support/servers/site.ts';
import { putEnquiry, one } from '../../support/servers/store.ts';

const site = await startSite({ ENQUIRY_NOTIFY_TO: office });
await makeAdmin(staff.anna.email);
const admin = await signedIn(site, staff.anna.email);
await admin.get('/admin/dashboard');
const suspect = {
  full_name: 'Real Person',
  email: 'real@mail.example',
  project: 'Office Spaces',
  message: 'My browser filled everything in.',
  created_at: '2026-11-01T10:00:00.000Z',
};

test("CF-7 'Not spam' makes an enquiry of the time it came in and sends its notice", async () => {
  await quarantine(database(), suspect);
  const page = await admin.get('/admin/dashboard/quarantine');
  expect(wordsOf(page.html)).toContain('A field that people do not see was filled in.');
  const form = forms(page.html).findIndex(({ fields }) => 'id' in fields);
  const answer = await admin.submit(page, {}, form);
  const shown = await admin.follow(answer);
  expect(toasts(shown)[0]).toMatch(/^Not spam/);
  expect(wordsOf(shown.html)).toContain('My browser filled everything in.');
  const row = databaseFile().prepare('SELECT * FROM contact_submissions').get();
  expect(row).toMatchObject({ ...suspect, status: 'new', verified: 0 });
  const mails = databaseFile().prepare('SELECT kind, enquiry_id FROM outbox').all();
  expect(mails).toEqual([{ kind: 'enquiry', enquiry_id: (row as { id: number }).id }]);
  expect((await admin.submit(page, {}, form)).status).toBe(409);
});

test('what the form would have refused cannot be released', async () => {
  await quarantine(database(), { ...suspect, email: 'nobody' });
  const page = await admin.get('/admin/dashboard/quarantine');
  const form = forms(page.html).findIndex(({ fields }) => 'id' in fields);
  const answer = await admin.submit(page, {}, form);
  expect(answer.status).toBe(409);
  expect(wordsOf(answer.html)).toContain('It cannot become an enquiry');
});

test('a person is looked up, exported and erased from the desk', async () => {
  await putEnquiry({ email: 'Person@mail.example', full_name: 'Some Person' });
  const found = await admin.post('/admin/dashboard/person', { email: 'person@mail.example' });
  expect(wordsOf(found.html)).toContain('Enquiries: 1. Messages set aside as spam: 0.');
  const of = (part: string) =>
    forms(found.html).findIndex(({ action }) => action?.endsWith(part) ?? false);
  const file = await admin.submit(found, {}, of('/file'));
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="personal-data.json"');
  expect(JSON.parse(file.html).enquiries).toMatchObject([{ full_name: 'Some Person' }]);

  await admin.post('/admin/dashboard/person/erasure', { email: 'person@mail.example' });
  expect(kept()).toBe(1);
  const answer = await admin.submit(found, { sure: 'yes' }, of('/erasure'));
  expect(toasts(await admin.follow(answer))[0]).toMatch(/^Erased/);
  expect(kept()).toBe(0);

  const gone = await admin.post('/admin/dashboard/person', { email: 'person@mail.example' });
  expect(wordsOf(gone.html)).toContain('Nothing is kept about person@mail.example.');
  const again = await admin.post('/admin/dashboard/person/erasure', {
    email: 'person@mail.example',
    sure: 'yes',
  });
  expect(toasts(await admin.follow(again))).toEqual([
    'Nothing erased Nothing is kept about this address or phone number.',
  ]);
});

function kept() {
  return one(`SELECT count(*) FROM contact_submissions WHERE full_name = 'Some Person'`);
}
