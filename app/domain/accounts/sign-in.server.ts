import { findAdmin, findAdminById } from '#db/accounts.ts';
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { COSTS } from '#costs';
import { type Db, database, inTransaction } from '#db/database.server.ts';
import type { Admin } from '#db/schema.ts';
import { type Requester, countEvent, recordAudit } from '#app/domain/audit.server.ts';
import { MINUTE, steadyNow } from '#app/domain/clock.server.ts';
import { PasswordsBusy, verifyPassword } from '#app/domain/accounts/passwords.server.ts';
import {
  type Reservation,
  accountKey,
  addressKey,
  browserKey,
  clearAttempt,
  deviceKey,
  failAttempt,
  issueDevice,
  readDevice,
  releaseAttempt,
  reserveAttempt,
} from '#app/domain/rate-limits.server.ts';
import { hashToken, keyFor, keysFor, randomToken } from '#app/domain/keys.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { spendSecondFactor } from './second-factor.server.ts';
import { openSession } from './sessions.server.ts';

export interface SignInClient extends Requester {
  browserId: string;
  session: string | null;
  agent: string;
  deviceOf: (email: string) => Promise<string | null>;
}

type Refused =
  | { kind: 'failed' }
  /** `now` tells the failure that caused the lock from the tries that meet it. */
  | { kind: 'locked'; remainingMs: number; now: boolean };

export type SignInOutcome =
  | { kind: 'signed-in'; admin: Admin; session: string; device: string }
  | { kind: 'second-step'; admin: Admin }
  | { kind: 'busy' }
  | Refused;

export async function signIn(
  email: string,
  password: string,
  client: SignInClient,
): Promise<SignInOutcome> {
  try {
    const tried = await tryPassword(email, password, client);
    if ('kind' in tried) return tried;
    const { admin, reservation, now } = tried;
    if (!admin.totp_secret) return await letIn(admin, reservation, client, now);
    // Only the second step clears the counters, or a known password would buy endless codes.
    await releaseAttempt(reservation);
    return { kind: 'second-step', admin };
  } catch (error) {
    if (error instanceof PasswordsBusy) return { kind: 'busy' };
    throw error;
  }
}

export async function confirmPassword(
  email: string,
  password: string,
  client: SignInClient,
): Promise<Admin | Refused> {
  const tried = await tryPassword(email, password, client);
  if ('kind' in tried) return tried;
  await releaseAttempt(tried.reservation);
  return tried.admin;
}

/**
 * In the order of security model 1.4: reserve, verify, commit, which is for the caller to do. Which
 * of unknown, disabled, invited and wrong it was is not told. Throws PasswordsBusy.
 */
async function tryPassword(
  email: string,
  password: string,
  client: SignInClient,
): Promise<{ admin: Admin; reservation: Reservation; now: number } | Refused> {
  const now = steadyNow();
  const found = await findAdmin(database(), email);
  const admin = found && !found.disabled && found.password_hash ? found : undefined;
  const attempt = await startAttempt(email, found?.id, client, now);
  if ('lockedMs' in attempt) return refuseLocked(attempt.lockedMs, found?.id, client);
  const { reservation } = attempt;
  try {
    const right = await verifyPassword(password, admin?.password_hash ?? null);
    if (!right || !admin) return await refuseWrong(reservation, found?.id, client, now);
    return { admin, reservation, now };
  } catch (error) {
    await releaseAttempt(reservation);
    throw error;
  }
}

export function grantSecondStep(admin: Admin): string {
  const until = Date.now() + AUTH.secondStepMinutes * MINUTE;
  return `${admin.id}~${until}~${passwordMark(admin)}`;
}

export async function readSecondStep(noted: string | null): Promise<Admin | null> {
  const [id, until, mark] = noted?.split('~') ?? [];
  if (!id || Date.now() >= Number(until)) return null;
  const admin = await findAdminById(database(), Number(id));
  const stands = admin && !admin.disabled && admin.totp_secret && passwordMark(admin) === mark;
  return stands ? admin : null;
}

export async function signInWithCode(
  admin: Admin,
  code: string,
  client: SignInClient,
): Promise<SignInOutcome> {
  const now = steadyNow();
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

async function startAttempt(
  email: string,
  adminId: number | undefined,
  client: SignInClient,
  now: number,
) {
  const device = await readDevice(database(), await client.deviceOf(email), adminId, now);
  const keys = {
    account: accountKey(email),
    device: device === null ? null : deviceKey(device),
    browser: browserKey(client.browserId),
    address: addressKey(client.address),
  };
  return reserveAttempt(keys, now);
}

function letIn(
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
    const session = await openSession(tx, admin.id, client);
    await recordAudit(tx, client, 'login.ok', { admin: admin.id });
    return { kind: 'signed-in', admin, session, device };
  });
}

async function refuseWrong(
  reservation: Reservation,
  adminId: number | undefined,
  client: SignInClient,
  now: number,
): Promise<Refused> {
  const lockedMs = await failAttempt(reservation, now);
  countEvent(client, lockedMs > 0 ? 'login.locked' : 'login.failed', adminId);
  return lockedMs > 0 ? { kind: 'locked', remainingMs: lockedMs, now: true } : { kind: 'failed' };
}

function refuseLocked(
  remainingMs: number,
  adminId: number | undefined,
  client: SignInClient,
): Refused {
  countEvent(client, 'login.refused', adminId);
  return { kind: 'locked', remainingMs, now: false };
}

/**
 * Asked in the transaction that acts on what a verified password allows: verifying takes long
 * enough for a link, the operator or another browser to take it away.
 */
export async function isUnchanged(tx: Db, admin: Admin): Promise<boolean> {
  const current = await findAdminById(tx, admin.id);
  return (
    current?.disabled === 0 &&
    current.password_hash === admin.password_hash &&
    current.totp_secret === admin.totp_secret
  );
}

const HALF = AUTH.securityTokenBytes / 2;

/**
 * The security token of a form (ledger AL-3): 32 bytes as hex, half of them random, half binding
 * them to the browser's cookie. Differs on each page, so nothing can be learnt from its repetition.
 */
export function securityToken(browserId: string): string {
  const random = Buffer.from(randomToken(HALF, 'hex'), 'hex');
  return Buffer.concat([random, bind(keyFor('login-token'), browserId, random)]).toString('hex');
}

export function isSecurityToken(token: string, browserId: string): boolean {
  if (!/^[0-9a-f]+$/.test(token) || token.length !== AUTH.securityTokenBytes * 2) return false;
  const bytes = Buffer.from(token, 'hex');
  return keysFor('login-token').some((key) =>
    timingSafeEqual(bytes.subarray(HALF), bind(key, browserId, bytes.subarray(0, HALF))),
  );
}

function bind(key: Buffer, browserId: string, random: Buffer): Buffer {
  return createHmac('sha256', key).update(browserId).update(random).digest().subarray(0, HALF);
}

/**
 * Has an answer wait until a random time after its start (performance.now()), so that how long it took
 * tells nothing (ledger AL-4). `hold` lets the waiting be done where it keeps nothing from others.
 */
export async function holdAnswer(
  startedAt: number,
  hold: ((until: number) => void) | undefined,
): Promise<void> {
  const until = startedAt + randomInt(COSTS.loginDelayMinMs, COSTS.loginDelayMaxMs + 1);
  if (hold) return hold(until);
  await wait(Math.max(0, until - performance.now()));
}
