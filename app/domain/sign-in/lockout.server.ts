import { deleteDevice, deleteOldDevices, insertDevice, isDeviceOf } from '#db/accounts.ts';
import {
  deleteUses,
  deleteUsesOfAccount,
  deleteUsesOfKeys,
  insertUses,
  pullBackUses,
  settleUses,
} from '#db/counted-uses.ts';
import { type Db, database, inTransaction } from '#db/database.server.ts';
import { DAY, SECOND, steadyNow } from '#app/domain/clock.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { type LimitKey, browserKey, findMetLimit } from '#app/domain/rate-limits.server.ts';
import { hashToken, keyedHash, randomToken, sign, unsign } from '#app/domain/keys.server.ts';

interface AttemptKeys {
  account: LimitKey;
  /** Set when the browser has logged in to this account before. */
  device: LimitKey | null;
  browser: LimitKey;
  address: LimitKey;
}

/** An attempt that was let through to the password check and must be settled. */
export interface Reservation {
  ids: number[];
  /** The keys it counts for; the address comes last. */
  keys: LimitKey[];
}

export type Reserved = { reservation: Reservation } | { lockedMs: number };

/**
 * Takes a place for one attempt before the password is looked at, so that parallel guesses are
 * never more than the limit (ledger AL-6, Decisions; security model 1.5). A refused attempt is not
 * counted and does not prolong the lock.
 */
export function reserveAttempt(tried: AttemptKeys, now: number): Promise<Reserved> {
  return inTransaction(async (tx) => {
    const { account, device, browser, address } = tried;
    await pullBackUses(tx, [account, device ?? account, browser, address], now);
    // A known browser is counted on its own, and with the strangers once it is locked itself.
    const own = device && !(await findMetLimit(tx, [device], now)) ? device : account;
    const keys = [own, browser, address];
    const met = await findMetLimit(tx, keys, now);
    if (met) return { lockedMs: met.waitMs };
    // Others are being verified right now: whether they lock a key is known in a moment.
    if (await findMetLimit(tx, keys, now, true)) {
      return { lockedMs: AUTH.attemptPendingSeconds * SECOND };
    }
    return {
      reservation: { ids: await insertUses(tx, keys, { at: now, account, pending: 1 }), keys },
    };
  });
}

/** The attempt failed: counts it. Returns for how long it has locked one of its keys, or 0. */
export function failAttempt({ ids, keys }: Reservation, now: number): Promise<number> {
  return inTransaction(async (tx) => {
    await settleUses(tx, ids);
    return (await findMetLimit(tx, keys, now))?.waitMs ?? 0;
  });
}

/** The attempt succeeded: clears the counters, but not the address's (others try from there too). */
export async function clearAttempt(tx: Db, { ids, keys }: Reservation): Promise<void> {
  await deleteUses(tx, ids);
  await deleteUsesOfKeys(tx, keys.slice(0, -1));
}

/** Gives the place back: the attempt was neither right nor wrong. */
export function releaseAttempt({ ids }: Reservation): Promise<void> {
  return inTransaction((tx) => deleteUses(tx, ids));
}

/** For how long a browser that has failed too often is kept from trying; 0 where it is not. */
export async function secondsLocked(browserId: string): Promise<number> {
  const met = await findMetLimit(database(), [browserKey(browserId)], steadyNow());
  return Math.ceil((met?.waitMs ?? 0) / SECOND);
}

export const unlockAccount = (tx: Db, account: LimitKey) => deleteUsesOfAccount(tx, account);

export const unlockKey = (tx: Db, key: LimitKey) => deleteUsesOfKeys(tx, [key]);

const NONCE_BYTES = 16;
const LIFE_MS = AUTH.deviceDays * DAY;

/** The cookie that knows a browser for one account; its name tells accounts apart, not who. */
export function deviceCookieName(email: string): string {
  return `dv_${Buffer.from(keyedHash('account', email), 'base64url').toString('hex').slice(0, 8)}`;
}

/**
 * The hash of a device cookie's nonce when the cookie is genuine, of this account and not revoked;
 * else null. `v1~admin~nonce.signature` (security model 1.5).
 */
export async function readDevice(
  db: Db,
  cookie: string | null,
  adminId: number | undefined,
  now: number,
): Promise<string | null> {
  const value = cookie ? unsign('device', cookie) : null;
  const [version, owner, nonce] = value?.split('~') ?? [];
  if (version !== 'v1' || !nonce || adminId === undefined || owner !== String(adminId)) return null;
  const nonceHash = hashToken(nonce);
  return (await isDeviceOf(db, nonceHash, adminId, now - LIFE_MS)) ? nonceHash : null;
}

export async function issueDevice(
  tx: Db,
  adminId: number,
  presented: string | null,
  now: number,
): Promise<string> {
  if (presented) await deleteDevice(tx, presented);
  await deleteOldDevices(tx, now - LIFE_MS);
  const nonce = randomToken(NONCE_BYTES);
  await insertDevice(tx, hashToken(nonce), adminId, now);
  return sign('device', `v1~${adminId}~${nonce}`);
}
