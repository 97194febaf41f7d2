import type { Insertable, Updateable } from 'kysely';
import type { Db } from '#db/database.server.ts';
import { countRows, insertRow } from '#db/rows.ts';
import type { OutboxEntry, Schema } from '#db/schema.ts';

// E-mails are queued here until they are sent or have failed for good. Their text is sealed, and deleted once it
// is sent. Several processes may send mail, so each one claims a mail before it sends it.

/** The error of a mail that was unsent in a restored backup: it may have been sent since the backup. */
export const RESTORED_MAIL_ERROR = 'restored from a backup';

/** The error of a mail that waits because the mail server offers no TLS. */
export const NO_TLS = 'no-tls';

/** The errors of a reply whose file was found infected or is lost (DA-7). */
export const FILE_INFECTED = 'file-infected';
export const FILE_MISSING = 'file-missing';

export type MailCopy = Pick<OutboxEntry, 'id' | 'kind'>;

/** Returns the id of the mail. Erasing one of the mentioned enquiries deletes the mail. */
export async function insertMail(
  tx: Db,
  mail: Insertable<Schema['outbox']>,
  mentionedEnquiryIds: readonly number[],
): Promise<number> {
  const id = await insertRow(tx, 'outbox', mail);
  const uniqueIds = [...new Set(mentionedEnquiryIds)];
  const mentions = uniqueIds.map((enquiry_id) => ({ mail_id: id, enquiry_id }));
  if (mentions.length > 0) await tx.insertInto('outbox_mentions').values(mentions).execute();
  return id;
}

/** Makes a failed mail due at `nowMs`. Returns false if it has not failed, or its text was deleted. */
export async function requeueFailedMail(
  tx: Db,
  id: number,
  { nowMs, giveUpAtMs }: { nowMs: number; giveUpAtMs: number },
): Promise<boolean> {
  const update = tx.updateTable('outbox').set((e) => ({
    failed_at: null,
    last_error: null,
    // A new number ends every earlier claim.
    attempts: e('attempts', '+', 1),
    next_attempt_at: nowMs,
    give_up_at: giveUpAtMs,
  }));

  const { numUpdatedRows } = await update
    .where('id', '=', id)
    .where('failed_at', 'is not', null)
    .where('sealed', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Deletes a failed mail. Returns false if it is unknown or has not failed. A failed reply then no longer counts as
 * undelivered.
 */
export async function deleteFailedMail(tx: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('outbox')
    .where('id', '=', id)
    .where('failed_at', 'is not', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns the mails that failed for good, the last failure first. */
export function listFailedMail(db: Db, limit: number): Promise<OutboxEntry[]> {
  return db
    .selectFrom('outbox')
    .selectAll()
    .where('failed_at', 'is not', null)
    .orderBy('failed_at', 'desc')
    .limit(limit)
    .execute();
}

/** Returns the encrypted texts of mails that are not sent, the newest first. */
export async function listSealedMail(db: Db, limit: number): Promise<string[]> {
  const mails = db.selectFrom('outbox').select('sealed').where('sealed', 'is not', null);
  const rows = await mails.orderBy('id', 'desc').limit(limit).execute();
  return rows.map(({ sealed }) => sealed!);
}

interface UnsentMailCounts {
  waitingCount: number;
  /** Of the waiting mails, those that have been tried without success. */
  delayedCount: number;
  /** When the oldest waiting mail was queued (epoch ms); null without one. */
  oldestWaitingAtMs: number | null;
  failedCount: number;
}

export async function countWaitingAndFailedMail(db: Db): Promise<UnsentMailCounts> {
  const waitingMail = await db
    .selectFrom('outbox')
    .select((eb) => [
      eb.fn.countAll<number>().as('waitingCount'),
      eb.fn.count<number>('last_error').as('delayedCount'),
      eb.fn.min<number | null>('created_at').as('oldestWaitingAtMs'),
    ])
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirstOrThrow();

  const failedMail = db.selectFrom('outbox').select('id').where('failed_at', 'is not', null);
  return { ...waitingMail, failedCount: await countRows(db, failedMail) };
}

/** Counts the delayed mails whose last attempt ended with this error. */
export function countDelayedMail(db: Db, error: string): Promise<number> {
  const unsentMail = db.selectFrom('outbox').select('id').where('sent_at', 'is', null);
  const delayedMail = unsentMail.where('failed_at', 'is', null);
  return countRows(db, delayedMail.where('last_error', '=', error));
}

/** Returns the mails about these enquiries, sent or not, without those that only mention one, such as digests. */
export function listMailOfEnquiries(db: Db, enquiryIds: number[]): Promise<MailCopy[]> {
  const mails = db.selectFrom('outbox').select(['id', 'kind']);
  return mails.where('enquiry_id', 'in', enquiryIds).execute();
}

/** Returns whether mail of this kind was queued since a time (epoch ms) for an enquiry of the same sender. */
export async function hasMailForSenderSince(
  tx: Db,
  { kind, emailKey, sinceMs }: { kind: string; emailKey: string; sinceMs: number },
): Promise<boolean> {
  const query = tx
    .selectFrom('contact_submissions')
    .innerJoin('outbox', 'outbox.enquiry_id', 'contact_submissions.id')
    .select('outbox.id')
    .where('contact_submissions.email_key', '=', emailKey)
    .where('outbox.kind', '=', kind)
    .where('outbox.created_at', '>=', sinceMs);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

export async function listMailIds(db: Db): Promise<Set<number>> {
  const rows = await db.selectFrom('outbox').select('id').execute();
  return new Set(rows.map(({ id }) => id));
}

/** A mail as one process has claimed it. `attempts` only grows, with every claim: an older claim does not match. */
type Claim = Pick<OutboxEntry, 'id' | 'attempts'>;

/**
 * Returns mails with an attempt due at `dueAtMs`, the longest due first. An attempt after `latestPlannedMs` was
 * planned under a clock that was ahead, so it is due too.
 */
export function listDueMail(
  db: Db,
  { dueAtMs, latestPlannedMs, limit }: { dueAtMs: number; latestPlannedMs: number; limit: number },
): Promise<OutboxEntry[]> {
  return db
    .selectFrom('outbox')
    .selectAll()
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where((e) =>
      e.or([e('next_attempt_at', '<=', dueAtMs), e('next_attempt_at', '>', latestPlannedMs)]),
    )
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * Claims a due mail for one attempt, and returns it; undefined if another process was first. If this process dies, the
 * mail is due again at `retryAtMs`.
 */
export function claimMail(tx: Db, due: Claim, retryAtMs: number): Promise<OutboxEntry | undefined> {
  return buildUpdateIfClaimed(tx, due)
    .set((e) => ({ next_attempt_at: retryAtMs, attempts: e('attempts', '+', 1) }))
    .returningAll()
    .executeTakeFirst();
}

/** Builds an update that changes nothing if the mail was sent, claimed again, requeued or erased since the claim. */
function buildUpdateIfClaimed(tx: Db, { id, attempts }: Claim) {
  const update = tx.updateTable('outbox').where('id', '=', id).where('sent_at', 'is', null);
  return update.where('attempts', '=', attempts);
}

/** Changes nothing and returns false if the mail was sent, claimed again, requeued or erased since the claim. */
export async function updateMailIfClaimed(
  tx: Db,
  claim: Claim,
  change: Updateable<Schema['outbox']>,
): Promise<boolean> {
  const update = buildUpdateIfClaimed(tx, claim).set(change);
  const { numUpdatedRows } = await update.executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes the queued or failed mails of an admin's access links or digests. */
export async function deleteUnsentAdminMail(
  tx: Db,
  table: 'access_links' | 'digests',
  adminId: number,
): Promise<void> {
  const mails = tx.selectFrom(table).select('mail_id').where('admin_id', '=', adminId);
  await tx
    .deleteFrom('outbox')
    .where('id', 'in', mails.where('mail_id', 'is not', null))
    .where('sent_at', 'is', null)
    .execute();
}
