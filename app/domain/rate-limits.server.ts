import { DAY, getSteadyNow, HOUR, MINUTE, SECOND } from '#app/domain/clock.server.ts';
import {
  createRandomToken,
  getIpAddressGroup,
  hashToken,
  hashWithKey,
  sign,
  unsign,
} from '#app/domain/keys.server.ts';
import { AUTH, CONTACT } from '#app/domain/limits.ts';
import { isAdminDevice, replaceDevice } from '#db/accounts.ts';
import {
  clampFutureUses,
  deleteUses,
  insertUses,
  listNewestUses,
  settleUses,
} from '#db/counted-uses.ts';
import { database, inTransaction, type Db } from '#db/database.server.ts';

interface Limit {
  count: number;
  withinMs: number;
  /** The message for the limited client; null if the client must not notice. */
  text: 'wait' | 'limit' | 'locked' | null;
  /** Locked for the whole period from the use that reached the limit, not until the oldest use expires. */
  locks?: true;
}

const lockoutLimits = (count: number): Limit[] => [
  { count, withinMs: AUTH.lockoutMinutes * MINUTE, text: 'locked', locks: true },
];
const enquiryLimits = ({
  perInterval,
  perDay,
}: {
  perInterval: number;
  perDay: number;
}): Limit[] => [
  { count: perInterval, withinMs: CONTACT.intervalSeconds * SECOND, text: 'wait' },
  { count: perDay, withinMs: CONTACT.dayHours * HOUR, text: 'limit' },
];
const WINDOW_MS = AUTH.lockoutMinutes * MINUTE;

const LIMITS = {
  // Failed logins (AL-6): of an account, a known browser, any browser, an address.
  acct: lockoutLimits(AUTH.lockoutFailures),
  dev: lockoutLimits(AUTH.lockoutFailures),
  brw: lockoutLimits(AUTH.lockoutFailures),
  ip: lockoutLimits(AUTH.addressFailures),
  // Requested links (AL-7) and codes that match no link (RP-6).
  'forgot-acct': [
    { count: 1, withinMs: AUTH.forgotIntervalSeconds * SECOND, text: null },
    { count: AUTH.forgotPerDay, withinMs: DAY, text: null },
  ],
  'forgot-ip': [{ count: AUTH.forgotPerAddress, withinMs: WINDOW_MS, text: null }],
  // Wrong passwords of a signed-in admin, sent invitations (PP-2), refused passkeys.
  'confirm-acct': lockoutLimits(AUTH.lockoutFailures),
  'invite-acct': [{ count: AUTH.invitationsPerDay, withinMs: DAY, text: 'limit' }],
  'passkey-ip': lockoutLimits(AUTH.passkeyFailures),
  'code-ip': [{ count: AUTH.wrongCodesPerAddress, withinMs: WINDOW_MS, text: 'locked' }],
  // Enquiries stored (CF-9): of a visitor, an address, and its unverified ones.
  visitor: enquiryLimits(CONTACT.perVisitor),
  address: enquiryLimits(CONTACT.perAddressVerified),
  unverified: enquiryLimits(CONTACT.perAddressStrict),
} satisfies Record<string, Limit[]>;

export type LimitKey = `${keyof typeof LIMITS}:${string}`;

export const getAccountKey = (email: string) => `acct:${hashWithKey('account', email)}` as const;
export const getDeviceKey = (nonceHash: string) => `dev:${nonceHash}` as const;
export const getBrowserKey = (browserId: string) => `brw:${hashToken(browserId)}` as const;
export const addressKey = (address: string | null) =>
  `ip:${hashWithKey('address', address === null ? '-' : getIpAddressGroup(address))}` as const;

const PENDING_MS = AUTH.attemptPendingSeconds * SECOND;
// Uses further in the future than this are from before the system clock was set back.
const CLOCK_TOLERANCE_MS = MINUTE;

interface MetLimit {
  waitMs: number;
  text: Limit['text'];
}

/**
 * Returns the reached limit with the longest wait, or null. Uses pending for more than 30 seconds count;
 * with `includePending` all of them do. Call it in the transaction that counts the use.
 */
export async function findMetLimit(
  db: Db,
  keys: readonly LimitKey[],
  nowMs: number,
  includePending = false,
): Promise<MetLimit | null> {
  let longestWait: MetLimit | null = null;
  for (const key of keys) {
    const limits: Limit[] = LIMITS[key.slice(0, key.indexOf(':')) as keyof typeof LIMITS];
    const hasLock = limits.some((limit) => limit.locks);
    const untilMs = hasLock ? Number.MAX_SAFE_INTEGER : nowMs + CLOCK_TOLERANCE_MS;
    const uses = await listNewestUses(db, key, {
      untilMs,
      pendingUntilMs: includePending ? untilMs : nowMs - PENDING_MS,
      limit: Math.max(...limits.map(({ count }) => count)),
    });
    for (const limit of limits) {
      const waitMs = getWaitMs(limit, uses, nowMs);
      if (waitMs > (longestWait?.waitMs ?? 0)) longestWait = { waitMs, text: limit.text };
    }
  }
  return longestWait;
}

function getWaitMs(
  { count, withinMs, locks }: Limit,
  uses: readonly number[],
  nowMs: number,
): number {
  const [newest = 0, oldest] = [uses[0], uses[count - 1]];
  if (oldest === undefined || (locks && oldest <= newest - withinMs)) return 0;
  return Math.max(0, Math.min(locks ? newest : oldest, nowMs) + withinMs - nowMs);
}

interface AttemptKeys {
  account: LimitKey;
  device: LimitKey | null;
  browser: LimitKey;
  address: LimitKey;
}

export interface Reservation {
  ids: number[];
  /** The keys it counts for; the address is last. */
  keys: LimitKey[];
}

type Reserved = { reservation: Reservation } | { lockedMs: number };

/**
 * Reserves an attempt before the password is verified, so that parallel guesses never exceed the limit
 * (AL-6). A refused attempt is not counted and does not prolong the lock.
 */
export function reserveAttempt(attemptKeys: AttemptKeys, nowMs: number): Promise<Reserved> {
  return inTransaction(async (tx) => {
    const { account, device, browser, address } = attemptKeys;
    await clampFutureUses(tx, [account, device ?? account, browser, address], nowMs);
    // A known browser has its own count; once that is locked, it counts with unknown browsers.
    const clientKey = device && !(await findMetLimit(tx, [device], nowMs)) ? device : account;
    return reserveUses(tx, [clientKey, browser, address], account, nowMs);
  });
}

/** Reserves an attempt that one key alone counts. */
export function reserveSingleUse(
  key: LimitKey,
  account: string | undefined,
  nowMs: number,
): Promise<Reserved> {
  return inTransaction(async (tx) => {
    await clampFutureUses(tx, [key], nowMs);
    return reserveUses(tx, [key], account, nowMs);
  });
}

async function reserveUses(
  tx: Db,
  keys: LimitKey[],
  account: string | undefined,
  nowMs: number,
): Promise<Reserved> {
  const limit = await findMetLimit(tx, keys, nowMs);
  if (limit) return { lockedMs: limit.waitMs };
  // Attempts that are being verified right now may lock a key in a moment.
  if (await findMetLimit(tx, keys, nowMs, true)) {
    return { lockedMs: AUTH.attemptPendingSeconds * SECOND };
  }
  const use = { at: nowMs, pending: 1, ...(account !== undefined && { account }) } as const;
  return { reservation: { ids: await insertUses(tx, keys, use), keys } };
}

export function recordFailedAttempt({ ids, keys }: Reservation, nowMs: number): Promise<number> {
  return inTransaction(async (tx) => {
    await settleUses(tx, ids);
    return (await findMetLimit(tx, keys, nowMs))?.waitMs ?? 0;
  });
}

/** Clears the counters after a success, except the one of the address, which other clients share. */
export async function clearAttempt(tx: Db, { ids, keys }: Reservation): Promise<void> {
  await deleteUses(tx, 'id', ids);
  await deleteUses(tx, 'key', keys.slice(0, -1));
}

export function releaseAttempt({ ids }: Reservation): Promise<void> {
  return inTransaction((tx) => deleteUses(tx, 'id', ids));
}

export async function getLockedSeconds(browserId: string): Promise<number> {
  const limit = await findMetLimit(database(), [getBrowserKey(browserId)], getSteadyNow());
  return Math.ceil((limit?.waitMs ?? 0) / SECOND);
}

const NONCE_BYTES = 16;
const DEVICE_LIFETIME_MS = AUTH.deviceDays * DAY;

/** Returns the name of an account's device cookie; it does not reveal the account. */
export function getDeviceCookieName(email: string): string {
  return `dv_${Buffer.from(hashWithKey('account', email), 'base64url').toString('hex').slice(0, 8)}`;
}

/** Returns the nonce hash of a valid device cookie (`v1~admin~nonce.signature`, security model 1.5), or null. */
export async function readDevice(
  db: Db,
  cookie: string | null,
  adminId: number | undefined,
  nowMs: number,
): Promise<string | null> {
  const value = cookie ? unsign('device', cookie) : null;
  const [version, owner, nonce] = value?.split('~') ?? [];
  if (version !== 'v1' || !nonce || adminId === undefined || owner !== String(adminId)) return null;
  const nonceHash = hashToken(nonce);
  return (await isAdminDevice(db, nonceHash, adminId, nowMs - DEVICE_LIFETIME_MS))
    ? nonceHash
    : null;
}

export async function issueDeviceToken(
  tx: Db,
  adminId: number,
  presentedHash: string | null,
  nowMs: number,
): Promise<string> {
  const nonce = createRandomToken(NONCE_BYTES);
  const device = { nonce_hash: hashToken(nonce), admin_id: adminId, created_at: nowMs };
  await replaceDevice(tx, presentedHash ?? '', device, nowMs - DEVICE_LIFETIME_MS);
  return sign('device', `v1~${adminId}~${nonce}`);
}
