import { accountFaults } from '#app/content/desk/account.server.ts';
import { findAdminById } from '#db/accounts.ts';
import { database } from '#db/database.server.ts';
import type { Admin } from '#db/schema.ts';
import { steadyNow } from '#app/domain/clock.server.ts';
import { verifyPassword } from '#app/domain/passwords/passwords.server.ts';
import { releaseAttempt } from '#app/domain/sign-in/lockout.server.ts';
import type { SignedInAdmin } from '#app/domain/sign-in/sessions.server.ts';
import {
  type SignInClient,
  refuseLocked,
  refuseWrong,
  startAttempt,
} from '#app/domain/sign-in/sign-in.server.ts';

/** Why something that needs the current password was not done. */
export type OwnAccountError = { field: string | null; message: string; retrySeconds?: number };

/** What is said where the current password is not the one that was given. */
export function wrongPassword({ language }: SignedInAdmin): OwnAccountError {
  return { field: 'current_password', message: accountFaults[language].notCurrent };
}

/** Asks for the password again: a wrong one counts like a failed login. Throws PasswordsBusy. */
export async function confirmPassword(
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
