import type { Db } from '#db/database.server.ts';

/** Who is counted: one visitor, everybody at an address, or the strictly counted ones there. */
export type Counted = { visitor: string } | { address: string; strictOnly: boolean };

/** Instants (epoch ms) of the stored sends in (from, to], newest first, at most `limit`. */
export async function recentSends(
  tx: Db,
  who: Counted,
  window: { from: number; to: number; limit: number },
): Promise<number[]> {
  let query = tx.selectFrom('enquiry_sends').select('sent_at');
  if ('visitor' in who) query = query.where('visitor', '=', who.visitor);
  else query = query.where('address', '=', who.address);
  if ('strictOnly' in who && who.strictOnly) query = query.where('strict', '=', 1);
  const rows = await query
    .where('sent_at', '>', window.from)
    .where('sent_at', '<=', window.to)
    .orderBy('sent_at', 'desc')
    .limit(window.limit)
    .execute();
  return rows.map((row) => row.sent_at);
}

/** Counts one stored send. */
export async function insertSend(
  tx: Db,
  send: { sentAt: number; visitor: string | null; address: string; strict: boolean },
): Promise<void> {
  const { sentAt, visitor, address, strict } = send;
  await tx
    .insertInto('enquiry_sends')
    .values({ sent_at: sentAt, visitor, address, strict: strict ? 1 : 0 })
    .execute();
}
