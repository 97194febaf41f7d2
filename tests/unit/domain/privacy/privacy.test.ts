import { existsSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { getPrivacyText, storedData } from '#app/content/texts/privacy.server.ts';
import { OPERATOR } from '#app/domain/audit.server.ts';
import { queueStaffNotification } from '#app/domain/enquiries/enquiry-email.server.ts';
import { AUDIT, AUTH, DESK, DIGEST, PRIVACY } from '#app/domain/limits.ts';
import {
  countPersonRows,
  erasePerson,
  EXPORTED_PARTS,
  exportPerson,
} from '#app/domain/privacy.server.ts';
import { insertAdmin } from '#db/accounts.ts';
import { getDatabase, getDatabasePath, inTransaction } from '#db/database.server.ts';
import { setFieldAndRecordChange } from '#db/desk-changes.ts';
import { findRow, insertRow } from '#db/rows.ts';
import { office, staff } from '#db/seed/people.ts';
import { operationsBlock } from '../../../support/reading/fenced.ts';
import { listPlaces } from '../../../support/reading/privacy-page.ts';
import { useScratchDatabase } from '../../../support/servers/site.ts';
import {
  audited,
  column,
  lastAuditId,
  putEnquiry,
  putMessage,
  putReply,
  putSpam,
  run,
} from '../../../support/servers/store.ts';

await useScratchDatabase({ ENQUIRY_NOTIFY_TO: office });
const person = {
  full_name: 'Zenobia Quillfeather',
  email: 'Zenobia@Quillfeather.example',
  message: 'xylophonequarry',
};
const admin_email = staff.anna.email;
const created_at = '2026-11-20T10:00:00.000Z';

test('AN-8 exports everything about a person, regardless of the case of the address', async () => {
  await insertAdmin(getDatabase(), admin_email, created_at);
  const enquiryId = await putEnquiry(person);
  const enquiry = (await findRow(getDatabase(), 'contact_submissions', { id: enquiryId }))!;
  await inTransaction(async (tx) => {
    const note = 'Quillfeather called';
    await insertRow(tx, 'enquiry_notes', { enquiry_id: enquiryId, admin_email, note, created_at });
    const author = { byAdmin: admin_email, byMessage: null, changedAt: created_at };
    const change = { enquiryId, ...author };
    await setFieldAndRecordChange(tx, { ...change, field: 'status', from: 'new', to: 'completed' });
    await setFieldAndRecordChange(tx, { ...change, field: 'assigned_to', from: null, to: 1 });
    await setFieldAndRecordChange(tx, { ...change, field: 'due_on', from: null, to: '2026-12-01' });
    await queueStaffNotification(tx, enquiry);
  });
  await putSpam(person);
  await putReply(enquiryId, created_at);
  const message = { sender: 'another@mail.example', text: 'Thank you', quoted_text: '> Text' };
  await putMessage(enquiryId, message);
  const typed = ' zenobia@quillfeather.EXAMPLE';
  expect(await countPersonRows(typed)).toEqual({ enquiries: 1, spam: 1 });
  const { enquiries, spam } = await exportPerson(typed);
  const reply = { enquiry_id: enquiryId, admin_email, created_at };
  const change = { enquiry_id: enquiryId, by_admin: admin_email, created_at };
  expect(enquiries).toMatchObject([
    {
      id: enquiryId,
      ...person,
      notes: [{ note: 'Quillfeather called' }],
      changes: [
        { ...change, field: 'status', from_value: 'new', to_value: 'completed' },
        { ...change, field: 'assigned_to', from_value: null, to_value: admin_email },
        { ...change, field: 'due_on', from_value: null, to_value: '2026-12-01' },
      ],
      replies: [{ ...reply, subject: 'Subject', message: 'Text' }],
      mails: [{ kind: 'enquiry' }],
      messages: [message],
    },
  ]);
  expect(JSON.stringify(enquiries), 'internal columns').not.toMatch(
    /form_key|mail_id|sealed|body_hash/,
  );
  expect(spam).toMatchObject([person]);
});

test('DK-4 AN-8 finds a person without an email by the phone number, however it is written', async () => {
  const withoutEmail = { email: '', message: 'By phone' };
  await putEnquiry({ ...withoutEmail, phone: '+30 697 123-4567' });
  await putEnquiry({ ...withoutEmail, phone: '697 123 45678' });
  await putEnquiry({ phone: '6971234567' });
  for (const typed of ['6971234567', ' 0030 (697) 1234567', '\u202a+306971234567\u202c'])
    expect(await countPersonRows(typed), typed).toEqual({ enquiries: 1, spam: 0 });
  for (const typed of ['697123456', ' '])
    expect(await countPersonRows(typed)).toEqual({ enquiries: 0, spam: 0 });
  expect(await erasePerson(' ', OPERATOR)).toBeNull();
  expect(await erasePerson('6971234567', OPERATOR)).toMatchObject({ enquiries: 1 });
  expect(await countPersonRows('6971234567')).toEqual({ enquiries: 0, spam: 0 });
});

test.each([
  ['+30 (0)22950 12345', '22950 12345'],
  ['22950 12345', '+30 (0)22950 12345'],
  ['+49 (0)30 1234567', '0049 30 1234567'],
  ['6944123456 Μαρία', '+30 694 412 3456'],
  ['210 1234567 εσωτ. 12', '2101234567'],
  ['τηλ. 2101234567', 'Τηλ: 210 123 4567'],
  ['210\uff0d123\uff0d4567', '210-123-4567'],
])('DK-4 AN-8 finds the phone %j by %j', async (stored, typed) => {
  const id = await putEnquiry({ email: '', phone: stored });
  expect(await countPersonRows(typed)).toEqual({ enquiries: 1, spam: 0 });
  run('DELETE FROM contact_submissions WHERE id = ?', id);
});

test('AN-8 finishes an erasure that was interrupted', async () => {
  await putEnquiry({ email: 'gone@mail.example' });
  const upgradeCopy = `${getDatabasePath()}.before-upgrade`;
  writeFileSync(upgradeCopy, 'everybody');
  run(`CREATE TRIGGER interruption BEFORE INSERT ON audit_log WHEN new.event = 'erase'
    BEGIN SELECT RAISE(ABORT, 'interrupted'); END`);
  await expect(erasePerson('gone@mail.example', OPERATOR)).rejects.toThrow('interrupted');
  run('DROP TRIGGER interruption');

  const auditId = lastAuditId();
  expect(await erasePerson('gone@mail.example', OPERATOR)).toMatchObject({ enquiries: 1 });
  expect(existsSync(upgradeCopy)).toBe(false);
  expect(audited('erase', auditId)).toMatchObject([{ enquiries: 1 }]);
});

const places = listPlaces();
const tables =
  column(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')
       AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'kysely%' ORDER BY name`) as string[];

const WITHOUT_PERSONAL_DATA = [
  'reply_templates',
  'used_challenges',
  'store_probe',
  'last_retention',
  'former_slugs',
  'milestones',
  'seeded_kinds',
  'site_media',
  'site_revision',
  'mailboxes',
];

test('docs/privacy.md lists every table with personal data, and no other', () => {
  // The other places are files, with a dot or a slash in their names, or described in words.
  const listed = places.map(({ place }) => place).filter((place) => /^[a-z_]+$/.test(place));
  const outside = ['backups'];
  expect(listed.filter((place) => !outside.includes(place)).toSorted()).toEqual(
    tables.filter((table) => !WITHOUT_PERSONAL_DATA.includes(table)).toSorted(),
  );
  expect(tables).toEqual(expect.arrayContaining(WITHOUT_PERSONAL_DATA));
});

const RETENTION_DAYS: Record<string, number> = {
  spam: DESK.spamDays,
  outbox: PRIVACY.mailCopyDays,
  outbox_mentions: PRIVACY.mailCopyDays,
  'outbox/*.eml': PRIVACY.mailCopyDays,
  audit_counts: AUDIT.countDays,
  sessions: AUTH.sessionMaxDays,
  ended_sessions: AUTH.sessionMaxDays,
  devices: AUTH.deviceDays,
  digests: DIGEST.keptDays,
  'drys.db.before-upgrade*': PRIVACY.upgradeCopyDays,
  backups: PRIVACY.upgradeCopyDays,
};

test('docs/privacy.md names the retention periods that the site keeps', () => {
  const days = places.filter(({ retention }) => /^\d+ days?$/.test(retention));
  const expected = Object.entries(RETENTION_DAYS).map(([place, count]) => [place, `${count} days`]);
  expect(Object.fromEntries(days.map(({ place, retention }) => [place, retention]))).toEqual(
    Object.fromEntries(expected),
  );
  const months = places.filter(({ retention }) => /month/.test(retention));
  expect(months).toMatchObject([{ place: 'audit_log', retention: `${AUDIT.logMonths} months` }]);
});

/** The tables of visitors that no export contains, because the words stand in another table, or nobody's data. */
const NOT_EXPORTED = [
  'enquiry_search',
  'message_search',
  'enquiry_forms',
  'outbox_mentions',
  'sent_message_ids',
  'counted_uses',
  'audit_log',
  'audit_counts',
];

test('AN-8 exports every table of visitors that has more than hashes and numbers', () => {
  const visitorTables = places.filter(
    ({ place, subject }) => subject === 'visitor' && tables.includes(place),
  );
  const exported = EXPORTED_PARTS.map(({ table }) => table);
  expect(visitorTables.map(({ place }) => place).toSorted()).toEqual(
    ['contact_submissions', 'spam', ...exported, ...NOT_EXPORTED].toSorted(),
  );
  const rows = visitorTables.filter(({ erase }) => erase === 'row');
  expect(rows.map(({ place }) => place)).toEqual(['contact_submissions', 'spam']);
});

type Item = keyof (typeof storedData)['en'];

/** For each place, the item of the privacy text's list, or the words, that describe its data. */
const DESCRIPTIONS: Record<string, Item | RegExp> = {
  contact_submissions: 'status',
  enquiry_search: 'message',
  enquiry_notes: 'notes',
  enquiry_changes: 'changes',
  replies: 'replies',
  enquiry_forms: 'message',
  attachments: 'files',
  'attachments/*': 'files',
  outbox: /copies of the emails that it sends about the enquiry are kept/,
  outbox_mentions: /copies of the emails that it sends about the enquiry are kept/,
  'outbox/*.eml': /copies of the emails that it sends about the enquiry are kept/,
  sent_message_ids: 'mails',
  messages: 'answers',
  message_search: 'answers',
  spam: /kept apart with its files for/,
  counted_uses: /counts the messages of an IP address over/,
  audit_log: /record of security events .* kept for/,
  audit_counts: /a count of refused attempts for/,
  'log output': /record of security events/,
  'drys.db-wal': 'message',
  'drys.db.before-upgrade*': /databases that a restore or an upgrade has replaced/,
  'attachments.part/*': /Backups/,
  'drys.db.part': /Backups/,
  backups: /Backups, .* are kept for/,
  'sent mail': /Emails in the mailboxes of our staff/,
  'exported files': /lists of enquiries that our staff export/,
};

/** The list item that describes a column of an enquiry, where its name differs. */
const COLUMNS: Record<string, Item> = {
  id: 'status',
  email_key: 'email',
  created_at: 'status',
  about_project: 'aboutProject',
  assigned_to: 'holder',
  due_on: 'due',
  written_by: 'source',
  unread: 'status',
  suspected: 'verified',
};

const receiptText = 'your enquiry has arrived';
const facts = { retentionMonths: 24, turnstile: false, receiptMail: true, readsAnswers: true };

test('L-1 the privacy text describes every place that stores a visitor’s data, and for how long', () => {
  const visitorPlaces = places.filter(({ subject }) => subject === 'visitor');
  expect(Object.keys(DESCRIPTIONS).toSorted()).toEqual(
    visitorPlaces.map(({ place }) => place).toSorted(),
  );
  const { sections } = getPrivacyText('en', facts);
  const paragraphs = sections.flatMap(({ body }) => body);
  for (const { place, retention } of visitorPlaces) {
    const description = DESCRIPTIONS[place]!;
    if (typeof description === 'string') {
      expect(sections.flatMap(({ list }) => list ?? [])).toContain(storedData.en[description]);
      continue;
    }
    const matches = paragraphs.filter((text) => description.test(text));
    expect(matches, place).toHaveLength(1);
    if (/^\d+ \w+$/.test(retention)) expect(matches[0], place).toContain(retention);
  }
});

test('L-1 the documented nginx keeps no log of visitors, which the privacy text would have to name', () => {
  const [, ...servers] = operationsBlock('nginx').split(/^server /m);
  expect(servers.map((server) => /^ {2}access_log off;$/m.test(server))).toEqual([true, true]);
});

test('L-1 lists every column of an enquiry, and only stored data', () => {
  const columns = column(`SELECT name FROM pragma_table_info('contact_submissions')`) as string[];
  const items = columns.map((name) => COLUMNS[name] ?? name);
  const listedItems = Object.keys(storedData.en);
  expect(items.filter((item) => !listedItems.includes(item))).toEqual([]);
  const usedItems = new Set<unknown>([...items, ...Object.values(DESCRIPTIONS)]);
  expect(listedItems.filter((item) => !usedItems.has(item))).toEqual([]);
});

test.each([
  [{ retentionMonths: 24 }, ['kept for 24 months', 'proof of work', receiptText], 'Cloudflare'],
  [{ retentionMonths: 6, turnstile: true }, ['kept for 6 months', 'Cloudflare'], 'kept for 24'],
  [{ retentionMonths: 1, receiptMail: false }, ['kept for 1 month after'], 'months after'],
  [{ retentionMonths: 0, receiptMail: false }, ['proof of work'], 'kept for 0'],
  [{ receiptMail: false }, [], receiptText],
  [{ readsAnswers: false }, [], storedData.en.answers],
])('L-1 VP-1 writes the privacy text of an installation: %j', (overrides, present, absent) => {
  const text = JSON.stringify(getPrivacyText('en', { ...facts, ...overrides }));
  for (const part of present) expect(text).toContain(part);
  expect(text).not.toContain(absent);
});
