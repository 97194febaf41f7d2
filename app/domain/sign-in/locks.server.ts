import type { Db } from '#db/database.server.ts';
import { findLocks, saveLock } from '#db/accounts/login-locks.ts';
import type { LoginLock } from '#db/schema.ts';
import { MINUTE } from '#app/domain/clock.server.ts';
import { AUTH } from '#app/domain/limits.ts';

export const LOCK_MS = AUTH.lockoutMinutes * MINUTE;

/** Milliseconds for which one key is still locked; 0 when it is not. */
export async function lockedFor(db: Db, key: string, now: number): Promise<number> {
  return longest(await findLocks(db, [key]), now);
}

/**
 * Milliseconds for which the longest lock of these keys lasts. A lock made in the future, before the
 * clock was set back, starts again now: it would never end.
 */
export async function mendLocks(db: Db, keys: string[], now: number): Promise<number> {
  const locks = await findLocks(db, keys);
  for (const lock of locks) {
    if (now >= lock.created_at) continue;
    const locked_until = now + remainingMs(lock, now);
    await saveLock(db, { ...lock, created_at: now, locked_until });
  }
  return longest(locks, now);
}

function longest(locks: readonly LoginLock[], now: number): number {
  return Math.max(0, ...locks.map((lock) => remainingMs(lock, now)));
}

function remainingMs({ created_at, locked_until }: LoginLock, now: number): number {
  return Math.min(LOCK_MS, Math.max(0, locked_until - Math.max(now, created_at)));
}
