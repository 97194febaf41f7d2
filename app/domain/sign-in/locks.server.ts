import type { Db } from '#db/database.server.ts';
import { findLocks, saveLock } from '#db/accounts/login-locks.ts';
import type { LoginLock } from '#db/schema.ts';
import { MINUTE } from '#app/domain/clock.server.ts';
import { AUTH } from '#app/domain/limits.ts';

export const LOCK_MS = AUTH.lockoutMinutes * MINUTE;

/** Milliseconds for which one key is still locked; 0 when it is not. */
export function lockedFor(db: Db, key: string, now: number): Promise<number> {
  return longestLock(db, [key], now, false);
}

/** Milliseconds for which the longest lock of these keys lasts. `mend`: what a clock set back left. */
export async function longestLock(
  db: Db,
  keys: string[],
  now: number,
  mend: boolean,
): Promise<number> {
  let longest = 0;
  for (const found of await findLocks(db, keys)) {
    const remaining = remainingMs(found, now);
    // Made in the future: the clock was set back. The lock starts again now, or it would never end.
    if (mend && now < found.created_at) {
      await saveLock(db, { ...found, created_at: now, locked_until: now + remaining });
    }
    longest = Math.max(longest, remaining);
  }
  return longest;
}

function remainingMs({ created_at, locked_until }: LoginLock, now: number): number {
  return Math.min(LOCK_MS, Math.max(0, locked_until - Math.max(now, created_at)));
}
