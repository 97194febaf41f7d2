import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db } from '#db/database.server.ts';
import { countRows } from '#db/rows.ts';
import type { Message, Schema } from '#db/schema.ts';

// Mails that were read from the mailbox: answers of customers, automatic answers, and bounces, which report that
// a mail could not be delivered.

export type NewMessage = Insertable<Schema['messages']>;

/** Returns the id of the new row, or null if this message is stored already. Does not mark its enquiry as unread. */
export async function insertMessageIfNew(tx: Db, message: NewMessage): Promise<number | null> {
  const insertion = tx
    .insertInto('messages')
    .values(message)
    .onConflict((conflict) => conflict.doNothing());
  return (await insertion.returning('id').executeTakeFirst())?.id ?? null;
}

/**
 * Deletes the oldest message of one of these enquiries. Returns false if they have none. Call it, each time in a
 * transaction of its own, until it returns false before you delete the enquiries: a message is large with its words in
 * the search index, and so each transaction stays short.
 */
export async function deleteOldestMessage(tx: Db, enquiryIds: readonly number[]): Promise<boolean> {
  for (const enquiryId of enquiryIds) {
    const oldestIdQuery = tx
      .selectFrom('messages')
      .select('id')
      .where('enquiry_id', '=', enquiryId)
      .orderBy('received_at')
      .orderBy('id')
      .limit(1);

    const { numDeletedRows } = await tx
      .deleteFrom('messages')
      .where('id', '=', oldestIdQuery)
      .executeTakeFirst();
    if (numDeletedRows > 0n) return true;
  }
  return false;
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

/** Returns a text that sorts after every ISO 8601 time of the day (YYYY-MM-DD): "U" follows the "T" in them. */
export const getEndOfDay = (day: string): string => `${day}U`;

/** Counts the messages that the mail server received for an enquiry on a day (UTC, YYYY-MM-DD). */
export function countMessagesOfDay(db: Db, enquiryId: number, day: string): Promise<number> {
  const messages = db.selectFrom('messages').select('id').where('enquiry_id', '=', enquiryId);
  const sinceMidnight = messages.where('received_at', '>=', day);
  return countRows(db, sinceMidnight.where('received_at', '<', getEndOfDay(day)));
}

/** Finds the enquiries about which mails with these Message-IDs were sent, and their replies (AN-2). */
export async function findSentMails(
  db: Db,
  messageIds: readonly string[],
): Promise<Map<string, SentMail>> {
  const rows = await db
    .selectFrom('sent_message_ids')
    .select(['message_id', 'enquiry_id', 'reply_id'])
    .where('message_id', 'in', messageIds)
    .execute();
  return new Map(rows.map(({ message_id, ...sentMail }) => [message_id, sentMail]));
}

export function countSentMails(db: Db): Promise<number> {
  return countRows(db, db.selectFrom('sent_message_ids').select('message_id'));
}

export type SentMail = Pick<Selectable<Schema['sent_message_ids']>, 'enquiry_id' | 'reply_id'>;

const MAX_REFERENCES = 20;

/** Keeps each id once, and at most MAX_REFERENCES: the first, by which mail programs know the thread, and the newest. */
export function limitReferences(references: readonly string[]): string[] {
  // Our mails name their own Message-ID, so an answer names it twice.
  const ids = [...new Set(references)];
  if (ids.length <= MAX_REFERENCES) return ids;

  const newestIds = ids.slice(-(MAX_REFERENCES - 1));
  return [ids[0]!, ...newestIds];
}

/**
 * Returns the headers that put the next reply into the thread (RFC 5322, 3.6.4): the customer's newest answer, or else our
 * last reply, and the references, which end with it (limitReferences). Returns null for the first reply.
 */
export async function findThreadHeaders(
  db: Db,
  enquiryId: number,
): Promise<{ inReplyTo: string; references: string[] } | null> {
  const newestAnswer = await selectNewestAnswer(db, enquiryId)
    .select(['message_id', 'reference_ids'])
    .where('message_id', 'is not', null)
    .executeTakeFirst();

  const threadIds = newestAnswer
    ? `${newestAnswer.reference_ids} ${newestAnswer.message_id}`.trim().split(' ')
    : await listReplyMessageIds(db, enquiryId);

  const inReplyTo = threadIds.at(-1);
  if (inReplyTo === undefined) return null;
  return { inReplyTo, references: limitReferences(threadIds) };
}

/** Returns the oldest first, without the receipt. */
async function listReplyMessageIds(db: Db, enquiryId: number): Promise<string[]> {
  const sentMails = db.selectFrom('sent_message_ids').where('enquiry_id', '=', enquiryId);
  const replyMails = sentMails.where('reply_id', 'is not', null).orderBy('reply_id');
  const rows = await replyMails.select('message_id').execute();
  return rows.map((row) => row.message_id);
}

/**
 * Returns the subject that the next reply continues: of the customer's newest answer, or else of our last reply by mail
 * that has not failed (DA-1); '' without either.
 */
export async function findSubjectToContinue(db: Db, enquiryId: number): Promise<string> {
  const newestAnswer = selectNewestAnswer(db, enquiryId).select('subject');
  const answerSubject = (await newestAnswer.executeTakeFirst())?.subject;
  if (answerSubject) return answerSubject;

  const lastMailedReply = await db
    .selectFrom('replies')
    .select('subject')
    .where('enquiry_id', '=', enquiryId)
    .where('channel', '=', 'email')
    .where('state', '!=', 'failed')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return lastMailedReply?.subject ?? '';
}

const selectNewestAnswer = (db: Db, enquiryId: number) =>
  db
    .selectFrom('messages')
    .where('enquiry_id', '=', enquiryId)
    .where('kind', '=', 'answer')
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1);

// The kind is written out (sql.lit), because the index of bounces is a partial one.
const selectOpenBounces = (db: Db) =>
  db
    .selectFrom('messages')
    .where('kind', '=', sql.lit('bounce' as const))
    .where('discarded_at', 'is', null);

export type Bounce = Pick<Message, 'id' | 'enquiry_id' | 'reason' | 'received_at'> & {
  email: string;
  reply_subject: string | null;
};

/** Returns the newest first, without discarded ones; the subject is null for a bounce of the receipt. */
export function listOpenBounces(db: Db, limit: number): Promise<Bounce[]> {
  return selectOpenBounces(db)
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

export function countOpenBounces(db: Db): Promise<number> {
  return countRows(db, selectOpenBounces(db).select('messages.id'));
}

/** Returns the ids, lowest first, of unread enquiries with an answer that was stored after `afterMessageId`. */
export async function listUnreadAnsweredEnquiryIds(
  db: Db,
  afterMessageId: number,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('messages')
    .innerJoin('contact_submissions', 'contact_submissions.id', 'messages.enquiry_id')
    // The unary plus makes SQLite begin with the few newest messages, and not with another index.
    .select(sql<number>`+messages.enquiry_id`.as('enquiryId'))
    .distinct()
    .where('messages.id', '>', afterMessageId)
    .where('messages.kind', '=', 'answer')
    .where(sql<number>`+contact_submissions.unread`, '=', 1)
    .orderBy('enquiryId')
    .limit(limit)
    .execute();
  return rows.map(({ enquiryId }) => enquiryId);
}
