import { log, logError } from '#app/log.server.ts';
import { addAuditCount, OTHERS } from '#db/audit.ts';
import { inTransaction, type Db } from '#db/database.server.ts';
import { logAfterCommit } from '#db/engine/group-commit.ts';
import { insertRow } from '#db/rows.ts';
import type { AuditCount } from '#db/schema.ts';
import { isStoreError } from '#db/store-error.ts';
import { hashIpAddressForDay } from './keys.server.ts';
import { AUDIT } from './limits.ts';

export interface Requester {
  ipAddress: string | null;
  requestId: string;
  visitor?: string | null;
}

/** The person who runs a command on the server. */
export const OPERATOR: Requester = { ipAddress: null, requestId: 'cli' };

/** The server itself, for work without a request. */
export const SERVER: Requester = { ipAddress: null, requestId: 'server' };

/** Contains no secrets and nothing that visitors wrote. `admin` is the id of the account concerned. */
type AuditFacts = { admin?: number | undefined } & {
  [fact: string]: string | number | boolean | null | undefined;
};

/**
 * Stores an event in the transaction that caused it, with a hash of the IP address that changes daily, and logs it after
 * the commit, unless the operator caused it. For events that any client can cause, use countEvent.
 */
export async function recordAudit(
  db: Db,
  requester: Requester,
  event: string,
  { admin, ...details }: AuditFacts = {},
): Promise<void> {
  const date = new Date();
  const ipAddressHash =
    requester.ipAddress === null ? null : hashIpAddressForDay('audit', requester.ipAddress, date);

  await insertRow(db, 'audit_log', {
    at: date.toISOString(),
    event,
    admin_id: admin ?? null,
    ip_hash: ipAddressHash,
    request_id: requester.requestId,
    details: JSON.stringify(details),
  });

  if (requester === OPERATOR) return;
  logAfterCommit(db, `audit.${event}`, {
    ...details,
    admin,
    address: ipAddressHash,
    requestId: requester.requestId,
  });
}

/** An admin who makes a change, and the request that the audit log names. */
export interface AdminRequest {
  admin: { id: number };
  requester: Requester;
}

/** Like recordAudit, for a change that an admin makes. It concerns that admin's own account, unless `facts` name another. */
export function recordAuditByAdmin(
  db: Db,
  { admin, requester }: AdminRequest,
  event: string,
  facts: AuditFacts = {},
): Promise<void> {
  return recordAudit(db, requester, event, { admin: admin.id, ...facts });
}

type CountedEvent =
  | 'enquiry.honeypot'
  | 'enquiry.throttled'
  | 'attachment.infected'
  | 'quarantine.full'
  | 'verification.failed'
  | 'verification.missing'
  | 'message-received'
  | 'message-ignored'
  | 'post.cross-site'
  | 'proxy.no-address'
  | 'login.failed'
  | 'login.locked'
  | 'login.refused'
  | 'login.token'
  | 'reset.requested'
  | 'link.refused'
  | 'store.failed';

type PendingCount = AuditCount & { requestId: string };

// The counts since the last flush. Storing each event alone would cost four times the work, and
// hundreds of commits a second during a flood.
const pendingCounts = new Map<string, PendingCount>();
let flushTimer: NodeJS.Timeout | undefined;
let lastFlush: Promise<void> = Promise.resolve();

/**
 * Counts an event in one row per event, IP address, account and minute; in a flood, IP addresses share a row. Buffers the
 * count in memory: no request waits for a write or fails because of one. A killed process loses its last second.
 */
export function countEvent(
  requester: Pick<Requester, 'ipAddress' | 'requestId'>,
  event: CountedEvent,
  adminId = 0,
): void {
  const date = new Date();
  const ipAddressHash =
    requester.ipAddress === null ? '' : hashIpAddressForDay('audit', requester.ipAddress, date);
  const minute = `${date.toISOString().slice(0, 16)}:00.000Z`;

  addPendingCount({
    minute,
    event,
    admin_id: adminId,
    ip_hash: ipAddressHash,
    count: 1,
    requestId: requester.requestId,
  });
  flushTimer ??= setTimeout(flushEventCounts, AUDIT.flushMs).unref();
}

/** Counts an error of the database; ignores any other error. */
export function countStoreError(error: unknown): void {
  if (isStoreError(error)) countEvent(SERVER, 'store.failed');
}

/** Stores the buffered counts. Never rejects: if the database fails, they stay in the buffer for a retry. */
export function flushEventCounts(): Promise<void> {
  clearTimeout(flushTimer);
  flushTimer = undefined;
  lastFlush = lastFlush.then(storeCounts);
  return lastFlush;
}

/** Buffers at most AUDIT.heldCounts rows; beyond that, all IP addresses of an event share one row. */
function addPendingCount(added: PendingCount): void {
  const { minute, event, admin_id, ip_hash } = added;
  const rowKey = `${minute} ${event} ${admin_id} ${ip_hash}`;
  const needsSharedRow = !pendingCounts.has(rowKey) && pendingCounts.size >= AUDIT.heldCounts;
  const key = needsSharedRow ? event : rowKey;

  const existingCount = pendingCounts.get(key);
  if (existingCount) existingCount.count += added.count;
  else if (needsSharedRow) pendingCounts.set(key, { ...added, admin_id: 0, ip_hash: OTHERS });
  else pendingCounts.set(key, added);
}

async function storeCounts(): Promise<void> {
  const counts = [...pendingCounts.values()];
  pendingCounts.clear();
  if (counts.length === 0) return;

  try {
    const storedCounts = await inTransaction(async (tx) => {
      const rows: AuditCount[] = [];
      for (const { requestId: _, ...count } of counts)
        rows.push(await addAuditCount(tx, count, AUDIT.ipAddressesPerMinute));
      return rows;
    });

    for (const [i, row] of storedCounts.entries()) logCount(row, counts[i]!);
  } catch (error) {
    for (const count of counts) addPendingCount(count);
    // While another process locks the store, each attempt waits for the lock.
    flushTimer ??= setTimeout(flushEventCounts, AUDIT.retryMs).unref();
    logError('audit-counts-not-stored', { reason: (error as Error).message });
  }
}

/** Logs the first event of a row, and then whenever the count gets another digit. */
function logCount({ event, admin_id, ip_hash, count }: AuditCount, added: PendingCount): void {
  const previousCount = count - added.count;
  if (previousCount > 0 && String(count).length === String(previousCount).length) return;
  const { requestId } = added;
  log(`audit.${event}`, { admin: admin_id || undefined, address: ip_hash, requestId, count });
}
