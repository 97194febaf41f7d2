import { exportPerson } from '#app/domain/privacy.server.ts';
import { expect, test } from 'vitest';
import { queueEnquiryEmail } from '#app/domain/enquiries/enquiry-email.server.ts';
import { queueMail } from '#app/domain/mail/mail.server.ts';
import { quarantine } from '#app/domain/enquiries/quarantine.server.ts';
import { type Db, database, inTransaction } from '#db/database.server.ts';
import { addNote, changeFollowUp, changeHolder, changeStatus } from '#db/desk-changes.ts';
import { insertReply } from '#db/replies.ts';
import { office, staff } from '#db/seed/people.ts';
import { useScratchDatabase } from '../../../support/servers/scratch-database.ts';
import { putEnquiry } from '../../../support/servers/store.ts';

await useScratchDatabase({ ENQUIRY_NOTIFY_TO: office });
const person = {
  full_name: 'Zenobia Quillfeather',
  email: 'Zenobia@Quillfeather.example',
  message: 'xylophonequarry',
};
const change = { adminEmail: staff.anna.email, at: '2026-11-20T10:00:00.000Z' };

const staffAdmin = { email: change.adminEmail, created_at: change.at };
await database().insertInto('admins').values(staffAdmin).execute();

async function leaveTraces(): Promise<number> {
  const enquiryId = await putEnquiry(person);
  const row = database().selectFrom('contact_submissions').selectAll().where('id', '=', enquiryId);
  const enquiry = await row.executeTakeFirstOrThrow();
  await inTransaction(async (tx) => {
    await addNote(tx, { ...change, enquiryId }, 'Quillfeather called');
    await changeStatus(tx, { ...change, enquiryId }, 'new', 'completed');
    await changeHolder(tx, { ...change, enquiryId }, null, { id: 1, email: change.adminEmail });
    await changeFollowUp(tx, { ...change, enquiryId }, null, '2026-12-01');
    await changeFollowUp(tx, { ...change, enquiryId }, '2026-12-01', '2026-12-09');
    await queueEnquiryEmail(tx, enquiry);
    const mail_id = await replyMail(tx, enquiryId);
    const reply = { subject: 'To Zenobia', message: 'Dear Quillfeather' };
    await insertReply(tx, {
      ...reply,
      enquiry_id: enquiryId,
      admin_email: change.adminEmail,
      created_at: change.at,
      form_key: 'key',
      mail_id,
      began: 0,
    });
    await quarantine(tx, { ...person, project: 'Private House' });
  });
  return enquiryId;
}

function replyMail(tx: Db, enquiryId: number): Promise<number> {
  const body = { preview: '', letter: 'Dear Quillfeather' };
  const mail = { kind: 'reply', to: [person.email], subject: 'To Zenobia', body } as const;
  return queueMail(tx, { ...mail, enquiryId });
}

test('a person gets everything that is kept, whatever the case of the address', async () => {
  const id = await leaveTraces();
  const { enquiries, quarantined } = await exportPerson(' zenobia@quillfeather.EXAMPLE');
  expect(enquiries).toMatchObject([{ id, ...person, notes: [{ note: 'Quillfeather called' }] }]);
  expect(enquiries[0]!['changes']).toMatchObject([{ from_status: 'new', to_status: 'completed' }]);
  expect(enquiries[0]!['replies']).toEqual([
    {
      id: expect.any(Number),
      enquiry_id: id,
      admin_email: change.adminEmail,
      created_at: change.at,
      channel: 'email',
      subject: 'To Zenobia',
      message: 'Dear Quillfeather',
      state: 'queued',
      began: 0,
    },
  ]);
  const by = { enquiry_id: id, admin_email: change.adminEmail, created_at: change.at };
  const anna = { from_email: null, to_email: change.adminEmail };
  expect(enquiries[0]!['assignments']).toMatchObject([{ ...by, ...anna }]);
  expect(enquiries[0]!['follow_ups']).toMatchObject([
    { ...by, from_day: null, to_day: '2026-12-01' },
    { ...by, from_day: '2026-12-01', to_day: '2026-12-09' },
  ]);
  expect(enquiries[0]!['mails']).toMatchObject([{ kind: 'enquiry' }, { kind: 'reply' }]);
  expect(quarantined).toMatchObject([person]);
});
