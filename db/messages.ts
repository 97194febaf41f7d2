import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db } from '#db/database.server.ts';
import type { Message, Schema } from '#db/schema.ts';

export type NewMessage = Insertable<Schema['messages']>;

/** Returns the id of the new row, or null if this message is stored already. */
export async function insertMessage(tx: Db, message: NewMessage): Promise<number | null> {
  const insertion = tx
    .insertInto('messages')
    .values(message)
    .onConflict((conflict) => conflict.doNothing());
  return (await insertion.returning('id').executeTakeFirst())?.id ?? null;
}

/** Returns the newest messages of an enquiry, newest first. */
export function listMessages(db: Db, enquiryId: number, limit: number): Promise<Message[]> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('enquiry_id', '=', enquiryId)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Finds the enquiry (and the reply, if it was one) to which the mail with this Message-ID was sent (AN-2). */
export function findSentMail(db: Db, messageId: string): Promise<SentMail | undefined> {
  return db
    .selectFrom('sent_message_ids')
    .select(['enquiry_id', 'reply_id'])
    .where('message_id', '=', messageId)
    .executeTakeFirst();
}

export type SentMail = Pick<Selectable<Schema['sent_message_ids']>, 'enquiry_id' | 'reply_id'>;

const MAX_REFERENCES = 20;

/**
 * Returns the headers that put the next reply into the customer's thread (RFC 5322, 3.6.4): the newest
 * answer, and the ids before it with the newest last. Returns null if the customer has not answered.
 */
export async function findThreadIds(
  db: Db,
  enquiryId: number,
): Promise<{ inReplyTo: string; references: string[] } | null> {
  const newestAnswer = await db
    .selectFrom('messages')
    .select(['message_id', 'reference_ids'])
    .where('enquiry_id', '=', enquiryId)
    .where('kind', '=', 'answer')
    .where('message_id', 'is not', null)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!newestAnswer?.message_id) return null;
  const earlierIds = newestAnswer.reference_ids.split(' ').filter(Boolean);
  const references = [...earlierIds, newestAnswer.message_id].slice(-MAX_REFERENCES);
  return { inReplyTo: newestAnswer.message_id, references };
}

/** Returns 0 without messages. */
export async function findLastMessageId(db: Db): Promise<number> {
  const ids = db.selectFrom('messages').select('id').orderBy('id', 'desc').limit(1);
  return (await ids.executeTakeFirst())?.id ?? 0;
}

const selectUnread = (db: Db) =>
  db.selectFrom('contact_submissions').where('unread', '=', sql.lit(1));

export async function markEnquiryUnread(tx: Db, enquiryId: number): Promise<void> {
  await tx
    .updateTable('contact_submissions')
    .set({ unread: 1 })
    .where('id', '=', enquiryId)
    .where('unread', '=', 0)
    .execute();
}

/** Returns whether it was unread. */
export async function markEnquiryRead(tx: Db, enquiryId: number): Promise<boolean> {
  const update = tx.updateTable('contact_submissions').set({ unread: 0 });
  const { numUpdatedRows } = await update
    .where('id', '=', enquiryId)
    .where('unread', '=', 1)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const selectBounces = (db: Db) =>
  // Written out, because the index of bounces is a partial one.
  db
    .selectFrom('messages')
    .where('kind', '=', sql.lit('bounce' as const))
    .where('discarded_at', 'is', null);

/**
 * Returns the bounces that no admin has discarded, newest first, with the email of their enquiry and the
 * subject of their reply; null for a bounce of the receipt.
 */
export function listBounces(db: Db, limit: number) {
  return selectBounces(db)
    .innerJoin('contact_submissions', 'contact_submissions.id', 'messages.enquiry_id')
    .leftJoin('replies', 'replies.id', 'messages.reply_id')
    .select([
      'messages.id',
      'messages.enquiry_id',
      'messages.reason',
      'messages.received_at',
      'contact_submissions.email',
      'replies.subject as reply_subject',
    ])
    .orderBy('messages.received_at', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(limit)
    .execute();
}

export async function countBounces(db: Db): Promise<number> {
  const { total } = await selectBounces(db)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Returns false if there is no such bounce, or it was discarded before. */
export async function hideBounce(tx: Db, id: number, at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('messages')
    .set({ discarded_at: at })
    .where('id', '=', id)
    .where('kind', '=', 'bounce')
    .where('discarded_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function isEnquiryUnread(db: Db, enquiryId: number): Promise<boolean> {
  const row = selectUnread(db).select('id').where('id', '=', enquiryId);
  return (await row.executeTakeFirst()) !== undefined;
}

/** Returns the unread enquiries with an answer after the message `lastMessageId`. */
export async function listAnsweredSince(
  db: Db,
  lastMessageId: number,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('messages')
    .innerJoin('contact_submissions', 'contact_submissions.id', 'messages.enquiry_id')
    // The unary plus makes SQLite begin with the few newest messages, and not with another index.
    .select(sql<number>`+enquiry_id`.as('id'))
    .distinct()
    .where('messages.id', '>', lastMessageId)
    .where('kind', '=', 'answer')
    .where(sql<number>`+unread`, '=', 1)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
