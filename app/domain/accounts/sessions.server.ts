import { plainLine } from '#app/domain/plain-text.ts';
import type { ArrivingFiles } from '#app/domain/attachments/attachment-intake.server.ts';
import type { Language } from '#app/content/language.ts';
import { type Db, database, inTransaction } from '#db/database.server.ts';
import {
  deleteSession,
  endOverdueSessions,
  findSession,
  findSessionEnd,
  insertSession,
  keepNewestSessions,
  updateSession,
} from '#db/accounts.ts';
import type { SessionEnd } from '#db/schema.ts';
import { isStoreError } from '#db/store-error.ts';
import { type Requester, countStoreError, recordAudit } from '#app/domain/audit.server.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#app/domain/clock.server.ts';
import { hashToken, keyedHash, randomToken, seal, unseal } from '#app/domain/keys.server.ts';
import { ATTACHMENTS, AUTH, DESK } from '#app/domain/limits.ts';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';

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
  const token = randomToken(TOKEN_BYTES);
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
  await keepNewestSessions(tx, adminId, AUTH.sessionsPerAdmin, now);
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
    await recordAudit(tx, requester, 'logout', { admin: found.admin_id });
  });
}

const draft = z.object({
  admin: z.number(),
  form: z.string(),
  fields: z.record(z.string(), z.string()),
  until: z.number(),
});

export type RestoredDraft = Pick<z.infer<typeof draft>, 'form' | 'fields'>;

/** In a draft: the names of files that were chosen in its form, a line each. They did not wait with it. */
export const UNSENT_FILES = 'unsent_files';

export function sealDraft(admin: number, written: RestoredDraft, now = Date.now()): string {
  const text = JSON.stringify({ admin, ...written, until: now + DESK.draftMinutes * MINUTE });
  // Greek posted as a form is three times as long as it is here.
  return seal('draft', deflateRawSync(text).toString('base64'));
}

/** A form of the desk, for whoever wrote it; undefined where nobody knows who did. */
export async function sealPosted(
  { fields: posted, files }: { fields: FormData; files: ArrivingFiles | undefined },
  form: string,
  endedAdmin: number | undefined,
): Promise<string | undefined> {
  // Where the cookie is gone, the form says itself whose it is, and which.
  const [, admin, named] = /^(\d{1,15}) ([\w-]+ \d{0,15})$/.exec(String(posted.get('draft'))) ?? [];
  const owner = endedAdmin ?? Number(admin ?? Number.NaN);
  if (Number.isNaN(owner)) return undefined;
  // Files do not wait: only their names, for whoever chooses them again.
  if (files) posted.set(UNSENT_FILES, (await namesOf(files)).join('\n'));
  const { draft: _, ...fields } = Object.fromEntries(posted) as Record<string, string>;
  return sealDraft(owner, { form: named ?? `${form} ${fields['enquiry']}`, fields });
}

async function namesOf({ files }: ArrivingFiles): Promise<string[]> {
  const names: string[] = [];
  for await (const { name, bytes } of files) {
    names.push(plainLine(name, ATTACHMENTS.nameMax).slice(0, ATTACHMENTS.nameMax));
    // Behind it are the next, and fields.
    for await (const _ of bytes);
  }
  return names;
}

export function openDraft(
  sealed: string | null | undefined,
  adminId: number,
  now = Date.now(),
): RestoredDraft | null {
  const packed = sealed ? unseal('draft', sealed) : null;
  if (packed === null) return null;
  const text = inflateRawSync(Buffer.from(packed, 'base64')).toString();
  const { admin, until, ...written } = draft.parse(JSON.parse(text));
  return admin === adminId && now < until ? written : null;
}

export async function leaveDraft(token: string, adminId: number, sealed: string): Promise<void> {
  if (!openDraft(sealed, adminId)) return;
  await inTransaction((tx) => updateSession(tx, hashToken(token), { draft: sealed }));
}

export async function dropDraft(token: string): Promise<void> {
  await inTransaction((tx) => updateSession(tx, hashToken(token), { draft: null }));
}
