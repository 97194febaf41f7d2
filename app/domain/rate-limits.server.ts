import { insertUses, newestUses } from '#db/counted-uses.ts';
import type { Db } from '#db/database.server.ts';
import { addressGroup } from './network-address.server.ts';
import { DAY, HOUR, MINUTE, SECOND } from './clock.server.ts';
import { hashToken, keyedHash } from './keys.server.ts';
import { AUTH, CONTACT } from './limits.ts';

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

/** Every limit on what anybody may do, under the name that its keys begin with. */
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

/** A limit and whom it counts, as a hash that cannot be read back. */
export type LimitKey = `${keyof typeof LIMITS}:${string}`;

export const accountKey = (email: string) => `acct:${keyedHash('account', email)}` as const;
export const deviceKey = (nonceHash: string) => `dev:${nonceHash}` as const;
export const browserKey = (browserId: string) => `brw:${hashToken(browserId)}` as const;
/** One for all where no address is known (a plain handler without the front door). */
export const addressKey = (address: string | null) =>
  `ip:${keyedHash('address', address === null ? '-' : addressGroup(address))}` as const;

const PENDING_MS = AUTH.attemptPendingSeconds * SECOND;
/** Uses dated later than this from now are from before the clock was set back. */
const CLOCK_TOLERANCE_MS = MINUTE;

export interface MetLimit {
  waitMs: number;
  text: Limit['text'];
}

/**
 * The limit that keeps one of the keys from being used for longest; null where none does. What has
 * been pending for 30 seconds is counted, and with `pending` what began just now too. Ask in the
 * transaction that counts the use.
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

/** Counts one use of each key. Unlocking `account` takes it back. */
export async function countUse(
  tx: Db,
  keys: readonly LimitKey[],
  at: number,
  account?: string,
): Promise<void> {
  await insertUses(tx, keys, account === undefined ? { at } : { at, account });
}
