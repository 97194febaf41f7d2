import type { Language } from '#app/content/language.ts';
import { countStoreError, recordAudit, type Requester } from '#app/domain/audit.server.ts';
import { DAY, HOUR, SECOND } from '#app/domain/clock.server.ts';
import { createRandomToken, hashToken, hashWithKey } from '#app/domain/keys.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import {
  deleteSession,
  endOverdueSessions,
  endSurplusSessions,
  findSession,
  findSessionEnd,
  insertSession,
  updateSession,
} from '#db/accounts.ts';
import { database, inTransaction, type Db } from '#db/database.server.ts';
import { deleteAdminPostedForms } from '#db/posted-forms.ts';
import type { SessionEnd } from '#db/schema.ts';
import { isStoreError } from '#db/store-error.ts';

export interface SignedInAdmin {
  id: number;
  email: string;
  language: Language;
  draft?: string | null;
}

const TOKEN_BYTES = 32;
const IDLE_TIMEOUT_MS = AUTH.sessionIdleHours * HOUR;
const LIFETIME_MS = AUTH.sessionMaxDays * DAY;

/**
 * Opens a session and returns its token; only a hash of it is stored. Ends the session that the client
 * presented, and the oldest ones above five (ledger, Decisions).
 */
export async function openSession(
  tx: Db,
  adminId: number,
  client: { session: string | null; address: string | null; agent: string },
  nowMs = Date.now(),
): Promise<string> {
  const { session, address, agent } = client;
  const token = createRandomToken(TOKEN_BYTES);
  if (session) await deleteSession(tx, hashToken(session));
  await endOverdueSessions(tx, nowMs, nowMs - IDLE_TIMEOUT_MS);
  await insertSession(tx, {
    token_hash: hashToken(token),
    admin_id: adminId,
    created_at: nowMs,
    last_seen_at: nowMs,
    expires_at: nowMs + LIFETIME_MS,
    confirmed_at: nowMs,
    address_hash: address === null ? null : hashWithKey('address', address),
    agent_hash: agent ? hashWithKey('address', agent) : null,
  });
  await endSurplusSessions(tx, adminId, AUTH.sessionsPerAdmin, nowMs);
  return token;
}

export async function readSession(
  token: string | null,
  nowMs = Date.now(),
): Promise<SignedInAdmin | null> {
  const session = await findActiveSession(token, nowMs);
  if (!session) return null;
  if (nowMs >= session.last_seen_at + AUTH.sessionTouchSeconds * SECOND) {
    await updateLastSeen(session.token_hash, nowMs);
  }
  const { admin_id: id, email, language, draft } = session;
  return { id, email, language, draft };
}

// A database that cannot be written must not stop admins from reading it.
async function updateLastSeen(tokenHash: string, nowMs: number): Promise<void> {
  try {
    await inTransaction((tx) => updateSession(tx, tokenHash, { last_seen_at: nowMs }));
  } catch (error) {
    if (!isStoreError(error)) throw error;
    countStoreError(error);
  }
}

/** Checks a session without counting as use, so that the session can become idle. */
export async function isSessionActive(token: string | null): Promise<boolean> {
  return (await findActiveSession(token, Date.now())) !== null;
}

async function findActiveSession(token: string | null, nowMs: number) {
  if (!token) return null;
  const session = await findSession(database(), hashToken(token));
  if (!session || session.disabled) return null;
  const hasEnded = nowMs >= session.expires_at || nowMs >= session.last_seen_at + IDLE_TIMEOUT_MS;
  return hasEnded ? null : session;
}

/** Returns why a session ended, or null if it is active, unknown or was ended by signing out. */
export async function readSessionEnd(
  token: string | null,
): Promise<{ adminId: number; reason: SessionEnd } | null> {
  if (!token) return null;
  const nowMs = Date.now();
  const sessionEnd = await findSessionEnd(database(), hashToken(token));
  if (sessionEnd) return sessionEnd;
  // An overdue session stays in its table until the next sign-in.
  const overdueSession = await findSession(database(), hashToken(token));
  if (!overdueSession || (await findActiveSession(token, nowMs))) return null;
  const reason = nowMs >= overdueSession.expires_at ? 'expired' : 'idle';
  return {
    adminId: overdueSession.admin_id,
    reason: overdueSession.disabled ? 'operator' : reason,
  };
}

export async function closeSession(token: string | null, requester: Requester): Promise<void> {
  if (!token) return;
  await inTransaction(async (tx) => {
    const session = await findSession(tx, hashToken(token));
    if (!session) return;
    await deleteSession(tx, hashToken(token));
    await deleteAdminPostedForms(tx, session.admin_id);
    await recordAudit(tx, requester, 'logout', { admin: session.admin_id });
  });
}

export async function deleteSessionDraft(token: string): Promise<void> {
  await inTransaction((tx) => updateSession(tx, hashToken(token), { draft: null }));
}
