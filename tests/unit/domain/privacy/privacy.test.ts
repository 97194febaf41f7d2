import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { privacyText, storedData } from '#app/content/messages/privacy.server.ts';
import { queueEnquiryEmail } from '#app/domain/enquiries/enquiry-email.server.ts';
import { quarantineSubmission } from '#app/domain/enquiries/quarantine.server.ts';
import { PERSONAL_DATA, WITHOUT_PERSONAL_DATA } from '#app/domain/personal-data.ts';
import { exportPerson } from '#app/domain/privacy.server.ts';
import { database, inTransaction } from '#db/database.server.ts';
import { addNote, changeAssignee, changeFollowUp, changeStatus } from '#db/desk-changes.ts';
import { office, staff } from '#db/seed/people.ts';
import { useScratchDatabase } from '../../../support/servers/site.ts';
import { column, putEnquiry, putReply } from '../../../support/servers/store.ts';

await useScratchDatabase({ ENQUIRY_NOTIFY_TO: office });
const person = {
  full_name: 'Zenobia Quillfeather',
  email: 'Zenobia@Quillfeather.example',
  message: 'xylophonequarry',
};
const change = { adminEmail: staff.anna.email, at: '2026-11-20T10:00:00.000Z' };

test('exports everything about a person, regardless of the case of the address', async () => {
  const { adminEmail: admin_email, at: created_at } = change;
  await database().insertInto('admins').values({ email: admin_email, created_at }).execute();
  const enquiryId = await putEnquiry(person);
  const row = database().selectFrom('contact_submissions').selectAll().where('id', '=', enquiryId);
  const enquiry = await row.executeTakeFirstOrThrow();
  await inTransaction(async (tx) => {
    const by = { ...change, enquiryId };
    await addNote(tx, by, 'Quillfeather called');
    await changeStatus(tx, by, 'new', 'completed');
    await changeAssignee(tx, by, null, { id: 1, email: admin_email });
    await changeFollowUp(tx, by, null, '2026-12-01');
    await changeFollowUp(tx, by, '2026-12-01', '2026-12-09');
    await queueEnquiryEmail(tx, enquiry);
    await quarantineSubmission(tx, { ...person, project: 'Private House' });
  });
  await putReply(enquiryId, created_at);
  const { enquiries, quarantined } = await exportPerson(' zenobia@quillfeather.EXAMPLE');
  const by = { enquiry_id: enquiryId, admin_email, created_at };
  expect(enquiries).toMatchObject([
    {
      id: enquiryId,
      ...person,
      notes: [{ note: 'Quillfeather called' }],
      changes: [{ from_status: 'new', to_status: 'completed' }],
      replies: [{ ...by, subject: 'Subject', message: 'Text' }],
      assignments: [{ ...by, from_email: null, to_email: admin_email }],
      follow_ups: [
        { ...by, from_day: null, to_day: '2026-12-01' },
        { ...by, from_day: '2026-12-01', to_day: '2026-12-09' },
      ],
      mails: [{ kind: 'enquiry' }],
    },
  ]);
  expect(JSON.stringify(enquiries), 'what is ours alone').not.toMatch(/form_key|mail_id|sealed/);
  expect(quarantined).toMatchObject([person]);
});

const docs = readFileSync('docs/privacy.md', 'utf8');

test('every table is listed as a place of personal data or as none', () => {
  const tables =
    column(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')
         AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'kysely%' ORDER BY name`);
  const listed = [
    ...PERSONAL_DATA.filter(({ kind }) => kind === 'table').map(({ place }) => place),
    ...WITHOUT_PERSONAL_DATA,
  ];
  expect(listed.toSorted()).toEqual(tables);
});

test('docs/privacy.md names each place with its time and how erase ends it, and no other', () => {
  const rows = docs
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| place') && !line.includes('---'))
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
    .map(([, place, , , retention, erase]) => ({
      place,
      retention,
      erase: erase || 'not a visitor',
    }));
  const listed = PERSONAL_DATA.map(({ place, retention, erase }) => ({ place, retention, erase }));
  expect(rows).toHaveLength(listed.length);
  expect(rows).toEqual(expect.arrayContaining(listed));
});

type Item = keyof (typeof storedData)['en'];

/** The item of the privacy text's list that says what a place holds, or the words that tell of it. */
const TOLD: Record<string, Item | RegExp> = {
  contact_submissions: 'status',
  enquiry_search: 'message',
  enquiry_notes: 'notes',
  status_changes: 'status',
  replies: 'replies',
  assignments: 'holder',
  follow_ups: 'due',
  enquiry_forms: 'message',
  attachments: 'files',
  'attachments/*': 'files',
  outbox: /Emails about it stay on our server for/,
  outbox_mentions: /Emails about it stay on our server for/,
  'outbox/*.eml': /Emails about it stay on our server for/,
  sent_message_ids: 'mails',
  quarantine: /kept apart with its files for/,
  counted_uses: /counts messages by IP address for/,
  audit_log: /record of security events .* kept for/,
  audit_counts: /number of refused attempts for/,
  'log output': /record of security events/,
  'drys.db-wal': 'message',
  'drys.db.before-restore*': /databases that a restore or an upgrade has replaced/,
  'drys.db.before-upgrade*': /databases that a restore or an upgrade has replaced/,
  'attachments.before-restore*': /Backups, and databases that a restore/,
  'attachments.restoring/*': /Backups/,
  'drys.db.restoring': /Backups/,
  'drys.db.restored-*': /Backups/,
  backups: /Backups, .* are kept for/,
  'sent mail': /Emails in the mailboxes of our staff/,
  'exported files': /lists of enquiries that our staff export/,
};

/** The item that tells of a column of an enquiry, where its name is another. */
const COLUMNS: Record<string, Item> = {
  id: 'status',
  email_key: 'email',
  created_at: 'status',
  about_project: 'about',
  assigned_to: 'holder',
  due_on: 'due',
  written_by: 'source',
};

const receiptText = 'your enquiry has come';
const facts = { retentionMonths: 24, turnstile: false, receiptMail: true };

test('L-1 the privacy text tells of every place where a visitor’s data lives, and how long', () => {
  const places = PERSONAL_DATA.filter(({ subject }) => subject === 'visitor');
  expect(Object.keys(TOLD).toSorted()).toEqual(places.map(({ place }) => place).toSorted());
  const { sections } = privacyText.en(facts);
  const said = sections.flatMap(({ body }) => body);
  for (const { place, retention } of places) {
    const told = TOLD[place]!;
    if (typeof told === 'string') {
      expect(sections.flatMap(({ list }) => list ?? [])).toContain(storedData.en[told]);
      continue;
    }
    const found = said.filter((text) => told.test(text));
    expect(found, place).toHaveLength(1);
    if (/^\d+ \w+$/.test(retention)) expect(found[0], place).toContain(retention);
  }
});

test('L-1 its list names every column of an enquiry, and nothing that is not stored', () => {
  const columns = column(`SELECT name FROM pragma_table_info('contact_submissions')`) as string[];
  const items = columns.map((name) => COLUMNS[name] ?? name);
  const known = Object.keys(storedData.en);
  expect(items.filter((item) => !known.includes(item))).toEqual([]);
  const named = new Set<unknown>([...items, ...Object.values(TOLD)]);
  expect(known.filter((item) => !named.has(item))).toEqual([]);
});

test.each([
  [{ retentionMonths: 24 }, ['kept for 24 months', 'proof of work', receiptText], 'Cloudflare'],
  [{ retentionMonths: 6, turnstile: true }, ['kept for 6 months', 'Cloudflare'], 'kept for 24'],
  [{ retentionMonths: 1, receiptMail: false }, ['kept for 1 month after'], 'months after'],
  [{ retentionMonths: 0, receiptMail: false }, ['proof of work'], 'kept for 0'],
  [{ receiptMail: false }, [], receiptText],
])('L-1 VP-1 the privacy text of an installation: %j', (given, says, not) => {
  const text = JSON.stringify(privacyText.en({ ...facts, ...given }));
  for (const part of says) expect(text).toContain(part);
  expect(text).not.toContain(not);
});
