import type { Db } from '#db/database.server.ts';
import type { OutboxEntry } from '#db/schema.ts';

/** Messages whose time has come, in the order in which it came: that of the index. */
export function dueMail(db: Db, now: number, limit: number): Promise<OutboxEntry[]> {
  return db
    .selectFrom('outbox')
    .selectAll()
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
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

/** The message is out: what it said is dropped. False when it was erased meanwhile. */
export async function markSent(db: Db, id: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ sent_at: now, sealed: null, last_error: null })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A try that failed: due again at `nextAt`. */
export async function postponeMail(db: Db, id: number, nextAt: number, error: string) {
  await db
    .updateTable('outbox')
    .set({ next_attempt_at: nextAt, last_error: error })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute();
}

/** Ends the tries; the text stays, so that it can be sent again. */
export async function failMail(db: Db, id: number, now: number, error: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ failed_at: now, last_error: error })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute();
}
