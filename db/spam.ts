import { sql } from 'kysely';
import { buildRangeCondition, getSortDirection, type CursorRange } from '#db/cursor.ts';
import type { Db } from '#db/database.server.ts';
import { countRows } from '#db/rows.ts';
import type { Spam } from '#db/schema.ts';

// The spam folder: submissions that filled the honeypot. Their senders see a number, as if it were an enquiry.

/** Identifies a row: SQLite may reuse the id of a deleted row. */
export type SpamKey = Pick<Spam, 'id' | 'created_at'>;

/** Deletes the oldest rows above `maxRows`. Their files stay on the disk until the next sweep. */
export async function deleteOldestSpam(tx: Db, maxRows: number): Promise<void> {
  const newestRows = tx.selectFrom('spam').select('id').orderBy('id', 'desc').limit(maxRows);
  await tx.deleteFrom('spam').where('id', 'not in', newestRows).execute();
}

/** Returns a new enquiry number, which no enquiry will have: a suspected submission shows one too. */
export async function allocateEnquiryNumber(tx: Db): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'contact_submissions' RETURNING seq
  `.execute(tx);
  return rows[0]!.seq;
}

/** Returns the number that the sender is shown. A refused form shows the newest one, so that a flood uses up none. */
export async function findNewestSpamNumberOrAllocate(tx: Db): Promise<number> {
  const query = tx.selectFrom('spam').select('number').orderBy('id', 'desc').limit(1);
  return (await query.executeTakeFirst())?.number ?? allocateEnquiryNumber(tx);
}

export function listSpam(db: Db, range: CursorRange): Promise<Spam[]> {
  const direction = getSortDirection(range);
  const query = db
    .selectFrom('spam')
    .selectAll()
    .where(buildRangeCondition(range))
    .orderBy('created_at', direction)
    .orderBy('id', direction);
  const limitedQuery = range.limit === undefined ? query : query.limit(range.limit);
  return limitedQuery.execute();
}

export function countSpam(db: Db, clientHash?: string): Promise<number> {
  const rows = db.selectFrom('spam').select('id');
  return countRows(db, clientHash === undefined ? rows : rows.where('ip_hash', '=', clientHash));
}
