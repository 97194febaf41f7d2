import type { Insertable } from 'kysely';
import type { Db } from '#db/database.server.ts';
import type { Quarantined } from '#db/desk-schema.ts';
import { emailKey } from '#db/email-key.ts';
import { insertEnquiry } from './enquiries.ts';
import type { Enquiry, NewEnquiry, Schema } from '#db/schema.ts';

export type NewQuarantined = Insertable<Schema['quarantine']>;

/** Names one; an id alone may be given again once its row is gone. */
export type QuarantineKey = Pick<Quarantined, 'id' | 'created_at'>;

/** Rows on one side of an id, at most `limit`, the nearest to it first. */
export interface QuarantineRange {
  before?: number | undefined;
  after?: number | undefined;
  order: 'newest' | 'oldest';
  limit: number;
}

/** How many that are kept came from an address, by its name of one day. */
export async function countFromAddress(tx: Db, address: string): Promise<number> {
  const { total } = await tx
    .selectFrom('quarantine')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('address', '=', address)
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * Adds one. Beyond `keep` rows the newest of the address with the most gives way, so that the first
 * ones of each address stay; null when that is the one that came, or else its id.
 */
export async function addToQuarantine(
  tx: Db,
  row: NewQuarantined,
  keep: number,
): Promise<number | null> {
  const keyed = { ...row, email_key: emailKey(row.email) };
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

/** A stretch of what is set aside, by the order in which it came. */
export function listQuarantine(db: Db, stretch: QuarantineRange): Promise<Quarantined[]> {
  const { before = Number.MAX_SAFE_INTEGER, after = -1, order, limit } = stretch;
  return db
    .selectFrom('quarantine')
    .selectAll()
    .where('id', '<', before)
    .where('id', '>', after)
    .orderBy('id', order === 'newest' ? 'desc' : 'asc')
    .limit(limit)
    .execute();
}

/** Takes one out; undefined when it is gone already. */
export function takeFromQuarantine(
  tx: Db,
  { id, created_at }: QuarantineKey,
): Promise<Quarantined | undefined> {
  const taken = tx.deleteFrom('quarantine').where('id', '=', id);
  return taken.where('created_at', '=', created_at).returningAll().executeTakeFirst();
}

/** How many are set aside. */
export async function countQuarantine(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('quarantine')
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export function findQuarantined(
  db: Db,
  { id, created_at }: QuarantineKey,
): Promise<Quarantined | undefined> {
  const found = db.selectFrom('quarantine').selectAll().where('id', '=', id);
  return found.where('created_at', '=', created_at).executeTakeFirst();
}

/** Stores what was set aside as the enquiry it is. */
export function insertReleased(tx: Db, enquiry: NewEnquiry): Promise<Enquiry> {
  return insertEnquiry(tx, enquiry);
}
