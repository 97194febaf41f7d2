import { log } from '#app/log.server.ts';
import { insertAudit } from '#db/audit.ts';
import type { Db } from '#db/database.server.ts';
import { dailyAddress } from './daily-address.server.ts';

/** Who asks. */
export interface Requester {
  /** The network address; null where no front door stands. */
  address: string | null;
  requestId: string;
  /** What the visitor cookie says; null without a valid one. Only the contact form asks for it. */
  visitor?: string | null;
  /** Waits for services and for the bytes of files, and keeps nobody from work meanwhile. */
  elsewhere?: <T>(wait: () => Promise<T>) => Promise<T>;
}

/** A command typed on the server: recorded, but not printed among its own output. */
export const OPERATOR: Requester = { address: null, requestId: 'cli' };

/** The server itself, on no request. */
export const SERVER: Requester = { address: null, requestId: 'server' };

export interface AuditEvent {
  /** Such as `login.refused`: of what, and what became of it (security model 1.12). */
  event: string;
  adminId?: number | undefined;
  /** Facts without secrets and without what visitors wrote. */
  details?: Record<string, string | number | boolean | null>;
}

/**
 * Appends to the audit log, in the requester's transaction, and prints the same as one line. What a
 * request without an account can cause is counted instead: audit-counts.server.ts.
 */
export async function recordAudit(
  db: Db,
  requester: Requester,
  { event, adminId, details = {} }: AuditEvent,
): Promise<void> {
  const at = new Date();
  const address = requester.address === null ? null : dailyAddress('audit', requester.address, at);
  await insertAudit(db, {
    at: at.toISOString(),
    event,
    admin_id: adminId ?? null,
    address,
    request_id: requester.requestId,
    details: JSON.stringify(details),
  });
  if (requester === OPERATOR) return;
  log(`audit.${event}`, { admin: adminId, address, requestId: requester.requestId, ...details });
}
