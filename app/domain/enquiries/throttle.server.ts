import type { Db } from '#db/database.server.ts';
import { addressGroup } from '#app/domain/network-address.server.ts';
import type { Requester } from '#app/domain/audit.server.ts';
import { SECOND } from '#app/domain/clock.server.ts';
import { keyedHash } from '#app/domain/keys.server.ts';
import { type LimitKey, findMetLimit } from '#app/domain/rate-limits.server.ts';

export interface Throttled {
  reason: 'wait' | 'limit';
  retryAfterSeconds: number;
}

/**
 * What an enquiry is counted by (ledger CF-9 and Decisions): its visitor, and its address loosely
 * where a verified visitor sends it, else strictly. An address of IPv6 stands for its /64.
 */
export function keysOfSender({ visitor, address }: Requester, verified: boolean): LimitKey[] {
  const from = keyedHash('address', addressGroup(address ?? 'unknown'));
  const keys: LimitKey[] = [`address:${from}`];
  if (visitor) keys.push(`visitor:${keyedHash('visitor', visitor)}`);
  if (!visitor || !verified) keys.push(`unverified:${from}`);
  return keys;
}

/**
 * Why a sender may not send now, or null. Ask in the transaction that stores the enquiry, which
 * then counts it: only stored enquiries count. `now` in epoch milliseconds.
 */
export async function throttledUntil(
  tx: Db,
  sender: LimitKey[],
  now: number,
): Promise<Throttled | null> {
  const met = await findMetLimit(tx, sender, now);
  if (!met) return null;
  const reason = met.text === 'wait' ? 'wait' : 'limit';
  return { reason, retryAfterSeconds: Math.ceil(met.waitMs / SECOND) };
}
