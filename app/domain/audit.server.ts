import { log, logError } from '#app/log.server.ts';
import { addAuditCount, insertAudit, OTHERS } from '#db/audit.ts';
import { type Db, inTransaction } from '#db/database.server.ts';
import { dailyAddress } from './keys.server.ts';
import type { AuditCount } from '#db/schema.ts';
import { isStoreError } from '#db/store-error.ts';
import { AUDIT } from './limits.ts';

export interface Requester {
  address: string | null;
  requestId: string;
  visitor?: string | null;
}

export const OPERATOR: Requester = { address: null, requestId: 'cli' };

export const SERVER: Requester = { address: null, requestId: 'server' };

/** Without secrets and without what visitors wrote; `admin` is the id of the account it is about. */
type AuditFacts = { admin?: number | undefined } & {
  [fact: string]: string | number | boolean | null | undefined;
};

/** In the requester's transaction. What strangers can cause is counted instead: countEvent. */
export async function recordAudit(
  db: Db,
  requester: Requester,
  event: string,
  { admin, ...details }: AuditFacts = {},
): Promise<void> {
  const at = new Date();
  const address = requester.address === null ? null : dailyAddress('audit', requester.address, at);
  await insertAudit(db, {
    at: at.toISOString(),
    event,
    admin_id: admin ?? null,
    address,
    request_id: requester.requestId,
    details: JSON.stringify(details),
  });
  if (requester === OPERATOR) return;
  log(`audit.${event}`, { admin, address, requestId: requester.requestId, ...details });
}

type CountedEvent =
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

type Waiting = AuditCount & { requestId: string };

// What came in since the last second's upserts: each counted alone would cost four times the work,
// and a flood hundreds of commits a second.
const waiting = new Map<string, Waiting>();
let timer: NodeJS.Timeout | undefined;
let flushing: Promise<void> = Promise.resolve();

/**
 * One row an event, address, account and minute. Costs the request no write and never fails it. A
 * killed process loses its last second, which is bearable for counts of strangers.
 */
export function countEvent(
  requester: Pick<Requester, 'address' | 'requestId'>,
  event: CountedEvent,
  adminId = 0,
): void {
  const at = new Date();
  const address = requester.address === null ? '' : dailyAddress('audit', requester.address, at);
  const minute = `${at.toISOString().slice(0, 16)}:00.000Z`;
  const { requestId } = requester;
  hold({ minute, event, admin_id: adminId, address, count: 1, requestId });
  timer ??= setTimeout(flushCounts, AUDIT.flushMs).unref();
}

export function countStoreError(error: unknown): void {
  if (isStoreError(error)) countEvent({ address: null, requestId: 'server' }, 'store.failed');
}

export function flushCounts(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  flushing = flushing.then(store);
  return flushing;
}

/** Bounded whatever comes, and however long the store is away: beyond it an event is one row. */
function hold(more: Waiting): void {
  const { minute, event, admin_id, address } = more;
  const own = `${minute} ${event} ${admin_id} ${address}`;
  const isRoom = waiting.has(own) || waiting.size < AUDIT.heldCounts;
  const key = isRoom ? own : event;
  const held = waiting.get(key);
  if (held) held.count += more.count;
  else waiting.set(key, isRoom ? more : { ...more, admin_id: 0, address: OTHERS });
}

async function store(): Promise<void> {
  const counts = [...waiting.values()];
  waiting.clear();
  if (counts.length === 0) return;
  try {
    const stored = await inTransaction(async (tx) => {
      const rows: AuditCount[] = [];
      for (const { requestId: _, ...count } of counts)
        rows.push(await addAuditCount(tx, count, AUDIT.addressesAMinute));
      return rows;
    });
    for (const [i, row] of stored.entries()) report(row, counts[i]!);
  } catch (error) {
    for (const count of counts) hold(count);
    // A store that somebody else has locked makes each try wait.
    timer ??= setTimeout(flushCounts, AUDIT.retryMs).unref();
    logError('audit-counts-not-stored', { reason: (error as Error).message });
  }
}

function report({ event, admin_id, address, count }: AuditCount, added: Waiting): void {
  const before = count - added.count;
  if (before > 0 && String(count).length === String(before).length) return;
  const { requestId } = added;
  log(`audit.${event}`, { admin: admin_id || undefined, address, requestId, count });
}
