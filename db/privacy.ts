import { once } from 'node:events';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { dropSessionDrafts } from './accounts.ts';
import { getDatabasePath, type Db } from './database.server.ts';
import { countRows, scanEnquiries, type Enquiries } from './desk-enquiries.ts';
import { deleteAllPostedForms } from './posted-forms.ts';
import { getEmailKey, getSenderKey, type Schema } from './schema.ts';

const KEYED = ['contact_submissions', 'quarantine'] as const;
const KEY_BATCH = 500;

export type KeyedTable = (typeof KEYED)[number];

/** Fills in the key of rows that another program wrote. Call it before looking up a sender. */
export async function fillEmailKeys(db: Db): Promise<void> {
  for (const table of KEYED) {
    while (await fillSomeKeys(db, table)) await yieldToEventLoop();
  }
}

async function fillSomeKeys(db: Db, table: KeyedTable): Promise<boolean> {
  const query = db
    .selectFrom(table)
    .select(['id', 'email', 'phone'])
    .where('email_key', 'is', null);
  const rows = await query.limit(KEY_BATCH).execute();
  if (rows.length === 0) return false;
  const keys = JSON.stringify(rows.map((row) => [row.id, getSenderKey(row)]));
  await sql`
    UPDATE ${sql.table(table)} SET email_key = entry.value ->> 1
    FROM json_each(${keys}) AS entry
    WHERE ${sql.table(table)}.id = entry.value ->> 0`.execute(db);
  return rows.length === KEY_BATCH;
}

export async function listSenderRowIds(db: Db, table: KeyedTable, email: string, limit = -1) {
  const key = getEmailKey(email);
  if (!key) return [];
  const query = db.selectFrom(table).select('id').where('email_key', '=', key);
  const rows = await query.orderBy('id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

export async function listRows(
  db: Db,
  table: string,
  [column, value]: readonly [column: string, value: number],
  omittedColumns: readonly string[],
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT * FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${value} ORDER BY rowid`.execute(
    db,
  );
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !omittedColumns.includes(name))),
  );
}

/** Deletes rows; foreign keys and triggers delete their notes, history, forms, mail and search entries. */
export async function deleteRows(tx: Db, table: KeyedTable, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom(table).where('id', 'in', ids).execute();
  // Drafts are encrypted, so it is unknown which enquiry they are about: all are deleted.
  await dropSessionDrafts(tx, Infinity);
  await deleteAllPostedForms(tx);
}

/** Deletes rows with a time before the cutoff, which is epoch ms or ISO 8601 UTC, like the column. */
export async function deleteRowsBefore(
  tx: Db,
  table: keyof Schema,
  column: string,
  cutoff: number | string,
): Promise<void> {
  await sql`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(column)} < ${cutoff}`.execute(tx);
}

/** Lists enquiries older than the given time, counted from the last message, if any (AN-8). */
export async function listEnquiriesBefore(
  tx: Db,
  instant: string,
  limit: number,
): Promise<number[]> {
  const range = { order: 'oldest', limit } as const;
  const query = scanEnquiries(tx, { to: instant }, range, (rows) =>
    withoutMessageSince(rows, instant).select(['id', 'created_at']),
  );
  return (await query.execute()).map(({ id }) => id);
}

export async function countEnquiriesBefore(db: Db, instant: string): Promise<number> {
  const query = scanEnquiries(db, { to: instant }, { order: 'oldest' }, (rows) =>
    withoutMessageSince(rows, instant).select(['id', 'created_at']),
  );
  return countRows(db, query);
}

const withoutMessageSince = <Row>(rows: Enquiries<Row>, instant: string): Enquiries<Row> =>
  rows.where(({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom('messages')
          .select('messages.id')
          .whereRef('messages.enquiry_id', '=', 'contact_submissions.id')
          .where('received_at', '>=', instant),
      ),
    ),
  );

export async function deleteOldMail(tx: Db, createdBefore: number): Promise<void> {
  const deletion = tx.deleteFrom('outbox').where('created_at', '<', createdBefore);
  await deletion
    .where((e) => e.or([e('sealed', 'is', null), e('failed_at', '<', createdBefore)]))
    .execute();
}

/** Returns the newest time in the database in epoch ms, or null if it is empty. */
export async function findNewestInstant(db: Db): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    SELECT max(at) AS at FROM (
      SELECT unixepoch(max(created_at)) * 1000 AS at FROM contact_submissions
      UNION ALL SELECT unixepoch(max(at)) * 1000 FROM audit_log
      UNION ALL SELECT max(created_at) FROM outbox)`.execute(db);
  return rows[0]?.at ?? null;
}

export async function findLastRetention(db: Db): Promise<number | null> {
  const row = await db.selectFrom('last_retention').select('at').executeTakeFirst();
  return row?.at ?? null;
}

export async function recordRetention(tx: Db, atMs: number): Promise<void> {
  await tx.replaceInto('last_retention').values({ id: 1, at: atMs }).execute();
}

/**
 * Truncates the write-ahead log, which still has copies of deleted rows; the database file itself is
 * overwritten with zeros by secure_delete. Returns false if the database was busy for half a minute.
 */
export async function scrubDatabaseFile(): Promise<boolean> {
  const worker = new Worker(new URL('./engine/scrub-worker.ts', import.meta.url), {
    workerData: getDatabasePath(),
  });
  const [isClean] = (await once(worker, 'message')) as [boolean];
  await worker.terminate();
  return isClean;
}
