import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { COSTS } from '#costs';
import { PasswordsBusy, verifyPassword } from '#app/domain/accounts/passwords.server.ts';
import { countEvent, recordAudit, type Requester } from '#app/domain/audit.server.ts';
import { getSteadyNow, MINUTE } from '#app/domain/clock.server.ts';
import { createRandomToken, getKey, getKeys, hashToken } from '#app/domain/keys.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import {
  addressKey,
  clearAttempt,
  getAccountKey,
  getBrowserKey,
  getDeviceKey,
  issueDeviceToken,
  readDevice,
  recordFailedAttempt,
  releaseAttempt,
  reserveAttempt,
  type Reservation,
} from '#app/domain/rate-limits.server.ts';
import { findAdmin, findAdminById, updateAdmin } from '#db/accounts.ts';
import { database, inTransaction, type Db } from '#db/database.server.ts';
import type { Admin } from '#db/schema.ts';
import { consumeSecondFactor } from './second-factor.server.ts';
import { openSession } from './sessions.server.ts';

export interface SignInClient extends Requester {
  browserId: string;
  session: string | null;
  agent: string;
  readDeviceCookie: (email: string) => Promise<string | null>;
}

type Rejected =
  | { kind: 'unauthorized' }
  /** `isNew` tells the failure that caused the lock from later attempts that meet it. */
  | { kind: 'locked'; remainingMs: number; isNew: boolean };

export type SignInResult =
  | { kind: 'signed-in'; admin: Admin; session: string; device: string }
  | { kind: 'second-step'; admin: Admin }
  | { kind: 'busy' }
  | Rejected;

export async function signIn(
  email: string,
  password: string,
  client: SignInClient,
): Promise<SignInResult> {
  try {
    const result = await verifyCredentials(email, password, client);
    if (result.kind !== 'verified') return result;
    const { admin, reservation, startedAtMs } = result;
    if (!admin.totp_secret) return await completeSignIn(admin, reservation, client, startedAtMs);
    // Only the second step clears the counters; otherwise a known password would allow endless codes.
    await releaseAttempt(reservation);
    return { kind: 'second-step', admin };
  } catch (error) {
    if (error instanceof PasswordsBusy) return { kind: 'busy' };
    throw error;
  }
}

/**
 * Reserves an attempt and verifies the password; the caller releases or clears the attempt
 * (security model 1.4). Callers cannot distinguish unknown, disabled, invited and wrong-password
 * accounts (enumeration). Throws PasswordsBusy.
 */
async function verifyCredentials(
  email: string,
  password: string,
  client: SignInClient,
): Promise<
  { kind: 'verified'; admin: Admin; reservation: Reservation; startedAtMs: number } | Rejected
> {
  const startedAtMs = getSteadyNow();
  const account = await findAdmin(database(), email);
  const admin = account && !account.disabled && account.password_hash ? account : undefined;
  const attempt = await startAttempt(email, account?.id, client, startedAtMs);
  if ('lockedMs' in attempt) return rejectLocked(attempt.lockedMs, account?.id, client);
  const { reservation } = attempt;
  try {
    const isRight = await verifyPassword(password, admin?.password_hash ?? null);
    if (!isRight || !admin) {
      return await rejectWrong(reservation, account?.id, client, startedAtMs);
    }
    return { kind: 'verified', admin, reservation, startedAtMs };
  } catch (error) {
    await releaseAttempt(reservation);
    throw error;
  }
}

/** Returns the value of the signed cookie that allows its browser to enter the second factor. */
export function createSecondStepToken(admin: Admin): string {
  const expiresAtMs = Date.now() + AUTH.secondStepMinutes * MINUTE;
  return `${admin.id}~${expiresAtMs}~${getPasswordMark(admin)}`;
}

/** Returns null once the token is too old, or the account's password or second factor has changed. */
export async function findSecondStepAdmin(token: string | null): Promise<Admin | null> {
  const [id, expiresAtMs, passwordMark] = token?.split('~') ?? [];
  if (!id || Date.now() >= Number(expiresAtMs)) return null;
  const admin = await findAdminById(database(), Number(id));
  const isValid =
    admin && !admin.disabled && admin.totp_secret && getPasswordMark(admin) === passwordMark;
  return isValid ? admin : null;
}

export async function signInWithCode(
  admin: Admin,
  code: string,
  client: SignInClient,
): Promise<SignInResult> {
  const startedAtMs = getSteadyNow();
  const attempt = await startAttempt(admin.email, admin.id, client, startedAtMs);
  if ('lockedMs' in attempt) return rejectLocked(attempt.lockedMs, admin.id, client);
  const isRight = await inTransaction((tx) => consumeSecondFactor(tx, admin, code));
  return isRight
    ? completeSignIn(admin, attempt.reservation, client, startedAtMs)
    : rejectWrong(attempt.reservation, admin.id, client, startedAtMs);
}

/** Differs for each password, and tells nothing about it. */
function getPasswordMark(admin: Admin): string {
  return hashToken(admin.password_hash ?? '').slice(0, 16);
}

async function startAttempt(
  email: string,
  adminId: number | undefined,
  client: SignInClient,
  nowMs: number,
) {
  const deviceCookie = await client.readDeviceCookie(email);
  const device = await readDevice(database(), deviceCookie, adminId, nowMs);
  const keys = {
    account: getAccountKey(email),
    device: device === null ? null : getDeviceKey(device),
    browser: getBrowserKey(client.browserId),
    address: addressKey(client.address),
  };
  return reserveAttempt(keys, nowMs);
}

function completeSignIn(
  admin: Admin,
  reservation: Reservation,
  client: SignInClient,
  nowMs: number,
): Promise<SignInResult> {
  return inTransaction(async (tx) => {
    await clearAttempt(tx, reservation);
    return finishSignIn(tx, admin, client, { nowMs, method: 'password' });
  });
}

/** Opens the session of an admin whose password (and code) or passkey was verified. */
export async function finishSignIn(
  tx: Db,
  admin: Admin,
  client: SignInClient,
  { nowMs, method }: { nowMs: number; method: 'password' | 'passkey' },
): Promise<SignInResult> {
  // The account may have been disabled or given a new password while this one was verified.
  if (!(await isUnchanged(tx, admin))) return { kind: 'unauthorized' };
  const deviceCookie = await client.readDeviceCookie(admin.email);
  const presentedDevice = await readDevice(tx, deviceCookie, admin.id, nowMs);
  const device = await issueDeviceToken(tx, admin.id, presentedDevice, nowMs);
  const session = await openSession(tx, admin.id, client);
  await updateAdmin(tx, admin.id, { last_sign_in_at: new Date().toISOString() });
  await recordAudit(tx, client, 'login.ok', { admin: admin.id, method });
  return { kind: 'signed-in', admin, session, device };
}

async function rejectWrong(
  reservation: Reservation,
  adminId: number | undefined,
  client: SignInClient,
  nowMs: number,
): Promise<Rejected> {
  const lockedMs = await recordFailedAttempt(reservation, nowMs);
  countEvent(client, lockedMs > 0 ? 'login.locked' : 'login.failed', adminId);
  return lockedMs > 0
    ? { kind: 'locked', remainingMs: lockedMs, isNew: true }
    : { kind: 'unauthorized' };
}

export function rejectLocked(
  remainingMs: number,
  adminId: number | undefined,
  client: SignInClient,
): Rejected {
  countEvent(client, 'login.refused', adminId);
  return { kind: 'locked', remainingMs, isNew: false };
}

/**
 * Call it in the transaction that acts on a verified password: verifying takes so long that a link, the
 * operator or another browser may have changed the account meanwhile.
 */
export async function isUnchanged(tx: Db, admin: Admin): Promise<boolean> {
  const current = await findAdminById(tx, admin.id);
  return (
    current?.disabled === 0 &&
    current.password_hash === admin.password_hash &&
    current.totp_secret === admin.totp_secret
  );
}

const HALF_TOKEN_BYTES = AUTH.securityTokenBytes / 2;

/**
 * Returns the security token of a form (ledger AL-3): 32 bytes as hex, half of them random, half an HMAC
 * that binds them to the browser's cookie. It differs on each page, so repetition reveals nothing.
 */
export function createSecurityToken(browserId: string): string {
  const random = Buffer.from(createRandomToken(HALF_TOKEN_BYTES, 'hex'), 'hex');
  const mac = createTokenMac(getKey('login-token'), browserId, random);
  return Buffer.concat([random, mac]).toString('hex');
}

export function isSecurityToken(token: string, browserId: string): boolean {
  if (!/^[0-9a-f]+$/.test(token) || token.length !== AUTH.securityTokenBytes * 2) return false;
  const bytes = Buffer.from(token, 'hex');
  const random = bytes.subarray(0, HALF_TOKEN_BYTES);
  const mac = bytes.subarray(HALF_TOKEN_BYTES);
  return getKeys('login-token').some((key) =>
    timingSafeEqual(mac, createTokenMac(key, browserId, random)),
  );
}

function createTokenMac(key: Buffer, browserId: string, random: Buffer): Buffer {
  const mac = createHmac('sha256', key).update(browserId).update(random).digest();
  return mac.subarray(0, HALF_TOKEN_BYTES);
}

/**
 * Waits until a random time after the start of a request (performance.now()), so that the duration of its
 * response reveals nothing (ledger AL-4).
 */
export async function delayResponse(startedAtMs: number): Promise<void> {
  const untilMs = startedAtMs + randomInt(COSTS.loginDelayMinMs, COSTS.loginDelayMaxMs + 1);
  await wait(Math.max(0, untilMs - performance.now()));
}
