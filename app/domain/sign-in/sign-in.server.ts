import { database, inTransaction } from '#db/database.server.ts';
import { findAdmin } from '#db/accounts.ts';
import type { Admin } from '#db/schema.ts';
import { isUnchanged } from './account-state.server.ts';
import { countEvent } from '#app/domain/audit-counts.server.ts';
import { type Requester, recordAudit } from '#app/domain/audit.server.ts';
import { steadyNow } from '#app/domain/clock.server.ts';
import { issueDevice, readDevice } from './devices.server.ts';
import {
  type Reservation,
  clearAttempt,
  failAttempt,
  releaseAttempt,
  reserveAttempt,
} from './lockout.server.ts';
import { PasswordsBusy, verifyPassword } from '#app/domain/passwords/passwords.server.ts';
import { accountKey, addressKey, browserKey, deviceKey } from '#app/domain/rate-limits.server.ts';
import { openSession } from './sessions.server.ts';

/** Who asks on the login and password pages: also what their browser's cookies say. */
export interface SignInClient extends Requester {
  browserId: string;
  session: string | null;
  agent: string;
  /** The cookie that makes the browser known for an account. */
  deviceOf: (email: string) => Promise<string | null>;
}

export type SignInOutcome =
  | { kind: 'signed-in'; admin: Admin; session: string; device: string }
  | { kind: 'second-step'; admin: Admin }
  | { kind: 'failed' }
  | { kind: 'busy' }
  /** `now` tells the failure that caused the lock from the tries that meet it. */
  | { kind: 'locked'; remainingMs: number; now: boolean };

/**
 * One login with e-mail and password, in the order of security model 1.4: reserve, verify, commit.
 * `email` is normalised. Which of unknown, disabled, invited and wrong it was is not told.
 */
export async function signIn(
  email: string,
  password: string,
  client: SignInClient,
  now = steadyNow(),
): Promise<SignInOutcome> {
  const found = await findAdmin(database(), email);
  const admin = found && !found.disabled && found.password_hash ? found : undefined;
  const attempt = await startAttempt(email, found?.id, client, now);
  if ('lockedMs' in attempt) return refuseLocked(attempt.lockedMs, found?.id, client);
  try {
    const right = await verifyPassword(password, admin?.password_hash ?? null);
    if (!right || !admin) return await refuseWrong(attempt.reservation, found?.id, client, now);
  } catch (error) {
    await releaseAttempt(attempt.reservation);
    if (error instanceof PasswordsBusy) return { kind: 'busy' };
    throw error;
  }
  if (admin.totp_secret) {
    // Only the second step clears the counters, or a known password would buy endless codes.
    await releaseAttempt(attempt.reservation);
    return { kind: 'second-step', admin };
  }
  return letIn(admin, attempt.reservation, client, now);
}

/** Reserves a place for one try at an account; `device` of the result is what was presented. */
export async function startAttempt(
  email: string,
  adminId: number | undefined,
  client: SignInClient,
  now: number,
) {
  const device = await readDevice(database(), await client.deviceOf(email), adminId, now);
  return reserveAttempt(
    {
      account: accountKey(email),
      device: device === null ? null : deviceKey(device),
      browser: browserKey(client.browserId),
      address: addressKey(client.address),
    },
    now,
  );
}

/** Opens the session and makes the browser known, in one transaction. */
export function letIn(
  admin: Admin,
  reservation: Reservation,
  client: SignInClient,
  now: number,
): Promise<SignInOutcome> {
  return inTransaction(async (tx) => {
    await clearAttempt(tx, reservation);
    // The account may have been disabled or given a new password while this one was verified.
    if (!(await isUnchanged(tx, admin))) return { kind: 'failed' };
    const presented = await readDevice(tx, await client.deviceOf(admin.email), admin.id, now);
    const device = await issueDevice(tx, admin.id, presented, now);
    const session = await openSession(tx, {
      adminId: admin.id,
      presented: client.session,
      address: client.address,
      agent: client.agent,
      now: Date.now(),
    });
    await recordAudit(tx, client, { event: 'login.ok', adminId: admin.id });
    return { kind: 'signed-in', admin, session, device };
  });
}

/** Counts a failed try and says what the visitor is to be told. */
export async function refuseWrong(
  reservation: Reservation,
  adminId: number | undefined,
  client: SignInClient,
  now: number,
): Promise<SignInOutcome> {
  const lockedMs = await failAttempt(reservation, now);
  const event = lockedMs > 0 ? 'login.locked' : 'login.failed';
  countEvent(client, event, adminId);
  return lockedMs > 0 ? { kind: 'locked', remainingMs: lockedMs, now: true } : { kind: 'failed' };
}

/** A try that met a lock: noted, not counted. */
export async function refuseLocked(
  remainingMs: number,
  adminId: number | undefined,
  client: SignInClient,
): Promise<SignInOutcome> {
  countEvent(client, 'login.refused', adminId);
  return { kind: 'locked', remainingMs, now: false };
}
