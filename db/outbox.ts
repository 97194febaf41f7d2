import type { Insertable, Updateable } from 'kysely';
import type { Db } from '#db/database.server.ts';
import type { OutboxEntry, Schema } from '#db/schema.ts';

export type MailCopy = Pick<OutboxEntry, 'id' | 'kind'>;

export async function insertSentMessageId(
  tx: Db,
  row: Insertable<Schema['sent_message_ids']>,
): Promise<void> {
  await tx.insertInto('sent_message_ids').values(row).execute();
}

export async function insertMail(
  tx: Db,
  mail: Insertable<Schema['outbox']>,
  mentionedIds: readonly number[],
): Promise<number> {
  const insertion = tx.insertInto('outbox').values(mail).returning('id');
  const { id } = await insertion.executeTakeFirstOrThrow();
  const mentions = [...new Set(mentionedIds)].map((enquiry_id) => ({ mail_id: id, enquiry_id }));
  if (mentions.length > 0) await tx.insertInto('outbox_mentions').values(mentions).execute();
  return id;
}

/** Returns false if the mail was erased in the meantime. */
export async function updateMail(
  tx: Db,
  id: number,
  change: Updateable<Schema['outbox']>,
): Promise<boolean> {
  const changed = tx.updateTable('outbox').set(change).where('id', '=', id);
  return (await changed.executeTakeFirst()).numUpdatedRows > 0n;
}

export async function retryMail(
  tx: Db,
  id: number,
  { now, giveUpAt }: { now: number; giveUpAt: number },
): Promise<boolean> {
  const update = tx.updateTable('outbox').set({
    failed_at: null,
    last_error: null,
    attempts: 0,
    next_attempt_at: now,
    give_up_at: giveUpAt,
  });
  const { numUpdatedRows } = await update
    .where('id', '=', id)
    .where('failed_at', 'is not', null)
    .where('sealed', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteFailedMail(tx: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('outbox')
    .where('id', '=', id)
    .where('failed_at', 'is not', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export function listFailedMail(db: Db, limit: number): Promise<OutboxEntry[]> {
  return db
    .selectFrom('outbox')
    .selectAll()
    .where('failed_at', 'is not', null)
    .orderBy('failed_at', 'desc')
    .limit(limit)
    .execute();
}

/** Counts mail that waits for another attempt (`oldest` in epoch ms) and mail that failed for good. */
export async function countUnsentMail(
  db: Db,
): Promise<{ waiting: number; oldest: number | null; failed: number }> {
  const delayedMail = await db
    .selectFrom('outbox')
    .select((eb) => [eb.fn.countAll<number>().as('waiting'), eb.fn.min('created_at').as('oldest')])
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('last_error', 'is not', null)
    .executeTakeFirstOrThrow();
  const { failed } = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll<number>().as('failed'))
    .where('failed_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return { ...delayedMail, failed };
}

export function listMailOfEnquiries(db: Db, enquiryIds: number[]): Promise<MailCopy[]> {
  if (enquiryIds.length === 0) return Promise.resolve([]);
  const mails = db.selectFrom('outbox').select(['id', 'kind']);
  return mails.where('enquiry_id', 'in', enquiryIds).execute();
}

/** Returns whether mail of this kind was queued since then for an enquiry of the same sender. */
export async function hasMailForSenderSince(
  tx: Db,
  kind: string,
  emailKey: string,
  sinceMs: number,
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

export async function listExistingMailIds(db: Db, ids: number[]): Promise<Set<number>> {
  const rows = await db.selectFrom('outbox').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** `attempts` distinguishes one sender's claim from a later one. */
type Claim = Pick<OutboxEntry, 'id' | 'attempts'>;

export function listDueMail(db: Db, nowMs: number, limit: number): Promise<OutboxEntry[]> {
  return db
    .selectFrom('outbox')
    .selectAll()
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('next_attempt_at', '<=', nowMs)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * Claims a due mail for this process; returns undefined if another process was first. If the sender
 * dies, the mail is due again at `retryAtMs`.
 */
export function claimMail(tx: Db, due: Claim, retryAtMs: number): Promise<OutboxEntry | undefined> {
  return updateClaim(tx, due)
    .set((e) => ({ next_attempt_at: retryAtMs, attempts: e('attempts', '+', 1) }))
    .returningAll()
    .executeTakeFirst();
}

function updateClaim(tx: Db, { id, attempts }: Claim) {
  const update = tx.updateTable('outbox').where('id', '=', id).where('sent_at', 'is', null);
  return update.where('attempts', '=', attempts);
}

export async function updateClaimedMail(
  tx: Db,
  claim: Claim,
  change: Updateable<Schema['outbox']>,
): Promise<void> {
  await updateClaim(tx, claim).set(change).execute();
}

export async function deleteUnsentMail(
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
