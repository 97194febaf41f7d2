import { sql, type Insertable } from 'kysely';
import { getSortDirection, isWithinRange, type CursorRange } from '#db/cursor.ts';
import type { Db } from '#db/database.server.ts';
import { getEmailKey, type Quarantined, type Schema } from '#db/schema.ts';

type NewQuarantined = Insertable<Schema['quarantine']>;

/** Identifies a row: SQLite may reuse the id of a deleted row. */
export type QuarantineKey = Pick<Quarantined, 'id' | 'created_at'>;

/**
 * Stores a row and returns its id. Beyond `keep` rows, the newest row of the client address with the
 * most rows is deleted; returns null if that is this one.
 */
export async function insertQuarantined(
  tx: Db,
  row: NewQuarantined,
  keep: number,
): Promise<number | null> {
  const keyed = { ...row, email_key: getEmailKey(row.email) };
  const added = tx.insertInto('quarantine').values(keyed).returning('id');
  const { id } = await added.executeTakeFirstOrThrow();
  if ((await countQuarantine(tx)) <= keep) return id;
  const largest = await tx
    .selectFrom('quarantine')
    .select((e) => [e.fn.max('id').as('newest'), e.fn.countAll<number>().as('rows')])
    .groupBy('address')
    .orderBy('rows', 'desc')
    .orderBy('newest', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  await tx.deleteFrom('quarantine').where('id', '=', largest.newest).execute();
  return largest.newest === id ? null : id;
}

export async function allocateEnquiryNumber(tx: Db): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'contact_submissions' RETURNING seq
  `.execute(tx);
  return rows[0]!.seq;
}

/** Returns the number that the same form was given before, so that it is shown again (CF-8). */
export async function findEnquiryNumber(tx: Db, form: string): Promise<number | null> {
  const query = tx.selectFrom('quarantine').select('number').where('form_hash', '=', form);
  return (await query.executeTakeFirst())?.number ?? null;
}

/** Returns the last used number, for a form that is not stored: a flood must not use up numbers. */
export async function getSharedEnquiryNumber(tx: Db): Promise<number> {
  const last = tx.selectFrom('quarantine').select('number').orderBy('id', 'desc').limit(1);
  return (await last.executeTakeFirst())?.number ?? allocateEnquiryNumber(tx);
}

export function listQuarantine(db: Db, range: CursorRange): Promise<Quarantined[]> {
  const rows = db.selectFrom('quarantine').selectAll().where(isWithinRange(range));
  const ordered = rows
    .orderBy('created_at', getSortDirection(range))
    .orderBy('id', getSortDirection(range));
  return (range.limit === undefined ? ordered : ordered.limit(range.limit)).execute();
}

export async function deleteQuarantined(tx: Db, { id, created_at }: QuarantineKey): Promise<void> {
  const deletion = tx.deleteFrom('quarantine').where('id', '=', id);
  await deletion.where('created_at', '=', created_at).execute();
}

export async function countQuarantine(db: Db, address?: string): Promise<number> {
  const rows = db.selectFrom('quarantine').select((e) => e.fn.countAll<number>().as('total'));
  const matchingRows = address === undefined ? rows : rows.where('address', '=', address);
  return (await matchingRows.executeTakeFirstOrThrow()).total;
}

export function findQuarantined(
  db: Db,
  { id, created_at }: QuarantineKey,
): Promise<Quarantined | undefined> {
  const query = db.selectFrom('quarantine').selectAll().where('id', '=', id);
  return query.where('created_at', '=', created_at).executeTakeFirst();
}
