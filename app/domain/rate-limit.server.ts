import type { Db } from '#db/database.server.ts';
import { attemptInstants, insertAttempt } from '#db/login-attempts.ts';

export interface Limit {
  count: number;
  withinMs: number;
}

/** Whether a key has used up one of its limits. */
export async function isOverLimit(
  db: Db,
  key: string,
  limits: readonly Limit[],
  now: number,
): Promise<boolean> {
  const longest = Math.max(...limits.map(({ withinMs }) => withinMs));
  const instants = await attemptInstants(db, key, now - longest);
  return limits.some(
    ({ count, withinMs }) => instants.filter((at) => at > now - withinMs).length >= count,
  );
}

/** Counts one use of a key. `account` as in the lockout: unlocking it clears the count. */
export async function countUse(tx: Db, key: string, account: string, now: number): Promise<void> {
  await insertAttempt(tx, { key, account, at: now, pending: 0 });
}
