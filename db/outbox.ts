import type { Db } from './database.server.ts';
import type { OutboxEntry } from './schema.ts';

/** Queues a sealed message to be sent at once; returns its id. */
export async function insertMail(
  db: Db,
  mail: { kind: string; enquiryId: number | null; sealed: string; now: number },
): Promise<number> {
  const { id } = await db
    .insertInto('outbox')
    .values({
      kind: mail.kind,
      enquiry_id: mail.enquiryId,
      sealed: mail.sealed,
      created_at: mail.now,
      next_attempt_at: mail.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Messages whose time has come, in the order in which it came: that of the index. */
export function dueMail(db: Db, now: number, limit: number): Promise<OutboxEntry[]> {
  return db
    .selectFrom('outbox')
    .selectAll()
    .where('sent_at', 'is', null)
    .where('sealed', 'is not', null)
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * Takes a due message for one sender until `until`; false when another process was first.
 * A sender that dies leaves it due again at that instant.
 */
export async function claimMail(db: Db, mail: OutboxEntry, until: number): Promise<boolean> {
  const result = await db
    .updateTable('outbox')
    .set({ next_attempt_at: until, attempts: mail.attempts + 1 })
    .where('id', '=', mail.id)
    .where('sent_at', 'is', null)
    .where('attempts', '=', mail.attempts)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The message is out: what it said is dropped. */
export async function markSent(db: Db, id: number, now: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ sent_at: now, sealed: null, last_error: null })
    .where('id', '=', id)
    .execute();
}

export async function postponeMail(db: Db, id: number, nextAt: number, error: string) {
  await db
    .updateTable('outbox')
    .set({ next_attempt_at: nextAt, last_error: error })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute();
}

/** Gives a message up: it stays as a row without its text. */
export async function abandonMail(db: Db, id: number, error: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ sealed: null, last_error: error })
    .where('id', '=', id)
    .execute();
}

/** How many messages have failed at least once and are not out yet. */
export async function countStuckMail(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('sent_at', 'is', null)
    .where('sealed', 'is not', null)
    .where('last_error', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Ids of the messages about enquiries, for clearing their copies away. */
export async function mailOfEnquiries(db: Db, enquiryIds: number[]): Promise<number[]> {
  if (enquiryIds.length === 0) return [];
  const rows = await db
    .selectFrom('outbox')
    .select('id')
    .where('enquiry_id', 'in', enquiryIds)
    .execute();
  return rows.map(({ id }) => id);
}

/** When the oldest message that has failed and still waits was queued (epoch ms); null if none. */
export async function oldestWaitingMail(db: Db): Promise<number | null> {
  const { oldest } = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.min('created_at').as('oldest'))
    .where('sent_at', 'is', null)
    .where('sealed', 'is not', null)
    .where('last_error', 'is not', null)
    .executeTakeFirstOrThrow();
  return oldest;
}
