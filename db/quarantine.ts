import { type Insertable, sql } from 'kysely';
import { type CursorRange, between, directionOf } from '#db/cursor.ts';
import type { Db } from '#db/database.server.ts';
import { type Quarantined, type Schema, emailKey } from '#db/schema.ts';

type NewQuarantined = Insertable<Schema['quarantine']>;

/** Names one; an id alone may be given again once its row is gone. */
export type QuarantineKey = Pick<Quarantined, 'id' | 'created_at'>;

/** Beyond `keep` rows the newest of the busiest address gives way; null when it is this one. */
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

export async function takeNumber(tx: Db): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'contact_submissions' RETURNING seq
  `.execute(tx);
  return rows[0]!.seq;
}

/** Of a form that was set aside before: it is told the same again (CF-8). */
export async function findNumber(tx: Db, form: string): Promise<number | null> {
  const found = tx.selectFrom('quarantine').select('number').where('form_hash', '=', form);
  return (await found.executeTakeFirst())?.number ?? null;
}

/** What is not kept is told the number of another: a flood does not use them up. */
export async function lastNumber(tx: Db): Promise<number> {
  const last = tx.selectFrom('quarantine').select('number').orderBy('id', 'desc').limit(1);
  return (await last.executeTakeFirst())?.number ?? takeNumber(tx);
}

export function listQuarantine(db: Db, range: CursorRange): Promise<Quarantined[]> {
  const rows = db.selectFrom('quarantine').selectAll().where(between(range));
  const ordered = rows.orderBy('created_at', directionOf(range)).orderBy('id', directionOf(range));
  return (range.limit === undefined ? ordered : ordered.limit(range.limit)).execute();
}

export async function takeFromQuarantine(tx: Db, { id, created_at }: QuarantineKey): Promise<void> {
  const taken = tx.deleteFrom('quarantine').where('id', '=', id);
  await taken.where('created_at', '=', created_at).execute();
}

export async function countQuarantine(db: Db, address?: string): Promise<number> {
  const all = db.selectFrom('quarantine').select((e) => e.fn.countAll<number>().as('total'));
  const counted = address === undefined ? all : all.where('address', '=', address);
  return (await counted.executeTakeFirstOrThrow()).total;
}

export function findQuarantined(
  db: Db,
  { id, created_at }: QuarantineKey,
): Promise<Quarantined | undefined> {
  const found = db.selectFrom('quarantine').selectAll().where('id', '=', id);
  return found.where('created_at', '=', created_at).executeTakeFirst();
}
