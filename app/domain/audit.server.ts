import { log } from '#app/log.server.ts';
import { insertAudit } from '#db/audit.ts';
import type { Db } from '#db/database.server.ts';
import { dailyAddress } from './daily-address.server.ts';

/** Who asks: the part of a visit that the audit log needs. */
export interface Caller {
  address: string | null;
  requestId: string;
}

/** A command typed on the server: recorded, but not printed among its own output. */
export const OPERATOR: Caller = { address: null, requestId: 'cli' };

/** The server itself, on no request. */
export const SERVER: Caller = { address: null, requestId: 'server' };

export interface AuditEvent {
  /** Such as `login.failed`; the list is security model 1.12. */
  event: string;
  adminId?: number | undefined;
  /** Facts without secrets and without what visitors wrote. */
  details?: Record<string, string | number | boolean | null>;
}

/**
 * Appends to the audit log, in the caller's transaction, and prints the same as one line. What a
 * request without an account can cause is counted instead: audit-counts.server.ts.
 */
export async function recordAudit(
  db: Db,
  caller: Caller,
  { event, adminId, details = {} }: AuditEvent,
): Promise<void> {
  const at = new Date();
  const address = caller.address === null ? null : dailyAddress('audit', caller.address, at);
  await insertAudit(db, {
    at: at.toISOString(),
    event,
    admin_id: adminId ?? null,
    address,
    request_id: caller.requestId,
    details: JSON.stringify(details),
  });
  if (caller === OPERATOR) return;
  log(`audit.${event}`, { admin: adminId, address, requestId: caller.requestId, ...details });
}
