import {
  countStoreError,
  recordAudit,
  type AdminRequest,
  type Requester,
} from '#app/domain/audit.server.ts';
import { DAY, HOUR, SECOND } from '#app/domain/clock.server.ts';
import { createRandomToken, hashToken, hashWithKey } from '#app/domain/keys.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import {
  endOverdueSessions,
  endSurplusSessions,
  findSession,
  listAdminSessions,
  type SessionOfAdmin,
} from '#db/accounts.ts';
import { getDatabase, inTransaction, type Db } from '#db/database.server.ts';
import { deleteRows, findRow, insertRow, updateRows } from '#db/rows.ts';
import type { Admin, Session, SessionEnd } from '#db/schema.ts';
import { isStoreError } from '#db/store-error.ts';

export interface Author extends AdminRequest {
  admin: SignedInAdmin;
}

export type SignedInAdmin = Pick<Admin, 'id' | 'email' | 'language'>;

const TOKEN_BYTES = 32;
const IDLE_TIMEOUT_MS = AUTH.sessionIdleHours * HOUR;
const LIFETIME_MS = AUTH.sessionMaxDays * DAY;

/**
 * Stores a session with a newly confirmed password, and returns its token. Ends all overdue sessions, and the
 * admin's oldest above AUTH.sessionsPerAdmin (docs/rules.md).
 */
export async function openSession(
  tx: Db,
  adminId: number,
  { ipAddress, agent }: { ipAddress: string | null; agent: string },
): Promise<string> {
  const nowMs = Date.now();
  const token = createRandomToken(TOKEN_BYTES);
  await endOverdueSessions(tx, { nowMs, idleSinceMs: nowMs - IDLE_TIMEOUT_MS });

  await insertRow(tx, 'sessions', {
    token_hash: hashToken(token),
    admin_id: adminId,
    created_at: nowMs,
    last_seen_at: nowMs,
    expires_at: nowMs + LIFETIME_MS,
    confirmed_at: nowMs,
    ip_hash: ipAddress === null ? null : hashWithKey('address', ipAddress),
    agent_hash: agent ? hashWithKey('address', agent) : null,
  });

  await endSurplusSessions(tx, adminId, { maxSessions: AUTH.sessionsPerAdmin, nowMs });
  return token;
}

/**
 * Returns the admin of a session; null if it has ended or the admin is disabled. Postpones its idle timeout, at most
 * once in AUTH.sessionTouchSeconds, and not while the database cannot be written.
 */
export async function authenticateSession(token: string | null): Promise<SignedInAdmin | null> {
  const session = await findActiveSession(token);
  if (!session) return null;

  const nowMs = Date.now();
  if (nowMs >= session.last_seen_at + AUTH.sessionTouchSeconds * SECOND) {
    await updateLastSeen(session.token_hash, nowMs);
  }

  return toSignedInAdmin(session);
}

/** Like authenticateSession, but does not count as use of the session. */
export async function findSignedInAdmin(token: string | null): Promise<SignedInAdmin | null> {
  const session = await findActiveSession(token);
  return session && toSignedInAdmin(session);
}

function toSignedInAdmin({ admin_id: id, email, language }: SessionOfAdmin): SignedInAdmin {
  return { id, email, language };
}

// Ignores errors of the database, so that admins can still read when it cannot be written.
async function updateLastSeen(tokenHash: string, nowMs: number): Promise<void> {
  try {
    await inTransaction((tx) =>
      updateRows(tx, 'sessions', { token_hash: tokenHash }, { last_seen_at: nowMs }),
    );
  } catch (error) {
    if (!isStoreError(error)) throw error;
    countStoreError(error);
  }
}

async function findActiveSession(token: string | null): Promise<SessionOfAdmin | null> {
  if (!token) return null;
  const session = await findSession(getDatabase(), hashToken(token));
  return session && getEndReason(session) === null ? session : null;
}

/** Returns null while the session is active. */
function getEndReason(session: SessionOfAdmin): SessionEnd | null {
  return session.disabled ? 'operator' : getOverdueReason(session);
}

function getOverdueReason({ expires_at, last_seen_at }: Session): 'expired' | 'idle' | null {
  const nowMs = Date.now();
  if (nowMs >= expires_at) return 'expired';
  return nowMs >= last_seen_at + IDLE_TIMEOUT_MS ? 'idle' : null;
}

/** Counts the sessions in which an admin is signed in. */
export async function countActiveSessions({ id }: SignedInAdmin): Promise<number> {
  const sessions = await listAdminSessions(getDatabase(), id);
  return sessions.filter((session) => getOverdueReason(session) === null).length;
}

/** Returns the admin of an ended session and the reason; null if it is active, unknown or the admin signed out. */
export async function readSessionEnd(
  token: string | null,
): Promise<{ adminId: number; reason: SessionEnd } | null> {
  if (!token) return null;
  const token_hash = hashToken(token);
  const recordedEnd = await findRow(getDatabase(), 'ended_sessions', { token_hash });
  if (recordedEnd) return { adminId: recordedEnd.admin_id, reason: recordedEnd.reason };

  // A session that is over stays in its table until the next sign-in.
  const session = await findSession(getDatabase(), token_hash);
  const reason = session && getEndReason(session);
  return reason ? { adminId: session.admin_id, reason } : null;
}

/** Deletes a session, and audits it. Ignores an unknown token and null. */
export async function signOut(token: string | null, requester: Requester): Promise<void> {
  if (!token) return;
  await inTransaction(async (tx) => {
    const session = await findSession(tx, hashToken(token));
    if (!session) return;
    await deleteRows(tx, 'sessions', { token_hash: hashToken(token) });
    await recordAudit(tx, requester, 'logout', { admin: session.admin_id });
  });
}
