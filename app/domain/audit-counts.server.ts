import { log, logError } from '#app/log.server.ts';
import { addAuditCounts } from '#db/audit.ts';
import { inTransaction } from '#db/database.server.ts';
import { isStoreError } from '#db/store-error.ts';
import type { Requester } from './audit.server.ts';
import { dailyAddress } from './daily-address.server.ts';
import { EventTally } from './event-tally.server.ts';
import { AUDIT } from './limits.ts';

/** What anybody can cause, as often as they like (security model 1.12). */
export type CountedEvent =
  | 'enquiry.honeypot'
  | 'enquiry.throttled'
  | 'attachment.infected'
  | 'quarantine.full'
  | 'verification.failed'
  | 'verification.missing'
  | 'post.cross-site'
  | 'login.failed'
  | 'login.locked'
  | 'login.refused'
  | 'login.token'
  | 'reset.requested'
  | 'link.refused'
  | 'store.failed';

const tally = new EventTally();
let timer: NodeJS.Timeout | undefined;
let nextInMs: number = AUDIT.flushMs;
let flushing: Promise<void> = Promise.resolve();

/**
 * Counts what an anonymous request caused: one row an event, address, account and minute, with a
 * number. Costs the request no write and never fails it: counts wait in memory for the next flush.
 * A process that is killed loses those of its last second, which is bearable for counts of strangers.
 */
export function countEvent(
  requester: Pick<Requester, 'address' | 'requestId'>,
  event: CountedEvent,
  adminId = 0,
): void {
  const at = new Date();
  const address = requester.address === null ? '' : dailyAddress('audit', requester.address, at);
  const first = tally.add(event, adminId, address, at);
  // The rest of the minute is one line at its end, with the number.
  if (first) log(`audit.${event}`, { ...named(adminId, address), requestId: requester.requestId });
  timer ??= setTimeout(tick, nextInMs).unref();
}

/** Counts a fault if it is the store's own. */
export function countStoreError(error: unknown): void {
  if (isStoreError(error)) countEvent({ address: null, requestId: 'server' }, 'store.failed');
}

/** Stores what waits; what cannot be stored now waits on. For a server that stops: of all minutes. */
export function flushCounts(before?: Date): Promise<void> {
  flushing = flushing.then(async () => {
    try {
      await tally.store((rows) => inTransaction((tx) => addAuditCounts(tx, rows)));
      nextInMs = AUDIT.flushMs;
    } catch (error) {
      // A store that somebody else has locked makes each try wait.
      nextInMs = AUDIT.retryMs;
      logError('audit-counts-not-stored', { reason: (error as Error).message });
    }
    for (const { minute, event, admin_id, address, count } of tally.close(before)) {
      if (count > 1) log(`audit.${event}`, { ...named(admin_id, address), minute, count });
    }
  });
  return flushing;
}

async function tick(): Promise<void> {
  await flushCounts(new Date());
  timer = tally.isEmpty ? undefined : setTimeout(tick, nextInMs).unref();
}

function named(adminId: number, address: string) {
  return { admin: adminId || undefined, address };
}
