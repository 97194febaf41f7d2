import { findAdminById } from '#db/accounts.ts';
import { database, inTransaction } from '#db/database.server.ts';
import type { Admin } from '#db/schema.ts';
import { MINUTE, steadyNow } from '#app/domain/clock.server.ts';
import { hashToken } from '#app/domain/keys.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { spendSecondFactor } from './second-factor.server.ts';
import {
  type SignInClient,
  type SignInOutcome,
  letIn,
  refuseLocked,
  refuseWrong,
  startAttempt,
} from './sign-in.server.ts';

/** What a signed cookie keeps between password and code: that the password was known just now. */
export function grantSecondStep(admin: Admin, now = Date.now()): string {
  const until = now + AUTH.secondStepMinutes * MINUTE;
  return `${admin.id}~${until}~${passwordMark(admin)}`;
}

/** The admin a note was given for; null when it is old, or the account has changed since. */
export async function readSecondStep(
  noted: string | null,
  now = Date.now(),
): Promise<Admin | null> {
  const [id, until, mark] = noted?.split('~') ?? [];
  if (!id || now >= Number(until)) return null;
  const admin = await findAdminById(database(), Number(id));
  const stands = admin && !admin.disabled && admin.totp_secret && passwordMark(admin) === mark;
  return stands ? admin : null;
}

/** The second step of a login: the code counts as an attempt, like a password. */
export async function signInWithCode(
  admin: Admin,
  code: string,
  client: SignInClient,
  now = steadyNow(),
): Promise<SignInOutcome> {
  const attempt = await startAttempt(admin.email, admin.id, client, now);
  if ('lockedMs' in attempt) return refuseLocked(attempt.lockedMs, admin.id, client);
  const right = await inTransaction((tx) => spendSecondFactor(tx, admin, code));
  return right
    ? letIn(admin, attempt.reservation, client, now)
    : refuseWrong(attempt.reservation, admin.id, client, now);
}

function passwordMark(admin: Admin): string {
  return hashToken(admin.password_hash ?? '').slice(0, 16);
}
