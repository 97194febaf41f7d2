import type { Language } from '#app/content/language.ts';
import {
  countRecoveryCodes,
  countSessionsOf,
  endSessionsOf,
  findAdminById,
  updateAdmin,
} from '#db/accounts.ts';
import { database, inTransaction } from '#db/database.server.ts';
import { recordAudit } from '#app/domain/audit.server.ts';
import { hashToken } from '#app/domain/keys.server.ts';
import { type SignedInAdmin, openSession } from '#app/domain/sign-in/sessions.server.ts';
import {
  type SignInClient,
  isUnchanged,
  refuseLocked,
  refuseWrong,
  startAttempt,
} from '#app/domain/sign-in/sign-in.server.ts';
import {
  hashPassword,
  passwordError,
  verifyPassword,
} from '#app/domain/sign-in/passwords.server.ts';
import { accountFaults } from '#app/content/words/account.server.ts';
import {
  proveOffer,
  removeSecondFactor,
  takeUpOffer,
} from '#app/domain/sign-in/second-factor.server.ts';
import type { Admin } from '#db/schema.ts';
import { steadyNow } from '#app/domain/clock.server.ts';
import { releaseAttempt } from '#app/domain/rate-limits.server.ts';
import { replacePassword } from './access-links.server.ts';

export async function readOwnAccount(admin: SignedInAdmin) {
  const row = await findAdminById(database(), admin.id);
  return {
    email: admin.email,
    language: row?.language ?? 'en',
    digest: row?.digest === 1,
    sessions: await countSessionsOf(database(), admin.id),
    secondFactor: row?.totp_secret != null,
    recoveryCodes: await countRecoveryCodes(database(), admin.id),
  };
}

export function saveLanguage(admin: SignedInAdmin, language: Language): Promise<void> {
  return inTransaction((tx) => updateAdmin(tx, admin.id, { language }));
}

export function saveDigest(admin: SignedInAdmin, wanted: boolean): Promise<void> {
  return inTransaction((tx) => updateAdmin(tx, admin.id, { digest: wanted ? 1 : 0 }));
}

export async function signOutElsewhere(admin: SignedInAdmin, client: SignInClient): Promise<void> {
  await inTransaction(async (tx) => {
    const except = hashToken(client.session ?? '');
    const ending = { reason: 'elsewhere', now: Date.now(), except } as const;
    const sessions = await endSessionsOf(tx, admin.id, ending);
    const details = { sessions };
    await recordAudit(tx, client, {
      event: 'session.revoked',
      adminId: admin.id,
      details,
    });
  });
}

/** Changes the password and opens a new session for this browser alone. Throws PasswordsBusy. */
export async function changePassword(
  owner: SignedInAdmin,
  form: { current: string; password: string; confirmation: string },
  client: SignInClient,
): Promise<OwnAccountError | { session: string }> {
  const fault = await passwordError(form.password, form.confirmation, owner.email, owner.language);
  if (fault) return fault;
  const confirmed = await confirmPassword(owner, form.current, client);
  if ('message' in confirmed) return confirmed;
  const hash = await hashPassword(form.password);
  return inTransaction(async (tx) => {
    if (!(await isUnchanged(tx, confirmed))) return wrongPassword(owner);
    await replacePassword(tx, confirmed, hash, 'password.changed', client);
    const { address, agent } = client;
    const opening = { adminId: owner.id, presented: null, address, agent };
    return { session: await openSession(tx, { ...opening, now: Date.now() }) };
  });
}

/** Turns the second factor on; returns the recovery codes, to be shown once. Throws PasswordsBusy. */
export async function turnOnSecondFactor(
  owner: SignedInAdmin,
  form: { setup: string; code: string; current: string },
  client: SignInClient,
): Promise<OwnAccountError | { codes: string[] }> {
  const offer = proveOffer(owner, form);
  if (!offer) return { field: 'code', message: accountFaults[owner.language].wrongCode };
  const confirmed = await confirmPassword(owner, form.current, client);
  if ('message' in confirmed) return confirmed;
  if (confirmed.totp_secret !== null)
    return { field: null, message: accountFaults[owner.language].already };
  return inTransaction(async (tx) => {
    if (!(await isUnchanged(tx, confirmed))) return wrongPassword(owner);
    const codes = await takeUpOffer(tx, owner.id, offer);
    await recordAudit(tx, client, { event: 'second-factor.on', adminId: owner.id });
    return { codes };
  });
}

/** Turns the second factor off; null when done. Throws PasswordsBusy. */
export async function turnOffSecondFactor(
  owner: SignedInAdmin,
  current: string,
  client: SignInClient,
): Promise<OwnAccountError | null> {
  const confirmed = await confirmPassword(owner, current, client);
  if ('message' in confirmed) return confirmed;
  return inTransaction(async (tx) => {
    if (!(await isUnchanged(tx, confirmed))) return wrongPassword(owner);
    await removeSecondFactor(tx, owner.id);
    await recordAudit(tx, client, { event: 'second-factor.off', adminId: owner.id });
    return null;
  });
}

export type OwnAccountError = { field: string | null; message: string; retrySeconds?: number };

function wrongPassword({ language }: SignedInAdmin): OwnAccountError {
  return { field: 'current_password', message: accountFaults[language].notCurrent };
}

/** Asks for the password again: a wrong one counts like a failed login. Throws PasswordsBusy. */
async function confirmPassword(
  owner: SignedInAdmin,
  current: string,
  client: SignInClient,
): Promise<Admin | OwnAccountError> {
  const now = steadyNow();
  const attempt = await startAttempt(owner.email, owner.id, client, now);
  if ('lockedMs' in attempt) {
    await refuseLocked(attempt.lockedMs, owner.id, client);
    return lockedError(owner, attempt.lockedMs);
  }
  const admin = await findAdminById(database(), owner.id);
  let right = false;
  try {
    right = await verifyPassword(current, admin?.password_hash ?? null);
  } catch (error) {
    await releaseAttempt(attempt.reservation);
    throw error;
  }
  if (!right || !admin) {
    const outcome = await refuseWrong(attempt.reservation, owner.id, client, now);
    return outcome.kind === 'locked'
      ? lockedError(owner, outcome.remainingMs)
      : wrongPassword(owner);
  }
  await releaseAttempt(attempt.reservation);
  return admin;
}

function lockedError({ language }: SignedInAdmin, ms: number): OwnAccountError {
  const seconds = Math.ceil(ms / 1000);
  const message = accountFaults[language].locked(Math.ceil(seconds / 60));
  return { field: null, message, retrySeconds: seconds };
}
