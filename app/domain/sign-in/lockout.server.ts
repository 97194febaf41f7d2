import { type Db, inTransaction } from '#db/database.server.ts';
import {
  countAttempts,
  deleteAttempts,
  deleteAttemptsOfAccount,
  deleteAttemptsOfKeys,
  insertAttempt,
  markFailed,
  pullBackAttempts,
} from '#db/accounts/login-attempts.ts';
import { deleteLocks, deleteLocksOfAccount, saveLock } from '#db/accounts/login-locks.ts';
import { SECOND } from '#app/domain/clock.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { LOCK_MS, mendLocks } from './locks.server.ts';

const PENDING_MS = AUTH.attemptPendingSeconds * SECOND;

/** Who tries: names made in attempt-keys.server.ts. */
export interface AttemptKeys {
  account: string;
  /** Set when the browser has logged in to this account before. */
  device: string | null;
  browser: string;
  address: string;
}

/** An attempt that was let through to the password check and must be settled. */
export interface Reservation {
  ids: number[];
  /** The keys it counts for; the address comes last. */
  keys: string[];
  account: string;
}

export type Reserved = { reservation: Reservation } | { lockedMs: number };

/**
 * Takes a place for one attempt before the password is looked at, so that parallel guesses are
 * never more than the limit (ledger AL-6, Decisions; security model 1.5). A refused attempt is not
 * counted and does not prolong the lock.
 */
export function reserveAttempt(keys: AttemptKeys, now: number): Promise<Reserved> {
  return inTransaction(async (tx) => {
    await pullBackAttempts(tx, now);
    const counted = [await ownKey(tx, keys, now), keys.browser, keys.address];
    const lockedMs = await mendLocks(tx, counted, now);
    if (lockedMs > 0) return { lockedMs };
    for (const key of counted) {
      const refusedMs = await refuseFull(tx, key, keys.account, now);
      if (refusedMs > 0) return { lockedMs: refusedMs };
    }
    const ids: number[] = [];
    for (const key of counted) {
      ids.push(await insertAttempt(tx, { key, account: keys.account, at: now, pending: 1 }));
    }
    return { reservation: { ids, keys: counted, account: keys.account } };
  });
}

/** The attempt failed: counts it, and locks what has failed too often. Returns the lock's length. */
export function failAttempt(reservation: Reservation, now: number): Promise<number> {
  return inTransaction(async (tx) => {
    await markFailed(tx, reservation.ids);
    let lockedMs = 0;
    for (const key of reservation.keys) {
      const { failed } = await countAttempts(tx, key, now - LOCK_MS, now - PENDING_MS);
      if (failed < limitOf(key)) continue;
      await lock(tx, key, reservation.account, now);
      lockedMs = LOCK_MS;
    }
    return lockedMs;
  });
}

/** The attempt succeeded: clears the counters, but not the address's (others try from there too). */
export async function clearAttempt(tx: Db, { ids, keys }: Reservation): Promise<void> {
  await deleteAttempts(tx, ids);
  await deleteAttemptsOfKeys(tx, keys.slice(0, -1));
}

/** Gives the place back: the attempt was neither right nor wrong. */
export function releaseAttempt(reservation: Reservation): Promise<void> {
  return inTransaction((tx) => deleteAttempts(tx, reservation.ids));
}

/** Frees an account and everything its attempts have locked. */
export async function unlockAccount(tx: Db, account: string): Promise<void> {
  await deleteAttemptsOfAccount(tx, account);
  await deleteLocksOfAccount(tx, account);
}

/** Frees one key. */
export async function unlockKey(tx: Db, key: string): Promise<void> {
  await deleteAttemptsOfKeys(tx, [key]);
  await deleteLocks(tx, [key]);
}

/** A known browser is counted on its own, and with the strangers once it is locked itself. */
async function ownKey(tx: Db, keys: AttemptKeys, now: number): Promise<string> {
  if (keys.device === null) return keys.account;
  const deviceLockedMs = await mendLocks(tx, [keys.device], now);
  return deviceLockedMs > 0 ? keys.account : keys.device;
}

/** 0 when the key has a free place, else for how long it has none. */
async function refuseFull(tx: Db, key: string, account: string, now: number): Promise<number> {
  const { failed, pending } = await countAttempts(tx, key, now - LOCK_MS, now - PENDING_MS);
  if (failed >= limitOf(key)) {
    await lock(tx, key, account, now);
    return LOCK_MS;
  }
  // Others are being verified right now: whether they lock the key is known in a moment.
  return failed + pending >= limitOf(key) ? PENDING_MS : 0;
}

/** Locks a key; its counter starts at 0 when the lock ends. */
async function lock(tx: Db, key: string, account: string, now: number): Promise<void> {
  await saveLock(tx, { key, account, created_at: now, locked_until: now + LOCK_MS });
  await deleteAttemptsOfKeys(tx, [key]);
}

function limitOf(key: string): number {
  return key.startsWith('ip:') ? AUTH.addressFailures : AUTH.lockoutFailures;
}
