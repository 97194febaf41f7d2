// The uses that the rate limits count. Each has the key of a limit and client, and its time `at` (epoch ms). The
// use of a sign-in is pending while its password is being verified; a right password deletes it.
import { sql } from 'kysely';
import type { Db } from './database.server.ts';

/** Inserts the use once for each key, and returns the ids of the rows. */
export async function insertUses(
  tx: Db,
  keys: readonly string[],
  use: { at: number; account?: string | null; pending?: 1 },
): Promise<number[]> {
  const rows = await tx
    .insertInto('counted_uses')
    .values(keys.map((key) => ({ key, ...use })))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns times (epoch ms), newest first: final uses up to `untilMs`, pending ones up to `pendingUntilMs`. */
export async function listUseTimes(
  db: Db,
  key: string,
  { untilMs, pendingUntilMs, limit }: { untilMs: number; pendingUntilMs: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('counted_uses')
    .select('at')
    .where('key', '=', key)
    .where('at', '<=', sql<number>`iif(pending, ${pendingUntilMs}, ${untilMs})`)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ at }) => at);
}

/** Moves uses in the future to now: the system clock was set back. */
export async function clampFutureUses(
  tx: Db,
  keys: readonly string[],
  nowMs: number,
): Promise<void> {
  await tx
    .updateTable('counted_uses')
    .set({ at: nowMs })
    .where('key', 'in', keys)
    .where('at', '>', nowMs)
    .execute();
}
