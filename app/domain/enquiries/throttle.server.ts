import type { Db } from '#db/database.server.ts';
import { type Counted, recentSends } from '#db/enquiries/enquiry-sends.ts';
import { keyedHash } from '#app/domain/keys.server.ts';
import { CONTACT } from '#app/domain/limits.ts';

const INTERVAL_MS = CONTACT.intervalSeconds * 1000;
const DAY_MS = CONTACT.dayHours * 3_600_000;
/** Sends dated later than this from now were stored before the clock was set back: not counted. */
const CLOCK_TOLERANCE_MS = INTERVAL_MS;

/** Who sends: the visitor's cookie if valid, the address group, and whether it was verified. */
export interface Sender {
  visitor: string | null;
  address: string;
  verified: boolean;
}

export interface Throttled {
  reason: 'wait' | 'limit';
  retryAfterSeconds: number;
}

interface Rule {
  who: Counted;
  limits: { perInterval: number; perDay: number };
}

/** A sender as the database counts it: keyed hashes only. */
export interface CountedSender {
  visitor: string | null;
  address: string;
  strict: boolean;
}

/** Hashes a sender; one that is unverified or without a valid visitor cookie is counted strictly. */
export function countedAs({ visitor, address, verified }: Sender): CountedSender {
  return {
    visitor: visitor && keyedHash('visitor', visitor),
    address: keyedHash('address', address),
    strict: !verified || !visitor,
  };
}

/**
 * Why this sender may not send now, or null. Ask in the transaction that stores the enquiry, which
 * then counts it (ledger CF-9 and Decisions): a verified visitor by cookie and loosely by address,
 * anybody else strictly by address. Only stored enquiries count. `now` in epoch milliseconds.
 */
export async function throttledUntil(
  tx: Db,
  sender: CountedSender,
  now: number,
): Promise<Throttled | null> {
  for (const rule of rulesFor(sender)) {
    const refused = await check(tx, rule, now);
    if (refused) return refused;
  }
  return null;
}

function rulesFor({ visitor, address, strict }: CountedSender): Rule[] {
  const { perVisitor, perAddressVerified, perAddressStrict } = CONTACT;
  const loose = { who: { address, strictOnly: false }, limits: perAddressVerified };
  return visitor && !strict
    ? [{ who: { visitor }, limits: perVisitor }, loose]
    : [{ who: { address, strictOnly: true }, limits: perAddressStrict }, loose];
}

async function check(tx: Db, { who, limits }: Rule, now: number): Promise<Throttled | null> {
  const sends = await recentSends(tx, who, {
    from: now - DAY_MS,
    to: now + CLOCK_TOLERANCE_MS,
    limit: limits.perDay,
  });
  const waitFor = (nth: number, span: number): number => {
    const sentAt = sends[nth - 1];
    return sentAt === undefined ? 0 : Math.ceil((Math.min(sentAt, now) + span - now) / 1000);
  };
  const daily = waitFor(limits.perDay, DAY_MS);
  if (daily > 0) return { reason: 'limit', retryAfterSeconds: daily };
  const wait = waitFor(limits.perInterval, INTERVAL_MS);
  return wait > 0 ? { reason: 'wait', retryAfterSeconds: wait } : null;
}
