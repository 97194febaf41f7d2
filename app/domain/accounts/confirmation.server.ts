// Sensitive actions need the password (and second step) of the last ten minutes (PP-2, security model 1.3).
import { z } from 'zod';
import { verifyPassword } from '#app/domain/accounts/passwords.server.ts';
import { consumeSecondFactorCode } from '#app/domain/accounts/second-factor.server.ts';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import {
  isAccountUnchanged,
  rejectLockedAttempt,
  rejectWrongAttempt,
  type StaffClient,
} from '#app/domain/accounts/sign-in.server.ts';
import { getMonotonicNowMs, HOUR, MINUTE } from '#app/domain/clock.server.ts';
import { hashToken, seal, unseal } from '#app/domain/keys.server.ts';
import { AUTH, DESK } from '#app/domain/limits.ts';
import {
  getAccountKey,
  reserveAttempt,
  runReservedAttempt,
  type LimitKey,
} from '#app/domain/rate-limits.server.ts';
import { findSession } from '#db/accounts.ts';
import { getDatabase, inTransaction, type Db } from '#db/database.server.ts';
import { deleteRows, findRow, updateRows } from '#db/rows.ts';

export class PasswordNotRecent extends Error {}

/** An admin who acts on an account, in a session. Its password may be old: see requireRecentPassword. */
export interface Actor {
  admin: SignedInAdmin;
  sessionToken: string;
  client: StaffClient;
}

/** `unauthorized`: the password is wrong. */
type WrongCredential = 'unauthorized' | 'wrong-code';

export type ConfirmationError = { kind: WrongCredential } | { kind: 'locked'; remainingMs: number };

/** Throws PasswordNotRecent if the session has ended, or was confirmed more than AUTH.confirmationMinutes ago. */
export async function requireRecentPassword(
  { admin, sessionToken }: Actor,
  db: Db = getDatabase(),
): Promise<void> {
  const session = await findSession(db, hashToken(sessionToken));
  const ageMs = Date.now() - (session?.confirmed_at ?? 0);
  // A negative age means that the system clock was set back.
  const isRecent = ageMs >= 0 && ageMs < AUTH.confirmationMinutes * MINUTE;
  const isOwn = session?.admin_id === admin.id && session.disabled === 0;
  if (!isOwn || !isRecent) throw new PasswordNotRecent();
}

/** Runs `work` in a transaction that first calls requireRecentPassword. Throws PasswordNotRecent. */
export function runInConfirmedSession<T>(actor: Actor, work: (tx: Db) => Promise<T>): Promise<T> {
  return inTransaction(async (tx) => {
    await requireRecentPassword(actor, tx);
    return work(tx);
  });
}

export async function needsSecondStep({ admin }: Actor): Promise<boolean> {
  return (await findRow(getDatabase(), 'admins', { id: admin.id }))?.totp_secret != null;
}

/**
 * Marks the session as confirmed now if the password and the code are right, otherwise counts a failed attempt
 * (lockout); the attempt that causes a lock is 'locked' too. The code is needed only with a second factor. Returns null
 * on success. Throws PasswordsBusy.
 */
export async function confirmSession(
  actor: Actor,
  credentials: { password: string; code: string },
): Promise<ConfirmationError | null> {
  const { admin, client } = actor;
  const startedAtMs = getMonotonicNowMs();
  const accountKey = getAccountKey(admin.email);
  // Counted apart from sign-ins; unlocking the account deletes these attempts too.
  const confirmationKey = `confirm-${accountKey}` as const;

  const attempt = await reserveAttempt(confirmationKey, startedAtMs, accountKey);
  if (attempt.kind === 'locked') return rejectLockedAttempt(attempt.lockedMs, admin.id, client);

  const { reservation } = attempt;
  return runReservedAttempt<ConfirmationError | null>(reservation, async () => {
    const wrongCredential = await verifyAndConfirm(actor, credentials, confirmationKey);
    // It has deleted this attempt with the earlier ones.
    if (wrongCredential === null) return null;

    const rejected = await rejectWrongAttempt(reservation, admin.id, client, startedAtMs);
    return rejected.kind === 'locked' ? rejected : { kind: wrongCredential };
  });
}

/** On success, deletes all attempts of this key, marks the session as confirmed and returns null. */
async function verifyAndConfirm(
  { admin, sessionToken }: Actor,
  { password, code }: { password: string; code: string },
  attemptKey: LimitKey,
): Promise<WrongCredential | null> {
  const account = await findRow(getDatabase(), 'admins', { id: admin.id });
  if (!account || !(await verifyPassword(password, account.password_hash))) return 'unauthorized';

  return inTransaction(async (tx) => {
    if (!(await isAccountUnchanged(tx, account))) return 'unauthorized';
    if (account.totp_secret && !(await consumeSecondFactorCode(tx, account, code))) {
      return 'wrong-code';
    }

    await deleteRows(tx, 'counted_uses', { key: attemptKey });
    const session = { token_hash: hashToken(sessionToken) };
    await updateRows(tx, 'sessions', session, { confirmed_at: Date.now() });
    return null;
  });
}

const pendingFormSchema = z.object({
  adminId: z.number(),
  path: z.string(),
  fields: z.record(z.string(), z.string()),
  expiresAtMs: z.number(),
});

/** A form that is sent again once the password is confirmed: until then it is sealed in the page that asks for it. */
export type PendingForm = Pick<z.infer<typeof pendingFormSchema>, 'path' | 'fields'>;

/** Encrypts a form for its admin. It expires after DESK.draftHours. */
export function sealPendingForm(adminId: number, form: PendingForm): string {
  const expiresAtMs = Date.now() + DESK.draftHours * HOUR;
  return seal('pending-form', JSON.stringify({ adminId, ...form, expiresAtMs }));
}

/** Returns a form that sealPendingForm has sealed; null if it was changed, is another admin's, or has expired. */
export function unsealPendingForm(sealed: string, adminId: number): PendingForm | null {
  const json = unseal('pending-form', sealed);
  if (json === null) return null;
  const { adminId: ownerId, expiresAtMs, ...form } = pendingFormSchema.parse(JSON.parse(json));
  return ownerId === adminId && Date.now() < expiresAtMs ? form : null;
}
