import { DAY, getMonotonicNowMs, HOUR, MINUTE, SECOND } from '#app/domain/clock.server.ts';
import {
  createRandomToken,
  getIpAddressGroup,
  hashToken,
  hashWithKey,
  sign,
  unsign,
} from '#app/domain/keys.server.ts';
import { AUTH, CONTACT } from '#app/domain/limits.ts';
import { clampFutureUses, insertUses, listUseTimes } from '#db/counted-uses.ts';
import { getDatabase, inTransaction, type Db } from '#db/database.server.ts';
import { deleteRows, deleteRowsBefore, findRow, insertRow, updateRows } from '#db/rows.ts';

// Limits how often something may be done: each use is a row with the key of a limit and its subject, such as
// an account or an IP address. An attempt to sign in is reserved before the password is verified, as a pending
// use; then it is counted as failed, or deleted. A device is a browser in which the account has signed in
// before, as a signed cookie proves: wrong passwords from other browsers do not lock it out.

interface Limit {
  count: number;
  withinMs: number;
  /** The lock lasts for the whole period after the newest use, not only until the oldest use expires. */
  locks?: true;
}

const WINDOW_MS = AUTH.lockoutMinutes * MINUTE;
const lockoutLimits = (count: number): Limit[] => [{ count, withinMs: WINDOW_MS, locks: true }];
const enquiryLimits = (counts: { perInterval: number; perDay: number }): Limit[] => [
  { count: counts.perInterval, withinMs: CONTACT.intervalSeconds * SECOND },
  { count: counts.perDay, withinMs: CONTACT.dayHours * HOUR },
];

const LIMITS = {
  // Failed logins (AL-6): of an account, a known browser, any browser, an IP address.
  acct: lockoutLimits(AUTH.lockoutFailures),
  dev: lockoutLimits(AUTH.lockoutFailures),
  brw: lockoutLimits(AUTH.lockoutFailures),
  ip: lockoutLimits(AUTH.ipAddressFailures),
  // Requested links (AL-7) and codes that match no link (RP-6).
  'forgot-acct': [
    { count: 1, withinMs: AUTH.forgotIntervalSeconds * SECOND },
    { count: AUTH.forgotPerDay, withinMs: DAY },
  ],
  'forgot-ip': [{ count: AUTH.forgotPerIpAddress, withinMs: WINDOW_MS }],
  // Wrong passwords of a signed-in admin, sent invitations (PP-2), refused passkeys.
  'confirm-acct': lockoutLimits(AUTH.lockoutFailures),
  'invite-acct': [{ count: AUTH.invitationsPerDay, withinMs: DAY }],
  'passkey-ip': lockoutLimits(AUTH.passkeyFailures),
  'code-ip': [{ count: AUTH.wrongCodesPerIpAddress, withinMs: WINDOW_MS }],
  // Stored enquiries (CF-9): of a visitor, of an IP address, and the unverified ones of an IP address.
  visitor: enquiryLimits(CONTACT.perVisitor),
  address: enquiryLimits(CONTACT.perIpAddressVerified),
  unverified: enquiryLimits(CONTACT.perIpAddressUnverified),
} satisfies Record<string, Limit[]>;

/** The name of the limits and the hash of their subject, as the database stores them. */
export type LimitKey = `${keyof typeof LIMITS}:${string}`;

function getLimits(key: LimitKey): Limit[] {
  const name = key.slice(0, key.indexOf(':')) as keyof typeof LIMITS;
  return LIMITS[name];
}

export const getAccountKey = (email: string): `acct:${string}` =>
  `acct:${hashWithKey('account', email)}`;
export const getDeviceKey = (nonceHash: string): `dev:${string}` => `dev:${nonceHash}`;
export const getBrowserKey = (browserId: string): `brw:${string}` => `brw:${hashToken(browserId)}`;
/** Returns a hash of the IPv4 address or the IPv6 /64 network as the key; all requests without one share a key. */
export const getIpAddressKey = (ipAddress: string | null): `ip:${string}` =>
  `ip:${hashWithKey('address', ipAddress === null ? '-' : getIpAddressGroup(ipAddress))}`;

const PENDING_MS = AUTH.attemptPendingSeconds * SECOND;
// Uses further in the future than this are from before the system clock was set back.
const CLOCK_TOLERANCE_MS = MINUTE;

interface ReachedLimit {
  waitMs: number;
  /** The period of the limit. */
  withinMs: number;
}

/**
 * Returns the reached limit with the longest wait, or null. A pending use counts when its attempt is overdue; with
 * `includePending` it counts at once. Call it in the transaction that counts the use.
 */
export async function findReachedLimit(
  db: Db,
  keys: readonly LimitKey[],
  nowMs: number,
  { includePending = false } = {},
): Promise<ReachedLimit | null> {
  let longestWait: ReachedLimit | null = null;

  for (const key of keys) {
    const limits = getLimits(key);
    const hasLock = limits.some((limit) => limit.locks);
    // Uses in the future were stored before the system clock was set back, which must not end a lock.
    const untilMs = hasLock ? Number.MAX_SAFE_INTEGER : nowMs + CLOCK_TOLERANCE_MS;

    const uses = await listUseTimes(db, key, {
      untilMs,
      pendingUntilMs: includePending ? untilMs : nowMs - PENDING_MS,
      limit: Math.max(...limits.map(({ count }) => count)),
    });

    for (const limit of limits) {
      const waitMs = getWaitMs(limit, uses, nowMs);
      if (waitMs > (longestWait?.waitMs ?? 0)) longestWait = { waitMs, withinMs: limit.withinMs };
    }
  }

  return longestWait;
}

/** Returns how long the limit stays reached, 0 if it is not. `uses` are times, the newest first. */
function getWaitMs(
  { count, withinMs, locks }: Limit,
  uses: readonly number[],
  nowMs: number,
): number {
  const newestMs = uses[0];
  const oldestMs = uses[count - 1];
  if (newestMs === undefined || oldestMs === undefined) return 0;
  const isSpreadOut = oldestMs <= newestMs - withinMs;
  if (locks && isSpreadOut) return 0;

  // A use from before the system clock was set back must not prolong the wait.
  const startMs = Math.min(locks ? newestMs : oldestMs, nowMs);
  return Math.max(0, startMs + withinMs - nowMs);
}

interface AttemptKeys {
  account: LimitKey;
  /** Null for a browser in which the account has not signed in before. */
  device: LimitKey | null;
  browser: LimitKey;
  ipAddress: LimitKey;
}

/** The ids of the counted uses, and the keys that they count for. */
export interface Reservation {
  ids: number[];
  keys: LimitKey[];
}

type ReservationResult =
  | { kind: 'reserved'; reservation: Reservation }
  /** The attempt is refused, because a key is locked for this time. */
  | { kind: 'locked'; lockedMs: number };

/**
 * Reserves an attempt to sign in before its password is verified, so that parallel guesses count too (AL-6). It counts
 * for the browser, the IP address, and the device or else the account. A refused attempt does not prolong a lock.
 * First moves uses in the future, from before the system clock was set back, to now.
 */
export function reserveSignInAttempt(
  { account, device, browser, ipAddress }: AttemptKeys,
  nowMs: number,
): Promise<ReservationResult> {
  return inTransaction(async (tx) => {
    const keys = [account, device, browser, ipAddress].filter((key) => key !== null);
    await clampFutureUses(tx, keys, nowMs);

    // A device has its own count. Once that is locked, its attempts count as those of unknown browsers.
    const hasOwnCount = device !== null && !(await findReachedLimit(tx, [device], nowMs));
    const clientKey = hasOwnCount ? device : account;
    return reserveUses(tx, [clientKey, browser, ipAddress], nowMs, account);
  });
}

/**
 * Reserves an attempt that counts for one key, before its credentials are verified. The caller runs it with
 * runReservedAttempt, and deletes it when it succeeds. Unlocking the account of `accountKey` deletes it too.
 */
export function reserveAttempt(
  key: LimitKey,
  nowMs: number,
  accountKey?: string,
): Promise<ReservationResult> {
  return inTransaction(async (tx) => {
    await clampFutureUses(tx, [key], nowMs);
    return reserveUses(tx, [key], nowMs, accountKey);
  });
}

async function reserveUses(
  tx: Db,
  keys: LimitKey[],
  nowMs: number,
  accountKey?: string,
): Promise<ReservationResult> {
  const limit = await findReachedLimit(tx, keys, nowMs);
  if (limit) return { kind: 'locked', lockedMs: limit.waitMs };

  // Attempts that are being verified right now may lock a key in a moment.
  const mayReachLimit = await findReachedLimit(tx, keys, nowMs, { includePending: true });
  if (mayReachLimit) return { kind: 'locked', lockedMs: PENDING_MS };

  const use = { at: nowMs, pending: 1, account: accountKey ?? null } as const;
  const ids = await insertUses(tx, keys, use);
  return { kind: 'reserved', reservation: { ids, keys } };
}

/** Counts a reserved attempt as failed. `lockedMs` is the time that its keys are now locked, 0 if none is. */
export function recordFailedAttempt(
  { ids, keys }: Reservation,
  nowMs: number,
): Promise<{ lockedMs: number }> {
  return inTransaction(async (tx) => {
    await updateRows(tx, 'counted_uses', { id: ids }, { pending: 0 });
    const limit = await findReachedLimit(tx, keys, nowMs);
    return { lockedMs: limit?.waitMs ?? 0 };
  });
}

/** Deletes an attempt and all earlier ones with its keys, except those of its IP address, which other clients share. */
export async function clearFailedAttempts(tx: Db, { ids, keys }: Reservation): Promise<void> {
  const unsharedKeys = keys.filter((key) => !key.startsWith('ip:'));
  await deleteRows(tx, 'counted_uses', { id: ids });
  await deleteRows(tx, 'counted_uses', { key: unsharedKeys });
}

/** Deletes a reserved attempt, so that it does not count. */
export async function releaseAttempt({ ids }: Reservation): Promise<void> {
  await inTransaction((tx) => deleteRows(tx, 'counted_uses', { id: ids }));
}

/** Runs a reserved attempt. If it throws, as on an error of the database, rethrows, and the attempt does not count. */
export async function runReservedAttempt<Result>(
  reservation: Reservation,
  attempt: () => Promise<Result>,
): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    await releaseAttempt(reservation);
    throw error;
  }
}

/** Returns for how long the browser may not sign in, 0 if it is not locked. */
export async function readBrowserLockSeconds(browserId: string): Promise<number> {
  const key = getBrowserKey(browserId);
  const limit = await findReachedLimit(getDatabase(), [key], getMonotonicNowMs());
  return Math.ceil((limit?.waitMs ?? 0) / SECOND);
}

const NONCE_BYTES = 16;
const DEVICE_LIFETIME_MS = AUTH.deviceDays * DAY;

/** Returns the name of an account's device cookie, which does not reveal the account. */
export function getDeviceCookieName(email: string): string {
  return `dv_${Buffer.from(hashWithKey('account', email), 'base64url').toString('hex').slice(0, 8)}`;
}

/**
 * Returns the nonce hash of a device token, `v1~admin~nonce.signature` (security model 1.5), or null if it is
 * invalid, revoked, expired or of another admin.
 */
export async function findDeviceNonceHash(
  db: Db,
  token: string | null,
  adminId: number | undefined,
): Promise<string | null> {
  const value = token ? unsign('device', token) : null;
  const [version, owner, nonce] = value?.split('~') ?? [];
  const isOfAdmin = version === 'v1' && adminId !== undefined && owner === String(adminId);
  if (!isOfAdmin || !nonce) return null;

  const nonceHash = hashToken(nonce);
  const device = await findRow(db, 'devices', { nonce_hash: nonceHash, admin_id: adminId });
  return device && device.created_at > getMonotonicNowMs() - DEVICE_LIFETIME_MS ? nonceHash : null;
}

/** Stores a new device, deletes the replaced and all expired ones, and returns the token for the cookie. */
export async function issueDeviceToken(
  tx: Db,
  adminId: number,
  replacedNonceHash: string | null,
): Promise<string> {
  const nowMs = getMonotonicNowMs();
  const nonce = createRandomToken(NONCE_BYTES);
  const device = { nonce_hash: hashToken(nonce), admin_id: adminId, created_at: nowMs };

  if (replacedNonceHash !== null)
    await deleteRows(tx, 'devices', { nonce_hash: replacedNonceHash });
  await deleteRowsBefore(tx, 'devices', 'created_at', nowMs - DEVICE_LIFETIME_MS);
  await insertRow(tx, 'devices', device);

  return sign('device', `v1~${adminId}~${nonce}`);
}
