import type { Insertable } from 'kysely';
import type { Db } from './database.server.ts';
import type { Quarantined } from './desk-schema.ts';
import type { Enquiry, NewEnquiry, Schema } from './schema.ts';

export type NewQuarantined = Insertable<Schema['quarantine']>;

/** Adds one and drops the oldest beyond `keep`: a flood of spam cannot fill the disk. */
export async function addToQuarantine(tx: Db, row: NewQuarantined, keep: number): Promise<void> {
  await tx.insertInto('quarantine').values(row).execute();
  const oldest = tx.selectFrom('quarantine').select('id').orderBy('id', 'desc').offset(keep);
  await tx.deleteFrom('quarantine').where('id', 'in', oldest.limit(1000)).execute();
}

/** The newest first, at most `limit`. */
export function listQuarantine(db: Db, limit: number): Promise<Quarantined[]> {
  return db.selectFrom('quarantine').selectAll().orderBy('id', 'desc').limit(limit).execute();
}

/** Takes one out; undefined when it is gone already. */
export function takeFromQuarantine(tx: Db, id: number): Promise<Quarantined | undefined> {
  return tx.deleteFrom('quarantine').where('id', '=', id).returningAll().executeTakeFirst();
}

/** Deletes what came in before an instant (ISO 8601 UTC); returns how many. */
export async function purgeQuarantine(tx: Db, before: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('quarantine')
    .where('created_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** How many are set aside. */
export async function countQuarantine(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('quarantine')
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export function findQuarantined(db: Db, id: number): Promise<Quarantined | undefined> {
  return db.selectFrom('quarantine').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Stores what was set aside as the enquiry it is. */
export function insertReleased(tx: Db, enquiry: NewEnquiry): Promise<Enquiry> {
  const added = tx.insertInto('contact_submissions').values(enquiry).returningAll();
  return added.executeTakeFirstOrThrow();
}
