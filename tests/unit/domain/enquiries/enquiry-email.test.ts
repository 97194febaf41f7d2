import { expect, test } from 'vitest';
import { queueEnquiryEmail } from '#app/domain/enquiries/enquiry-email.server.ts';
import { readMail } from '#app/domain/mail/mail.server.ts';
import { database, databaseFile } from '#db/database.server.ts';
import { office } from '#db/seed/people.ts';
import { useScratchDatabase } from '../../../support/servers/scratch-database.ts';
import { putEnquiry } from '../../../support/servers/store.ts';

await useScratchDatabase({
  ENQUIRY_NOTIFY_TO: office,
  PUBLIC_URL: 'https://drys.example',
});

async function noticeAbout(about_project: string | null) {
  const id = await putEnquiry({ about_project });
  const row = database().selectFrom('contact_submissions').selectAll().where('id', '=', id);
  await queueEnquiryEmail(database(), await row.executeTakeFirstOrThrow());
  const sealed = databaseFile().prepare('SELECT sealed FROM outbox WHERE enquiry_id = ?').pluck();
  return readMail(String(sealed.get(id)))!;
}

test('the e-mail names the project by its title, with the way to its page', async () => {
  const { text, html } = await noticeAbout('roche');
  expect(text).toContain('Sent from: Roche (https://drys.example/projects/roche)');
  expect(html).toMatch(/<a href="https:\/\/drys\.example\/projects\/roche"[^>]*>Roche<\/a>/);
});

test('a project that is not there is named by its slug, none is not named', async () => {
  const former = await noticeAbout('<former>');
  expect(former.text).toContain('Sent from: <former>\n');
  expect(former.html).toContain('&lt;former&gt;');
  expect((await noticeAbout(null)).text).not.toContain('Sent from');
});
