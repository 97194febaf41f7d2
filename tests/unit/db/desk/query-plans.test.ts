import { afterEach, expect, test, vi } from 'vitest';
import { useScratchDatabase } from '../../../support/servers/scratch-database.ts';

await useScratchDatabase();
const { database, databaseFile } = await import('#db/database.server.ts');
const { isFormStored } = await import('#db/enquiries.ts');
const { newestUses } = await import('#db/counted-uses.ts');
const { countUnsentMail, dueMail, listFailedMail } = await import('#db/outbox.ts');
const { findSession } = await import('#db/accounts.ts');

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

const window = { until: 1, pendingUntil: 0, limit: 5 };

test.each<[string, () => Promise<unknown>]>([
  ['whether a form was stored', () => isFormStored(database(), 'x')],
  ['what a limit counts', () => newestUses(database(), 'x', window)],
  ['the mail that is due', () => dueMail(database(), 1, 10)],
  ['the mail that is unsent', () => countUnsentMail(database())],
  ['the mail that failed', () => listFailedMail(database(), 10)],
  ['a session', () => findSession(database(), 'x')],
])('an index finds %s, in its order', async (_, ask) => {
  await ask();
  for (const step of plans()) {
    expect(step).not.toMatch(/^SCAN (?!.*USING (COVERING )?INDEX)|TEMP B-TREE/);
  }
});
