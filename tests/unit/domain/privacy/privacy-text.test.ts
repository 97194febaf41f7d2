import { expect, test } from 'vitest';
import { privacyText, storedData } from '#app/content/words/privacy.server.ts';
import { PERSONAL_DATA } from '#app/domain/personal-data.ts';
import { useScratchDatabase } from '../../../support/servers/scratch-database.ts';
import { column } from '../../../support/servers/store.ts';

await useScratchDatabase();

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
  quarantine: /kept apart with its files for/,
  counted_uses: /counts messages by network address for/,
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
  'sent mail': /Emails in our mailboxes/,
  'exported files': /lists of enquiries that our staff export/,
};

const COLUMNS: Record<string, Item> = {
  id: 'status',
  full_name: 'full_name',
  email: 'email',
  email_key: 'email',
  phone: 'phone',
  company: 'company',
  project: 'project',
  message: 'message',
  status: 'status',
  created_at: 'status',
  verified: 'verified',
  about_project: 'about',
  language: 'language',
  assigned_to: 'holder',
  due_on: 'due',
  source: 'source',
  written_by: 'source',
};

const facts = { retentionMonths: 24, turnstile: false, receiptMail: true };

test('L-1 the privacy text tells of every place where a visitor’s data lives, and how long', () => {
  const places = PERSONAL_DATA.filter(({ whose }) => whose === 'visitor');
  expect(Object.keys(TOLD).toSorted()).toEqual(places.map(({ place }) => place).toSorted());
  const { sections } = privacyText.en(facts);
  const said = sections.flatMap(({ body }) => body);
  for (const { place, until } of places) {
    const told = TOLD[place]!;
    if (typeof told === 'string') {
      expect(sections.flatMap(({ list }) => list ?? [])).toContain(storedData.en[told]);
      continue;
    }
    const found = said.filter((text) => told.test(text));
    expect(found, place).toHaveLength(1);
    if (/^\d+ \w+$/.test(until)) expect(found[0], place).toContain(until);
  }
});

test('L-1 its list names every column of an enquiry, and nothing that is not stored', () => {
  const columns = column(`SELECT name FROM pragma_table_info('contact_submissions') ORDER BY name`);
  expect(Object.keys(COLUMNS).toSorted()).toEqual(columns);
  const named = new Set([...Object.values(COLUMNS), ...Object.values(TOLD)]);
  const items = Object.keys(storedData.en) as Item[];
  expect(items.filter((item) => !named.has(item))).toEqual(['mails']);
});

test('L-1 VP-1 it speaks of the receipt where there is one', () => {
  const speaks = (receiptMail: boolean) =>
    JSON.stringify(privacyText.en({ ...facts, receiptMail })).includes('your enquiry has come');
  expect([speaks(true), speaks(false)]).toEqual([true, false]);
});
