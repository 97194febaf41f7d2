import SQLite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { useScratchDatabase } from '../../support/servers/site.ts';
import { column } from '../../support/servers/store.ts';

await useScratchDatabase();
const { getDatabase, getDatabasePath, getSqliteConnection, inTransaction } =
  await import('#db/database.server.ts');
const { GroupCommit } = await import('#db/engine/group-commit.ts');
const { isStoreError } = await import('#db/store-error.ts');

getSqliteConnection().exec('CREATE TABLE jottings (text TEXT NOT NULL UNIQUE)');

const listJottings = () => column('SELECT text FROM jottings ORDER BY 1');
afterEach(() => void getSqliteConnection().exec('DELETE FROM jottings'));

function insertJotting(text: string, fails = false): Promise<string> {
  return inTransaction(async (tx) => {
    await sql`INSERT INTO jottings (text) VALUES (${text})`.execute(tx);
    if (fails) throw new Error(`not ${text}`);
    return text;
  });
}

test('commits concurrent transactions together, and gives each its own result', async () => {
  let groups = 0;
  const commits = new GroupCommit((work) => {
    groups++;
    return getDatabase().transaction().execute(work);
  });
  const texts = Array.from({ length: 130 }, (_, i) => String(i).padStart(3, '0'));
  const write = (text: string) =>
    commits.run(async (tx) => {
      await sql`INSERT INTO jottings (text) VALUES (${text})`.execute(tx);
      return text;
    });
  expect(await Promise.all(texts.map(write))).toEqual(texts);
  expect(listJottings()).toEqual(texts);
  expect(groups).toBe(3);
});

test('rolls back work that throws without the work of others', async () => {
  const results = await Promise.allSettled([
    insertJotting('a'),
    insertJotting('b', true),
    insertJotting('c'),
    insertJotting('c'),
  ]);
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
  ]);
  expect(results[1]).toMatchObject({ reason: new Error('not b') });
  expect(listJottings()).toEqual(['a', 'c']);
});

test('logs a recorded event once, after its transaction is committed, and never if it is rolled back', async () => {
  const { recordAudit, SERVER } = await import('#app/domain/audit.server.ts');
  using write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const record = (event: string, fails = false) =>
    inTransaction(async (tx) => {
      await recordAudit(tx, SERVER, event);
      if (fails) throw new Error(event);
    });
  // The second makes the group run again.
  await Promise.allSettled([record('jotting.kept'), record('jotting.lost', true)]);
  await new Promise((resolve) => setImmediate(resolve));
  const lines = write.mock.calls.join('').match(/audit\.jotting\.\w+/g);
  expect(lines).toEqual(['audit.jotting.kept']);
});

test('shows work the rows that earlier work of its group wrote', async () => {
  const counts = await Promise.all(
    ['a', 'b', 'c'].map((text) =>
      inTransaction(async (tx) => {
        await sql`INSERT INTO jottings (text) VALUES (${text})`.execute(tx);
        const result = await sql<{ n: number }>`SELECT count(*) AS n FROM jottings`.execute(tx);
        return result.rows[0]?.n;
      }),
    ),
  );
  expect(counts).toEqual([1, 2, 3]);
});

test('rejects the whole group when the database fails', async () => {
  getSqliteConnection().pragma('query_only = 1');
  const results = await Promise.allSettled([insertJotting('a'), insertJotting('b')]);
  getSqliteConnection().pragma('query_only = 0');
  for (const result of results) {
    expect(result.status).toBe('rejected');
    expect(isStoreError((result as PromiseRejectedResult).reason)).toBe(true);
  }
  expect(listJottings()).toEqual([]);
  expect(await insertJotting('later')).toBe('later');
});

test('runs a statement outside the group after it, and does not roll it back with it', async () => {
  const failingInsert = Promise.allSettled([insertJotting('inside', true)]);
  const outsideInsert = sql`INSERT INTO jottings (text) VALUES ('outside')`.execute(getDatabase());
  await Promise.all([failingInsert, outsideInsert]);
  expect(listJottings()).toEqual(['outside']);
});

/** Locks the database as another process would, for a number of ticks of the event loop. */
function lockForTicks(ticks: number): () => void {
  const other = new SQLite(getDatabasePath());
  other.exec('BEGIN IMMEDIATE');
  const timer = setInterval(() => --ticks === 0 && other.exec('COMMIT'), 10);
  const release = () => {
    clearInterval(timer);
    other.close();
  };
  onTestFinished(release);
  return release;
}

test('waits for the lock of another process without blocking the event loop', async () => {
  lockForTicks(20);
  expect(await insertJotting('a')).toBe('a');
  lockForTicks(20);
  await sql`INSERT INTO jottings (text) VALUES ('b')`.execute(getDatabase());
  expect(listJottings()).toEqual(['a', 'b']);
});

test('lets others read while a transaction waits for a lock, and rejects it after the timeout', async () => {
  const release = lockForTicks(Infinity);
  const refused = Promise.all(
    ['a', 'b'].map((text) => insertJotting(text).catch((error: { code: string }) => error.code)),
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  const read = sql`SELECT text FROM jottings`.execute(getDatabase()).then(() => 'read');
  expect(await Promise.race([refused, read])).toBe('read');
  expect(await refused).toEqual(['SQLITE_BUSY', 'SQLITE_BUSY']);
  release();
});
