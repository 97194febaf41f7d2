import type { Db } from '#db/database.server.ts';
import { attemptInstants, insertAttempt } from '#db/accounts/login-attempts.ts';

export interface Limit {
  count: number;
  withinMs: number;
}

/** Milliseconds until a key that has used up one of its limits may be used again; 0 when it may. */
export async function limitedFor(
  db: Db,
  key: string,
  limits: readonly Limit[],
  now: number,
): Promise<number> {
  const longest = Math.max(...limits.map(({ withinMs }) => withinMs));
  const instants = await attemptInstants(db, key, now - longest);
  const waits = limits.map(({ count, withinMs }) => {
    const within = instants.filter((at) => at > now - withinMs);
    const leavesFirst = within.at(-count);
    return leavesFirst === undefined ? 0 : leavesFirst + withinMs - now;
  });
  return Math.max(...waits);
}

/** Counts one use of a key. `account` as in the lockout: unlocking it clears the count. */
export async function countUse(tx: Db, key: string, account: string, now: number): Promise<void> {
  await insertAttempt(tx, { key, account, at: now, pending: 0 });
}
