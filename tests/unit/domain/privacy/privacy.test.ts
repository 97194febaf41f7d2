import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OPERATOR } from '#app/domain/audit.server.ts';
import { queueEnquiryEmail } from '#app/domain/enquiries/enquiry-email.server.ts';
import { queueMail } from '#app/domain/mail/mail.server.ts';
import { erasePerson, exportPerson } from '#app/domain/privacy.server.ts';
import { quarantine } from '#app/domain/enquiries/quarantine.server.ts';
import { type Db, database, databaseFile, inTransaction } from '#db/database.server.ts';
import { addNote, changeFollowUp, changeHolder, changeStatus } from '#db/desk-changes.ts';
import { insertReply } from '#db/replies.ts';
import { office, staff } from '#db/seed/people.ts';
import { useScratchDatabase } from '../../../support/servers/scratch-database.ts';
import { putEnquiry, putMany } from '../../../support/servers/store.ts';

await useScratchDatabase({ ENQUIRY_NOTIFY_TO: office });
const dataDir = process.env['DATA_DIR']!;
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
    await quarantine(tx, { ...person, project: 'Private House' }, 'honeypot');
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

test('an erased person is gone from every table, the search, the mail and the bytes', async () => {
  await putMany(300);
  await leaveTraces();
  const outbox = join(dataDir, 'outbox');
  mkdirSync(outbox, { recursive: true });
  const mails = databaseFile().prepare('SELECT id FROM outbox').pluck().all() as number[];
  const copies = mails.map((id) => join(outbox, `${String(id).padStart(6, '0')}-enquiry.eml`));
  for (const copy of copies) writeFileSync(copy, 'To: Zenobia');
  expect(bytes()).toMatch(/quillfeather/i);

  const erased = await erasePerson('zenobia@quillfeather.example', OPERATOR);
  expect(erased).toEqual({ enquiries: 2, quarantined: 2, replaced: false });
  expect(bytes()).not.toMatch(/quillfeather|zenobia|xylophone/i);
  expect(copies.filter(existsSync)).toEqual([]);
  for (const table of ['enquiry_notes', 'status_changes', 'replies', 'outbox', 'quarantine']) {
    expect(databaseFile().prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(0);
  }
  const audit = databaseFile().prepare(`SELECT details FROM audit_log WHERE event = 'erase'`).all();
  expect(audit).toEqual([{ details: '{"enquiries":2,"quarantined":2,"replaced":false}' }]);
  expect(await erasePerson('nobody@mail.example', OPERATOR)).toBeNull();
});

function bytes(): string {
  const files = readdirSync(dataDir).filter((name) => name.startsWith('drys.db'));
  return files.map((name) => readFileSync(join(dataDir, name), 'latin1')).join('');
}
