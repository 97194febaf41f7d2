import { afterEach, expect, test, vi } from 'vitest';
import { useScratchDatabase } from '../../../support/servers/scratch-database.ts';

await useScratchDatabase();
const { database, databaseFile } = await import('#db/database.server.ts');
const { isFormStored } = await import('#db/enquiries/enquiries.ts');
const { recentSends } = await import('#db/enquiries/enquiry-sends.ts');
const { countLateMail, listFailedMail } = await import('#db/mail/outbox.ts');
const { dueMail } = await import('#db/mail/sending.ts');
const { findSession } = await import('#db/accounts/sessions.ts');
const numbers = await import('#db/numbers/numbers.ts');

const prepared = vi.spyOn(databaseFile(), 'prepare');
afterEach(() => prepared.mockClear());

/** How SQLite goes about the statements that were prepared since the test began. */
function plans(): string[] {
  const statements = prepared.mock.calls.map(([sql]) => String(sql));
  expect(statements).not.toEqual([]);
  return statements.flatMap((sql) => {
    const holes = Array.from({ length: sql.split('?').length - 1 }, () => 0);
    const steps = databaseFile()
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...holes);
    return (steps as { detail: string }[]).map(({ detail }) => detail);
  });
}

const window = { from: 0, to: 1, limit: 5 };
const days = { from: '2026-01-01', to: '2026-06-30' };
const noon = '2026-06-30T12:00:00.000Z';

test.each<[string, () => Promise<unknown>]>([
  ['whether a form was stored', () => isFormStored(database(), 'x')],
  ['the sends of a visitor', () => recentSends(database(), { visitor: 'x' }, window)],
  [
    'the sends of an address',
    () => recentSends(database(), { address: 'x', strictOnly: true }, window),
  ],
  ['the mail that is due', () => dueMail(database(), 1, 10)],
  ['the mail that is late', () => countLateMail(database())],
  ['the mail that failed', () => listFailedMail(database(), 10)],
  ['a session', () => findSession(database(), 'x')],
])('an index finds %s', async (_, ask) => {
  await ask();
  for (const step of plans()) expect(step).not.toMatch(/^SCAN (?!.*USING (COVERING )?INDEX)/);
});

test('DA-5 the numbers page asks the counts of its days, and enquiries of a part of one', async () => {
  await numbers.countByDay(database(), days);
  await numbers.countBy(database(), 'project', days);
  await numbers.countBy(database(), 'language', days);
  await numbers.countWaits(database(), days);
  await numbers.countKept(database(), days);
  const counts = plans().filter((step) => /^(SCAN|SEARCH)/.test(step));
  expect(counts).toHaveLength(6);
  for (const step of counts) expect(step).toMatch(/^SEARCH .*_days USING .*\(day>\? AND day<\?\)/);

  prepared.mockClear();
  await numbers.countKeptBetween(database(), noon, noon);
  const [enquiries, replies] = plans();
  expect(enquiries).toContain('contact_submissions_newest (created_at>? AND created_at<?)');
  expect(replies).toContain('SEARCH first_replies USING INTEGER PRIMARY KEY');
});

test('what is asked for in an order is not sorted', async () => {
  await recentSends(database(), { visitor: 'y' }, window);
  await recentSends(database(), { address: 'y', strictOnly: false }, window);
  await dueMail(database(), 2, 10);
  for (const step of plans()) expect(step).not.toContain('TEMP B-TREE');
});
