import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { getDatabasePath, type Db } from './database.server.ts';
import { buildEnquiryQuery } from './desk-enquiries.ts';
import { listPhoneNumbers } from './enquiries.ts';
import { countRows } from './rows.ts';
import { getEmailKey } from './schema.ts';

/** A table with the key of the sender in each row (see getSenderKey). */
export type KeyedTable = 'contact_submissions' | 'spam';

/**
 * Returns the oldest first; [] for an empty text. A phone number, in any spelling, finds the people without an email
 * (DK-4).
 */
export async function listSenderRowIds(
  db: Db,
  table: KeyedTable,
  emailOrPhone: string,
  limit = Infinity,
): Promise<number[]> {
  // Without an email, the key is the phone as staff wrote it down (getSenderKey).
  const key = getEmailKey(emailOrPhone);
  if (!key) return [];

  const query = db.selectFrom(table).select(['id', 'email_key']).orderBy('id');
  if (key.includes('@')) {
    const rows = await query.where('email_key', '=', key).execute();
    return rows.map(({ id }) => id).slice(0, limit);
  }

  const rows = await query.where('email_key', 'not like', '%@%').execute();
  const phones = listPhoneNumbers(key);
  const hasPhone = (text: string) => listPhoneNumbers(text).some((phone) => phones.includes(phone));
  const senderRows = rows.filter((row) => row.email_key === key || hasPhone(row.email_key));
  return senderRows.map(({ id }) => id).slice(0, limit);
}

/** Returns the ids of the enquiries of other people that have messages from this email, the oldest first (AN-8). */
export async function listEnquiryIdsWithMessagesFrom(db: Db, email: string): Promise<number[]> {
  const key = getEmailKey(email);
  // A message has the email as its sender's program wrote it.
  const senders = await db.selectFrom('messages').select('sender').distinct().execute();
  const spellings = senders
    .map(({ sender }) => sender)
    .filter((sender) => getEmailKey(sender) === key);

  const rows = await db
    .selectFrom('messages')
    .innerJoin('contact_submissions', 'contact_submissions.id', 'messages.enquiry_id')
    .select('enquiry_id')
    .distinct()
    .where('sender', 'in', spellings)
    .where('email_key', '!=', key)
    .orderBy('enquiry_id')
    .execute();
  return rows.map(({ enquiry_id }) => enquiry_id);
}

/** Returns the oldest enquiries that came before a time (ISO 8601) and have no message since then (AN-8). */
export async function listIdleEnquiryIds(
  db: Db,
  idleSince: string,
  limit: number,
): Promise<number[]> {
  const rows = await selectIdleEnquiriesOldestFirst(db, idleSince).limit(limit).execute();
  return rows.map(({ id }) => id);
}

export function countIdleEnquiries(db: Db, idleSince: string): Promise<number> {
  return countRows(db, selectIdleEnquiriesOldestFirst(db, idleSince));
}

function selectIdleEnquiriesOldestFirst(db: Db, idleSince: string) {
  return buildEnquiryQuery(db, { to: idleSince }, { order: 'oldest' })
    .select(['id', 'created_at'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('messages')
            .select('messages.id')
            .whereRef('messages.enquiry_id', '=', 'contact_submissions.id')
            .where('received_at', '>=', idleSince),
        ),
      ),
    );
}

/**
 * Deletes the mail created before a time (epoch ms) that was sent or has failed. A reply that failed then no longer
 * counts as undelivered.
 */
export async function deleteOldSentOrFailedMail(tx: Db, createdBeforeMs: number): Promise<void> {
  await tx
    .deleteFrom('outbox')
    .where('created_at', '<', createdBeforeMs)
    .where((e) => e.or([e('sent_at', 'is not', null), e('failed_at', 'is not', null)]))
    .execute();
}

/** Returns the time (epoch ms) of the newest enquiry, audit entry or mail, or null without any. */
export async function findNewestActivityTimeMs(db: Db): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    SELECT max(at) AS at FROM (
      SELECT unixepoch(max(created_at)) * 1000 AS at FROM contact_submissions
      UNION ALL SELECT unixepoch(max(at)) * 1000 FROM audit_log
      UNION ALL SELECT max(created_at) FROM outbox)`.execute(db);
  return rows[0]?.at ?? null;
}

/**
 * Truncates the log, which still has deleted rows. Returns false if the database was busy for 30 seconds. Throws the
 * error of its thread.
 */
export async function scrubWriteAheadLog(): Promise<boolean> {
  await using worker = new Worker(new URL('./engine/scrub-worker.ts', import.meta.url), {
    workerData: getDatabasePath(),
  });
  const [isClean] = (await once(worker, 'message')) as [boolean];
  return isClean;
}
