import type { Language } from '#app/content/language.ts';
import { countStoreError, recordAudit, type Requester } from '#app/domain/audit.server.ts';
import { DAY, HOUR, SECOND } from '#app/domain/clock.server.ts';
import { createRandomToken, hashToken, keyedHash } from '#app/domain/keys.server.ts';
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
import { deletePostedFormsOf } from '#db/posted-forms.ts';
import type { SessionEnd } from '#db/schema.ts';
import { isStoreError } from '#db/store-error.ts';

export interface SignedInAdmin {
  id: number;
  email: string;
  language: Language;
  draft?: string | null;
}

const TOKEN_BYTES = 32;
const IDLE_MS = AUTH.sessionIdleHours * HOUR;
const LIFE_MS = AUTH.sessionMaxDays * DAY;

/**
 * The token is kept nowhere but in the cookie. The one that was presented ends; beyond five sessions
 * the oldest do (ledger, Decisions).
 */
export async function openSession(
  tx: Db,
  adminId: number,
  opening: { session: string | null; address: string | null; agent: string },
  now = Date.now(),
): Promise<string> {
  const { session, address, agent } = opening;
  const token = createRandomToken(TOKEN_BYTES);
  if (session) await deleteSession(tx, hashToken(session));
  await endOverdueSessions(tx, now, now - IDLE_MS);
  await insertSession(tx, {
    token_hash: hashToken(token),
    admin_id: adminId,
    created_at: now,
    last_seen_at: now,
    expires_at: now + LIFE_MS,
    address_hash: address === null ? null : keyedHash('address', address),
    agent_hash: agent ? keyedHash('address', agent) : null,
  });
  await endSurplusSessions(tx, adminId, AUTH.sessionsPerAdmin, now);
  return token;
}

export async function readSession(
  token: string | null,
  now = Date.now(),
): Promise<SignedInAdmin | null> {
  const found = await findLivingSession(token, now);
  if (!found) return null;
  if (now >= found.last_seen_at + AUTH.sessionTouchSeconds * SECOND) {
    await touch(found.token_hash, now);
  }
  const { admin_id: id, email, language, draft } = found;
  return { id, email, language, draft };
}

// A store that can only be read must not keep the admins from reading it.
async function touch(tokenHash: string, now: number): Promise<void> {
  try {
    await inTransaction((tx) => updateSession(tx, tokenHash, { last_seen_at: now }));
  } catch (error) {
    if (!isStoreError(error)) throw error;
    countStoreError(error);
  }
}

/** Whether a token's session is still good; asking does not count as being there. */
export async function sessionLives(token: string | null): Promise<boolean> {
  return (await findLivingSession(token, Date.now())) !== null;
}

async function findLivingSession(token: string | null, now: number) {
  if (!token) return null;
  const found = await findSession(database(), hashToken(token));
  if (!found || found.disabled) return null;
  const ended = now >= found.expires_at || now >= found.last_seen_at + IDLE_MS;
  return ended ? null : found;
}

/** Whose session a cookie was and why it ended, unless they signed out of it; null if unknown. */
export async function readSessionEnd(
  token: string | null,
): Promise<{ adminId: number; reason: SessionEnd } | null> {
  if (!token) return null;
  const now = Date.now();
  const ended = await findSessionEnd(database(), hashToken(token));
  if (ended) return ended;
  // Past its time, but not cleared away yet.
  const found = await findSession(database(), hashToken(token));
  if (!found || (await findLivingSession(token, now))) return null;
  const reason = now >= found.expires_at ? 'expired' : 'idle';
  return { adminId: found.admin_id, reason: found.disabled ? 'operator' : reason };
}

export async function closeSession(token: string | null, requester: Requester): Promise<void> {
  if (!token) return;
  await inTransaction(async (tx) => {
    const found = await findSession(tx, hashToken(token));
    if (!found) return;
    await deleteSession(tx, hashToken(token));
    await deletePostedFormsOf(tx, found.admin_id);
    await recordAudit(tx, requester, 'logout', { admin: found.admin_id });
  });
}

export async function dropDraft(token: string): Promise<void> {
  await inTransaction((tx) => updateSession(tx, hashToken(token), { draft: null }));
}
