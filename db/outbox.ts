import type { Db } from '#db/database.server.ts';
import type { OutboxEntry } from '#db/schema.ts';

export type MailCopy = Pick<OutboxEntry, 'id' | 'kind'>;

export async function insertMail(
  db: Db,
  mail: {
    kind: string;
    enquiryId: number | null;
    sealed: string;
    now: number;
    giveUpAt: number;
  },
): Promise<number> {
  const { id } = await db
    .insertInto('outbox')
    .values({
      kind: mail.kind,
      enquiry_id: mail.enquiryId,
      sealed: mail.sealed,
      created_at: mail.now,
      next_attempt_at: mail.now,
      give_up_at: mail.giveUpAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertMentions(
  tx: Db,
  mailId: number,
  enquiryIds: readonly number[],
): Promise<void> {
  const mentions = [...new Set(enquiryIds)].map((id) => ({ mail_id: mailId, enquiry_id: id }));
  if (mentions.length > 0) await tx.insertInto('outbox_mentions').values(mentions).execute();
}

/** Puts another sealed message in a row's place: the same one, for those who lack it. */
export async function replaceMail(db: Db, id: number, sealed: string): Promise<void> {
  await db.updateTable('outbox').set({ sealed }).where('id', '=', id).execute();
}

export async function retryMail(
  tx: Db,
  id: number,
  { now, giveUpAt }: { now: number; giveUpAt: number },
): Promise<boolean> {
  const again = tx.updateTable('outbox').set({
    failed_at: null,
    last_error: null,
    attempts: 0,
    next_attempt_at: now,
    give_up_at: giveUpAt,
  });
  const { numUpdatedRows } = await again
    .where('id', '=', id)
    .where('failed_at', 'is not', null)
    .where('sealed', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function discardMail(tx: Db, id: number): Promise<boolean> {
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

/** How many messages wait after a try that failed, since when (epoch ms), and how many failed. */
export async function countUnsentMail(
  db: Db,
): Promise<{ waiting: number; oldest: number | null; failed: number }> {
  const waiting = await db
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
  return { ...waiting, failed };
}

export function mailOfEnquiries(db: Db, enquiryIds: number[]): Promise<MailCopy[]> {
  if (enquiryIds.length === 0) return Promise.resolve([]);
  const mails = db.selectFrom('outbox').select(['id', 'kind']);
  return mails.where('enquiry_id', 'in', enquiryIds).execute();
}

/** Whether one of this kind was queued for an enquiry from this address (as emailKey() makes it). */
export async function wasMailedSince(
  tx: Db,
  kind: string,
  key: string,
  since: number,
): Promise<boolean> {
  const found = tx
    .selectFrom('contact_submissions')
    .innerJoin('outbox', 'outbox.enquiry_id', 'contact_submissions.id')
    .select('outbox.id')
    .where('contact_submissions.email_key', '=', key)
    .where('outbox.kind', '=', kind)
    .where('outbox.created_at', '>=', since);
  return (await found.limit(1).executeTakeFirst()) !== undefined;
}

export async function knownMail(db: Db, ids: number[]): Promise<Set<number>> {
  const rows = await db.selectFrom('outbox').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** `attempts` tells a sender's claim from those of others. */
type Claim = Pick<OutboxEntry, 'id' | 'attempts'>;

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

/** Undefined when another process was first. A sender that dies leaves it due again at `until`. */
export function claimMail(tx: Db, due: Claim, until: number): Promise<OutboxEntry | undefined> {
  return claimed(tx, due)
    .set((e) => ({ next_attempt_at: until, attempts: e('attempts', '+', 1) }))
    .returningAll()
    .executeTakeFirst();
}

function claimed(tx: Db, { id, attempts }: Claim) {
  const mine = tx.updateTable('outbox').where('id', '=', id).where('sent_at', 'is', null);
  return mine.where('attempts', '=', attempts);
}

export async function extendClaim(tx: Db, claim: Claim, until: number): Promise<void> {
  await claimed(tx, claim).set({ next_attempt_at: until }).execute();
}

export async function markSent(tx: Db, id: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('outbox')
    .set({ sent_at: now, sealed: null, last_error: null })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function postponeMail(tx: Db, claim: Claim, nextAt: number, error: string) {
  await claimed(tx, claim).set({ next_attempt_at: nextAt, last_error: error }).execute();
}

export async function failMail(tx: Db, claim: Claim, now: number, error: string): Promise<void> {
  await claimed(tx, claim).set({ failed_at: now, last_error: error }).execute();
}
