// Sensitive actions need the admin's password (and second step), given in the session within the last
// ten minutes (PP-2, security model 1.3).
import { verifyPassword } from '#app/domain/accounts/passwords.server.ts';
import { consumeSecondFactor } from '#app/domain/accounts/second-factor.server.ts';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import { isUnchanged, type SignInClient } from '#app/domain/accounts/sign-in.server.ts';
import { countEvent } from '#app/domain/audit.server.ts';
import { getSteadyNow, MINUTE } from '#app/domain/clock.server.ts';
import { hashToken } from '#app/domain/keys.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import {
  getAccountKey,
  recordFailedAttempt,
  releaseAttempt,
  reserveSingleUse,
} from '#app/domain/rate-limits.server.ts';
import { findAdminById, findSession, updateSession } from '#db/accounts.ts';
import { deleteUses } from '#db/counted-uses.ts';
import { database, inTransaction, type Db } from '#db/database.server.ts';

export class PasswordNotRecent extends Error {}

/** An admin who acts on an account, with the session in which the password was given. */
export interface Actor {
  admin: SignedInAdmin;
  client: SignInClient;
}

/** `unauthorized`: the password is wrong. */
export type ConfirmationError =
  { kind: 'unauthorized' | 'wrong-code' } | { kind: 'locked'; remainingMs: number };

/** Throws PasswordNotRecent unless the session is open and its password was given lately. */
export async function requireRecentPassword(
  { admin, client }: Actor,
  db: Db = database(),
  nowMs = Date.now(),
): Promise<void> {
  const session = await findSession(db, hashToken(client.session ?? ''));
  const ageMs = nowMs - (session?.confirmed_at ?? 0);
  // A negative age means that the system clock was set back.
  const isRecent = ageMs >= 0 && ageMs < AUTH.confirmationMinutes * MINUTE;
  const isOwn = session?.admin_id === admin.id && session.disabled === 0;
  if (!isOwn || !isRecent) throw new PasswordNotRecent();
}

/** Runs `work` in a transaction that has checked the session. Throws PasswordNotRecent. */
export function runInConfirmedSession<T>(actor: Actor, work: (tx: Db) => Promise<T>): Promise<T> {
  return inTransaction(async (tx) => {
    await requireRecentPassword(actor, tx);
    return work(tx);
  });
}

export async function needsSecondStep({ admin }: Actor): Promise<boolean> {
  return (await findAdminById(database(), admin.id))?.totp_secret != null;
}

/**
 * Verifies the password, and the code with two-step login, and notes in the session that they were
 * given. Returns null, or the error. Throws PasswordsBusy.
 */
export async function confirmPassword(
  actor: Actor,
  { password, code }: { password: string; code: string },
): Promise<ConfirmationError | null> {
  const { admin, client } = actor;
  const account = await findAdminById(database(), admin.id);
  const startedAtMs = getSteadyNow();
  const accountKey = getAccountKey(admin.email);
  const key = `confirm-${accountKey}` as const;
  const attempt = await reserveSingleUse(key, accountKey, startedAtMs);
  if ('lockedMs' in attempt) return { kind: 'locked', remainingMs: attempt.lockedMs };
  const { reservation } = attempt;
  let errorKind: 'unauthorized' | 'wrong-code' | null = 'unauthorized';
  try {
    if (account && (await verifyPassword(password, account.password_hash))) {
      errorKind = await inTransaction(async (tx) => {
        if (!(await isUnchanged(tx, account))) return 'unauthorized';
        const hasCode = !account.totp_secret || (await consumeSecondFactor(tx, account, code));
        if (!hasCode) return 'wrong-code';
        await deleteUses(tx, 'key', [key]);
        await updateSession(tx, hashToken(client.session ?? ''), { confirmed_at: Date.now() });
        return null;
      });
    }
  } catch (error) {
    await releaseAttempt(reservation);
    throw error;
  }
  if (errorKind === null) return null;
  const lockedMs = await recordFailedAttempt(reservation, startedAtMs);
  countEvent(client, lockedMs > 0 ? 'login.locked' : 'login.failed', admin.id);
  return lockedMs > 0 ? { kind: 'locked', remainingMs: lockedMs } : { kind: errorKind };
}
