import type { Db } from '#db/database.server.ts';
import { scan } from '#db/desk/desk-enquiries.ts';

/** Ids of the oldest enquiries from before an instant (ISO 8601 UTC), at most `limit`. */
export async function enquiriesBefore(tx: Db, instant: string, limit: number): Promise<number[]> {
  const range = { order: 'oldest', limit } as const;
  const oldest = scan(tx, { to: instant }, range, (rows) => rows.select(['id', 'created_at']));
  return (await oldest.execute()).map(({ id }) => id);
}

/** Deletes what the contact form counted and spent before these instants (epoch milliseconds). */
export async function purgeFormTraces(
  tx: Db,
  { sentBefore, expiredBefore }: { sentBefore: number; expiredBefore: number },
): Promise<void> {
  await tx.deleteFrom('enquiry_sends').where('sent_at', '<', sentBefore).execute();
  await tx.deleteFrom('used_challenges').where('expires_at', '<', expiredBefore).execute();
}

/** Deletes mail that went out, or failed, and is from before an instant (epoch milliseconds). */
export async function purgeOldMail(tx: Db, before: number): Promise<void> {
  const old = tx.deleteFrom('outbox').where('created_at', '<', before);
  await old.where((e) => e.or([e('sealed', 'is', null), e('failed_at', '<', before)])).execute();
}

/** Deletes counts of a minute before an instant (ISO 8601 UTC), which must be 90 days past. */
export async function purgeAuditCounts(tx: Db, before: string): Promise<void> {
  await tx.deleteFrom('audit_counts').where('minute', '<', before).execute();
}

/** Deletes audit lines from before an instant (ISO 8601 UTC), which must be a year past. */
export async function purgeAudit(tx: Db, before: string): Promise<void> {
  await tx.deleteFrom('audit_log').where('at', '<', before).execute();
}
