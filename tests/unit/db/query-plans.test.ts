import { afterEach, expect, test, vi } from 'vitest';
import { findRow } from '#db/rows.ts';
import { useScratchDatabase } from '../../support/servers/site.ts';

await useScratchDatabase();
const { getDatabase, getSqliteConnection } = await import('#db/database.server.ts');
const { listUseTimes } = await import('#db/counted-uses.ts');
const { countWaitingAndFailedMail, listDueMail, listFailedMail } = await import('#db/outbox.ts');
const { listAttachmentsOfMail } = await import('#db/attachments.ts');
const { findSession } = await import('#db/accounts.ts');
const { countWaitingEnquiries } = await import('#db/waiting-enquiries.ts');
const { listEnquiriesWithAnswerTime, readDeskPage } = await import('#db/desk-enquiries.ts');
const { listUnreadAnsweredEnquiryIds, listOpenBounces, listMessages } =
  await import('#db/messages.ts');

const prepareSpy = vi.spyOn(getSqliteConnection(), 'prepare');
afterEach(() => prepareSpy.mockClear());

/** Returns the steps of SQLite's plans for the statements that were prepared since the test began. */
function explainStatements(): string[] {
  const statements = prepareSpy.mock.calls.map(([sql]) => String(sql));
  expect(statements).not.toEqual([]);
  return statements.flatMap((sql) => {
    const parameters = Array.from({ length: sql.split('?').length - 1 }, () => 0);
    const steps = getSqliteConnection()
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...parameters);
    return (steps as { detail: string }[]).map(({ detail }) => detail);
  });
}

const window = { untilMs: 1, pendingUntilMs: 0, limit: 5 };

test.each<[string, () => Promise<unknown>]>([
  ['whether a form was stored', () => findRow(getDatabase(), 'enquiry_forms', { token_hash: 'x' })],
  ['what a limit counts', () => listUseTimes(getDatabase(), 'x', window)],
  [
    'the mail that is due',
    () => listDueMail(getDatabase(), { dueAtMs: 1, latestPlannedMs: 2, limit: 10 }),
  ],
  ['the mail that is unsent', () => countWaitingAndFailedMail(getDatabase())],
  ['the mail that failed', () => listFailedMail(getDatabase(), 10)],
  ['a session', () => findSession(getDatabase(), 'x')],
  ['the messages of an enquiry', () => listMessages(getDatabase(), 1, 10)],
  [
    'whether an enquiry is unread',
    () => findRow(getDatabase(), 'contact_submissions', { id: 1, unread: 1 }),
  ],
  ['mail that came back', () => listOpenBounces(getDatabase(), 10)],
])('finds %s by an index, in its order', async (_, runQuery) => {
  await runQuery();
  for (const step of explainStatements()) {
    expect(step).not.toMatch(/^SCAN (?!.*USING (COVERING )?INDEX)|TEMP B-TREE/);
  }
});

test('DA-5 reads the enquiries of a period, and the replies to them, by index', async () => {
  await listEnquiriesWithAnswerTime(getDatabase(), '2026-01-01T00:00:00', '2026-06-30T00:00:00');
  expect(explainStatements().filter((step) => /SCAN|SEARCH|TEMP/.test(step))).toEqual([
    expect.stringMatching(/^SEARCH contact_submissions .*\(created_at>\? AND created_at<\?\)$/),
    // The time of the first answer, then its channel: the few answers of one enquiry are sorted.
    expect.stringMatching(/^SEARCH replies .*\(enquiry_id=\?\)$/),
    expect.stringMatching(/^SEARCH replies .*\(enquiry_id=\?\)$/),
    'USE TEMP B-TREE FOR ORDER BY',
  ]);
});

test('DA-7 looks up the files of a mail by indexes', async () => {
  await listAttachmentsOfMail(getDatabase(), 1);
  const searches = explainStatements().filter((step) => /SCAN|SEARCH/.test(step));
  expect(searches).toEqual([
    expect.stringMatching(/^SEARCH replies .*INDEX replies_mail \(mail_id=\?\)$/),
    expect.stringMatching(/^SEARCH attachments .*INDEX \S+ \(reply_id=\?\)$/),
  ]);
});

test('AN-5 reads the newest messages by index for an open desk', async () => {
  await listUnreadAnsweredEnquiryIds(getDatabase(), 7, 100);
  expect(explainStatements().filter((step) => /SCAN|SEARCH/.test(step))).toEqual([
    'SEARCH messages USING INTEGER PRIMARY KEY (rowid>?)',
    'SEARCH contact_submissions USING INTEGER PRIMARY KEY (rowid=?)',
  ]);
});

test('DK-7 counts what waits without reading the enquiries and the messages that do not', async () => {
  await countWaitingEnquiries(getDatabase(), '2026-01-01');
  const steps = explainStatements();
  for (const table of ['messages', 'replies', 'enquiry_changes']) {
    const searches = steps.filter((step) => step.startsWith(`SEARCH ${table} `));
    expect(searches).not.toEqual([]);
    for (const step of searches) expect(step).toContain('enquiry_id=?');
  }

  const scans = steps.filter((step) => /^SCAN (contact_submissions|messages|replies)/.test(step));
  expect([...new Set(scans)].toSorted()).toEqual([
    'SCAN contact_submissions USING COVERING INDEX contact_submissions_due',
    'SCAN messages USING INDEX messages_bounced',
    'SCAN replies USING INDEX replies_failed',
  ]);
});

test('reads the index of the list, not each enquiry that has the words of a search', async () => {
  await readDeskPage(getDatabase(), { text: 'oak table' }, { order: 'newest' }, 50);
  expect(explainStatements().filter((step) => step.includes(' contact_submissions '))).toEqual([
    // The rows of the page.
    'SEARCH contact_submissions USING INTEGER PRIMARY KEY (rowid=?)',
    'SCAN contact_submissions USING COVERING INDEX contact_submissions_newest',
  ]);
});

test('D-2 finds phone numbers by their index', async () => {
  await readDeskPage(getDatabase(), { text: '697 123' }, { order: 'newest' }, 50);
  expect(explainStatements().join('\n')).toMatch(
    /SEARCH contact_submissions USING (COVERING )?INDEX contact_submissions_phone \(<expr>>\? AND <expr><\?\)/,
  );
});

test.each(['contact_submissions', 'spam'])('looks people up in %s by an index', (table) => {
  const [, , , plan] = getSqliteConnection()
    .prepare(`EXPLAIN QUERY PLAN SELECT id FROM ${table} WHERE email_key = 'x'`)
    .raw()
    .get() as unknown[];
  expect(plan).toContain(`USING COVERING INDEX ${table}_email_key`);
});
