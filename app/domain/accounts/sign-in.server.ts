// Signing in with a password and a second step (AL). Each attempt is reserved before it is verified, and
// counts once it has failed (rate-limits.server.ts, where devices are explained too).
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { COSTS } from '#costs';
import { PasswordsBusy, verifyPassword } from '#app/domain/accounts/passwords.server.ts';
import { countEvent, recordAudit, type Requester } from '#app/domain/audit.server.ts';
import { getMonotonicNowMs, MINUTE } from '#app/domain/clock.server.ts';
import {
  createRandomToken,
  getNewestKey,
  hashToken,
  listKeysNewestFirst,
} from '#app/domain/keys.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import {
  clearFailedAttempts,
  findDeviceNonceHash,
  getAccountKey,
  getBrowserKey,
  getDeviceKey,
  getIpAddressKey,
  issueDeviceToken,
  recordFailedAttempt,
  releaseAttempt,
  reserveSignInAttempt,
  runReservedAttempt,
  type Reservation,
} from '#app/domain/rate-limits.server.ts';
import { getDatabase, inTransaction, type Db } from '#db/database.server.ts';
import { deleteRows, findRow, updateRows } from '#db/rows.ts';
import type { Admin } from '#db/schema.ts';
import { consumeSecondFactorCode } from './second-factor.server.ts';
import { openSession } from './sessions.server.ts';

/** The browser of a person who signs in or works at the desk. */
export interface StaffClient extends Requester {
  sessionToken: string | null;
  /** The header User-Agent. */
  agent: string;
  readDeviceCookie: (email: string) => Promise<string | null>;
}

/** A client with the id of its browser cookie, for which failed attempts are counted. */
export interface SignInClient extends StaffClient {
  browserId: string;
}

type Rejected =
  | { kind: 'unauthorized' }
  /** `isNew`: this failure has caused the lock. Otherwise the attempt was refused by an earlier lock. */
  | { kind: 'locked'; remainingMs: number; isNew: boolean };

export interface SignedIn {
  kind: 'signed-in';
  admin: Admin;
  sessionToken: string;
  deviceToken: string;
}

export type SignInResult = SignedIn | Rejected;

export type PasswordResult =
  SignedIn | { kind: 'second-step'; admin: Admin } | { kind: 'busy' } | Rejected;

/**
 * Opens a session, or returns `second-step` for an account with a second factor; `busy` while too many passwords are
 * checked. A wrong password counts for the lockouts. An unknown, disabled or invited account is `unauthorized` after the
 * same time (enumeration). `email` comes from normaliseEmail.
 */
export async function signIn(
  email: string,
  password: string,
  client: SignInClient,
): Promise<PasswordResult> {
  const startedAtMs = getMonotonicNowMs();
  const account = await findRow(getDatabase(), 'admins', { email });
  const admin = account && !account.disabled && account.password_hash ? account : undefined;

  const attempt = await reserveClientAttempt(email, account?.id, client, startedAtMs);
  if (attempt.kind === 'locked') return rejectLockedAttempt(attempt.lockedMs, account?.id, client);
  const { reservation } = attempt;

  try {
    return await runReservedAttempt<PasswordResult>(reservation, async () => {
      const isRight = await verifyPassword(password, admin?.password_hash ?? null);
      if (!isRight || !admin) {
        return rejectWrongAttempt(reservation, account?.id, client, startedAtMs);
      }
      if (!admin.totp_secret) {
        return inTransaction((tx) => finishPasswordSignIn(tx, admin, reservation, client));
      }

      // Only the second step clears the counters; otherwise a known password would allow endless codes.
      await releaseAttempt(reservation);
      return { kind: 'second-step', admin };
    });
  } catch (error) {
    if (error instanceof PasswordsBusy) return { kind: 'busy' };
    throw error;
  }
}

/** Creates a token that lets a browser enter the second factor. It is not signed: its cookie is. */
export function createSecondStepToken(admin: Admin): string {
  const expiresAtMs = Date.now() + AUTH.secondStepMinutes * MINUTE;
  return `${admin.id}~${expiresAtMs}~${getPasswordFingerprint(admin)}`;
}

/**
 * Returns the admin of a token. The caller has verified its signature by reading its cookie. Returns null if the token
 * has expired, or if the account has been disabled, has no second factor or has another password by now.
 */
export async function findSecondStepAdmin(verifiedToken: string | null): Promise<Admin | null> {
  const [id, expiresAtMs, fingerprint] = verifiedToken?.split('~') ?? [];
  // A missing or invalid time is NaN, and no comparison with it is true.
  const isValid = Number(expiresAtMs) > Date.now();
  if (!isValid) return null;

  const admin = await findRow(getDatabase(), 'admins', { id: Number(id) });
  if (!admin || admin.disabled || admin.totp_secret === null) return null;
  return getPasswordFingerprint(admin) === fingerprint ? admin : null;
}

/**
 * Opens a session if the code is right: the caller has verified the password. A wrong code, and any code for an account
 * that has changed meanwhile (isAccountUnchanged), counts for the lockouts.
 */
export async function signInWithCode(
  admin: Admin,
  code: string,
  client: SignInClient,
): Promise<SignInResult> {
  const startedAtMs = getMonotonicNowMs();
  const attempt = await reserveClientAttempt(admin.email, admin.id, client, startedAtMs);
  if (attempt.kind === 'locked') return rejectLockedAttempt(attempt.lockedMs, admin.id, client);
  const { reservation } = attempt;

  return runReservedAttempt<SignInResult>(reservation, async () => {
    const result = await inTransaction(async (tx) => {
      // Otherwise the code would be used up without a login.
      if (!(await isAccountUnchanged(tx, admin))) return null;
      const isRight = await consumeSecondFactorCode(tx, admin, code);
      return isRight ? finishPasswordSignIn(tx, admin, reservation, client) : null;
    });
    return result ?? rejectWrongAttempt(reservation, admin.id, client, startedAtMs);
  });
}

/** Changes with the password and does not reveal it. */
function getPasswordFingerprint(admin: Admin): string {
  return hashToken(admin.password_hash ?? '').slice(0, 16);
}

/** Returns the nonce hash of the client's device cookie for the account, or null without a valid one. */
export async function findClientDeviceHash(
  db: Db,
  { id, email }: { id: number | undefined; email: string },
  client: StaffClient,
): Promise<string | null> {
  return findDeviceNonceHash(db, await client.readDeviceCookie(email), id);
}

/** Stores the client as a device of the admin, instead of its earlier one, and returns the cookie's token. */
export async function rememberBrowser(tx: Db, admin: Admin, client: StaffClient): Promise<string> {
  const replacedDeviceHash = await findClientDeviceHash(tx, admin, client);
  return issueDeviceToken(tx, admin.id, replacedDeviceHash);
}

async function reserveClientAttempt(
  email: string,
  adminId: number | undefined,
  client: SignInClient,
  nowMs: number,
) {
  const deviceHash = await findClientDeviceHash(getDatabase(), { id: adminId, email }, client);
  const keys = {
    account: getAccountKey(email),
    device: deviceHash === null ? null : getDeviceKey(deviceHash),
    browser: getBrowserKey(client.browserId),
    ipAddress: getIpAddressKey(client.ipAddress),
  };
  return reserveSignInAttempt(keys, nowMs);
}

async function finishPasswordSignIn(
  tx: Db,
  admin: Admin,
  reservation: Reservation,
  client: SignInClient,
): Promise<SignInResult> {
  await clearFailedAttempts(tx, reservation);
  const signedIn = await completeSignIn(tx, admin, client, 'password');
  return signedIn ?? { kind: 'unauthorized' };
}

/**
 * Opens a session in place of the client's earlier one, and remembers the browser. Returns null, and does neither, if
 * the account has changed since it was verified (isAccountUnchanged).
 */
export async function completeSignIn(
  tx: Db,
  admin: Admin,
  client: StaffClient,
  method: 'password' | 'passkey',
): Promise<SignedIn | null> {
  if (!(await isAccountUnchanged(tx, admin))) return null;

  const deviceToken = await rememberBrowser(tx, admin, client);

  if (client.sessionToken)
    await deleteRows(tx, 'sessions', { token_hash: hashToken(client.sessionToken) });
  const sessionToken = await openSession(tx, admin.id, client);

  await updateRows(tx, 'admins', { id: admin.id }, { last_sign_in_at: new Date().toISOString() });
  await recordAudit(tx, client, 'login.ok', { admin: admin.id, method });
  return { kind: 'signed-in', admin, sessionToken, deviceToken };
}

/** Counts a reserved attempt as failed, for the lockouts and the audit. Returns `locked` if it has caused a lock. */
export async function rejectWrongAttempt(
  reservation: Reservation,
  adminId: number | undefined,
  client: Requester,
  nowMs: number,
): Promise<Rejected> {
  const { lockedMs } = await recordFailedAttempt(reservation, nowMs);
  countEvent(client, lockedMs > 0 ? 'login.locked' : 'login.failed', adminId);
  if (lockedMs === 0) return { kind: 'unauthorized' };
  return { kind: 'locked', remainingMs: lockedMs, isNew: true };
}

/** Counts an attempt that an earlier lock has refused, for the audit only: it does not prolong the lock. */
export function rejectLockedAttempt(
  remainingMs: number,
  adminId: number | undefined,
  client: Requester,
): Rejected {
  countEvent(client, 'login.refused', adminId);
  return { kind: 'locked', remainingMs, isNew: false };
}

/**
 * Returns whether the account is enabled and has the same password and second factor as `admin`, who was read earlier.
 * Call it in the transaction that acts on a verified password: verifying takes long enough for changes.
 */
export async function isAccountUnchanged(tx: Db, admin: Admin): Promise<boolean> {
  const current = await findRow(tx, 'admins', { id: admin.id });
  return (
    current?.disabled === 0 &&
    current.password_hash === admin.password_hash &&
    current.totp_secret === admin.totp_secret
  );
}

const HALF_TOKEN_BYTES = AUTH.securityTokenBytes / 2;

/**
 * Creates the token of a form against cross-site posts (AL-3): hex, half of it random, half an HMAC that
 * binds it to the browser's cookie. It differs on each page, so repetition reveals nothing.
 */
export function createCsrfToken(browserId: string): string {
  const random = Buffer.from(createRandomToken(HALF_TOKEN_BYTES, 'hex'), 'hex');
  const mac = createTokenMac(getNewestKey('login-token'), browserId, random);
  return Buffer.concat([random, mac]).toString('hex');
}

/** Returns whether createCsrfToken made the token for this browser, with any key that is still valid. */
export function isValidCsrfToken(token: string, browserId: string): boolean {
  if (!/^[0-9a-f]+$/.test(token) || token.length !== AUTH.securityTokenBytes * 2) return false;
  const bytes = Buffer.from(token, 'hex');
  const random = bytes.subarray(0, HALF_TOKEN_BYTES);
  const mac = bytes.subarray(HALF_TOKEN_BYTES);
  return listKeysNewestFirst('login-token').some((key) =>
    timingSafeEqual(mac, createTokenMac(key, browserId, random)),
  );
}

function createTokenMac(key: Buffer, browserId: string, random: Buffer): Buffer {
  const mac = createHmac('sha256', key).update(browserId).update(random).digest();
  return mac.subarray(0, HALF_TOKEN_BYTES);
}

/** Waits until a random time after the request's start (performance.now()), to hide durations (AL-4). */
export async function delayResponseRandomly(startedAtMs: number): Promise<void> {
  const untilMs = startedAtMs + randomInt(COSTS.loginDelayMinMs, COSTS.loginDelayMaxMs + 1);
  await wait(Math.max(0, untilMs - performance.now()));
}
