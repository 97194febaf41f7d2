import { deleteUses, insertUses, newestUses, pullBackUses, settleUses } from '#db/counted-uses.ts';
import { type Db, database, inTransaction } from '#db/database.server.ts';
import {
  addressGroup,
  hashToken,
  keyedHash,
  randomToken,
  sign,
  unsign,
} from '#app/domain/keys.server.ts';
import { isDeviceOf, replaceDevice } from '#db/accounts.ts';
import { DAY, HOUR, MINUTE, SECOND, steadyNow } from '#app/domain/clock.server.ts';
import { AUTH, CONTACT } from '#app/domain/limits.ts';

interface Limit {
  count: number;
  withinMs: number;
  /** What is said to who meets it; null where they must not notice. */
  text: 'wait' | 'limit' | 'locked' | null;
  /** Shut for the whole time from the use that filled it, instead of until the oldest is past. */
  locks?: true;
}

const lock = (count: number): Limit[] => [
  { count, withinMs: AUTH.lockoutMinutes * MINUTE, text: 'locked', locks: true },
];
const sends = ({ perInterval, perDay }: { perInterval: number; perDay: number }): Limit[] => [
  { count: perInterval, withinMs: CONTACT.intervalSeconds * SECOND, text: 'wait' },
  { count: perDay, withinMs: CONTACT.dayHours * HOUR, text: 'limit' },
];
const WINDOW_MS = AUTH.lockoutMinutes * MINUTE;

const LIMITS = {
  // Failed logins (AL-6): of an account, a known browser, any browser, an address.
  acct: lock(AUTH.lockoutFailures),
  dev: lock(AUTH.lockoutFailures),
  brw: lock(AUTH.lockoutFailures),
  ip: lock(AUTH.addressFailures),
  // Links asked for (AL-7) and codes that are of no link (RP-6).
  'forgot-acct': [
    { count: 1, withinMs: AUTH.forgotIntervalSeconds * SECOND, text: null },
    { count: AUTH.forgotPerDay, withinMs: DAY, text: null },
  ],
  'forgot-ip': [{ count: AUTH.forgotPerAddress, withinMs: WINDOW_MS, text: null }],
  'code-ip': [{ count: AUTH.wrongCodesPerAddress, withinMs: WINDOW_MS, text: 'locked' }],
  // Enquiries stored (CF-9): of a visitor, an address, and its unverified ones.
  visitor: sends(CONTACT.perVisitor),
  address: sends(CONTACT.perAddressVerified),
  unverified: sends(CONTACT.perAddressStrict),
} satisfies Record<string, Limit[]>;

export type LimitKey = `${keyof typeof LIMITS}:${string}`;

export const accountKey = (email: string) => `acct:${keyedHash('account', email)}` as const;
export const deviceKey = (nonceHash: string) => `dev:${nonceHash}` as const;
export const browserKey = (browserId: string) => `brw:${hashToken(browserId)}` as const;
export const addressKey = (address: string | null) =>
  `ip:${keyedHash('address', address === null ? '-' : addressGroup(address))}` as const;

const PENDING_MS = AUTH.attemptPendingSeconds * SECOND;
// Uses dated later than this from now are from before the clock was set back.
const CLOCK_TOLERANCE_MS = MINUTE;

interface MetLimit {
  waitMs: number;
  text: Limit['text'];
}

/**
 * The one met for longest. What has been pending for 30 seconds is counted, and with `pending`
 * what began just now too. Ask in the transaction that counts the use.
 */
export async function findMetLimit(
  db: Db,
  keys: readonly LimitKey[],
  now: number,
  pending = false,
): Promise<MetLimit | null> {
  let met: MetLimit | null = null;
  for (const key of keys) {
    const limits: Limit[] = LIMITS[key.slice(0, key.indexOf(':')) as keyof typeof LIMITS];
    const locks = limits.some((limit) => limit.locks);
    const until = locks ? Number.MAX_SAFE_INTEGER : now + CLOCK_TOLERANCE_MS;
    const uses = await newestUses(db, key, {
      until,
      pendingUntil: pending ? until : now - PENDING_MS,
      limit: Math.max(...limits.map(({ count }) => count)),
    });
    for (const limit of limits) {
      const waitMs = waitOf(limit, uses, now);
      if (waitMs > (met?.waitMs ?? 0)) met = { waitMs, text: limit.text };
    }
  }
  return met;
}

function waitOf({ count, withinMs, locks }: Limit, uses: readonly number[], now: number): number {
  const [newest = 0, oldest] = [uses[0], uses[count - 1]];
  if (oldest === undefined || (locks && oldest <= newest - withinMs)) return 0;
  return Math.max(0, Math.min(locks ? newest : oldest, now) + withinMs - now);
}

interface AttemptKeys {
  account: LimitKey;
  device: LimitKey | null;
  browser: LimitKey;
  address: LimitKey;
}

export interface Reservation {
  ids: number[];
  /** The keys it counts for; the address comes last. */
  keys: LimitKey[];
}

type Reserved = { reservation: Reservation } | { lockedMs: number };

/**
 * Before the password is looked at, so that parallel guesses are never more than the limit (ledger
 * AL-6; security model 1.5). A refused attempt is not counted and does not prolong the lock.
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

export function failAttempt({ ids, keys }: Reservation, now: number): Promise<number> {
  return inTransaction(async (tx) => {
    await settleUses(tx, ids);
    return (await findMetLimit(tx, keys, now))?.waitMs ?? 0;
  });
}

/** The attempt succeeded: clears the counters, but not the address's (others try from there too). */
export async function clearAttempt(tx: Db, { ids, keys }: Reservation): Promise<void> {
  await deleteUses(tx, 'id', ids);
  await deleteUses(tx, 'key', keys.slice(0, -1));
}

export function releaseAttempt({ ids }: Reservation): Promise<void> {
  return inTransaction((tx) => deleteUses(tx, 'id', ids));
}

export async function secondsLocked(browserId: string): Promise<number> {
  const met = await findMetLimit(database(), [browserKey(browserId)], steadyNow());
  return Math.ceil((met?.waitMs ?? 0) / SECOND);
}

const NONCE_BYTES = 16;
const LIFE_MS = AUTH.deviceDays * DAY;

/** The cookie that knows a browser for one account; its name tells accounts apart, not who. */
export function deviceCookieName(email: string): string {
  return `dv_${Buffer.from(keyedHash('account', email), 'base64url').toString('hex').slice(0, 8)}`;
}

/** The hash of the nonce in `v1~admin~nonce.signature`, if it is good (security model 1.5). */
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
  const nonce = randomToken(NONCE_BYTES);
  const device = { nonce_hash: hashToken(nonce), admin_id: adminId, created_at: now };
  await replaceDevice(tx, presented ?? '', device, now - LIFE_MS);
  return sign('device', `v1~${adminId}~${nonce}`);
}
