// Passkeys (PK): options, challenges, and their verification through @simplewebauthn/server.
import { isIP } from 'node:net';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { config } from '#app/config.server.ts';
import { getCompanyFacts } from '#app/content/company.server.ts';
import { runInConfirmedSession, type Actor } from '#app/domain/accounts/confirmation.server.ts';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import {
  completeSignIn,
  rejectLockedAttempt,
  rejectWrongAttempt,
  type SignedIn,
  type SignInClient,
  type SignInResult,
} from '#app/domain/accounts/sign-in.server.ts';
import { recordAudit } from '#app/domain/audit.server.ts';
import { getMonotonicNowMs, MINUTE, toAthensDay } from '#app/domain/clock.server.ts';
import {
  createRandomToken,
  hashToken,
  hashWithKey,
  sign,
  unsign,
} from '#app/domain/keys.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { toPlainLine } from '#app/domain/plain-text.ts';
import {
  getIpAddressKey,
  releaseAttempt,
  reserveAttempt,
  runReservedAttempt,
} from '#app/domain/rate-limits.server.ts';
import { getDatabase, inTransaction } from '#db/database.server.ts';
import { deleteRows, findRow, insertRow, insertRowIfNew, listRows, updateRows } from '#db/rows.ts';
import { queuePasskeyEmail } from './account-emails.server.ts';

const TOKEN_BYTES = 32;

// Loaded on first use: the library and its ASN.1 parsers take 29 MB, which a site without passkeys saves.
const loadWebAuthn = () => import('@simplewebauthn/server');

/** Returns why browsers allow no passkeys at PUBLIC_URL, as an English clause for the operator, or null if they do. */
export function findPasskeyConfigError(): string | null {
  const { hostname, protocol } = new URL(config().publicUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, '')))
    return 'PUBLIC_URL has an IP address instead of a host name';
  if (protocol === 'https:' || /(^|\.)localhost$/.test(hostname)) return null;
  return 'PUBLIC_URL is not https';
}

/** Signs the challenge, so it need not be stored. The owner is a browser (sign-in) or session (new passkey). */
function createChallenge(owner: string): string {
  const expiresAtMs = Date.now() + AUTH.passkeyChallengeMinutes * MINUTE;
  const parts = [createRandomToken(TOKEN_BYTES), hashWithKey('passkey', owner), expiresAtMs];
  return sign('passkey', parts.join('~'));
}

/** Returns false if the challenge is another owner's, expired or already used. */
async function consumeOwnChallenge(challenge: string, owner: string): Promise<boolean> {
  const [, ownerHash, expiresAt] = unsign('passkey', challenge)?.split('~') ?? [];
  const isOwn = ownerHash === hashWithKey('passkey', owner);
  // A missing time is NaN, and no comparison with it is true.
  const isValid = Number(expiresAt) > Date.now();
  if (!isOwn || !isValid) return false;
  const used = { id: hashToken(challenge), expires_at: Number(expiresAt) };
  return inTransaction((tx) => insertRowIfNew(tx, 'used_challenges', used));
}

/** The relying party of WebAuthn: passkeys are bound to this host name. */
const getRpId = () => new URL(config().publicUrl).hostname;

/**
 * Returns the options for signing in with a passkey, with a new challenge that only the browser with this id can
 * answer. It is signed, not stored. The options name no account, so the browser offers all its passkeys (PK-2).
 */
export function createSignInOptions(browserId: string): PublicKeyCredentialRequestOptionsJSON {
  const challenge = createChallenge(browserId);

  return {
    rpId: getRpId(),
    challenge: Buffer.from(challenge).toString('base64url'),
    allowCredentials: [],
    userVerification: 'required',
    timeout: AUTH.passkeyChallengeMinutes * MINUTE,
  };
}

/**
 * Returns the options for adding a passkey. Stores a user handle for an admin without one; the challenge is signed, not
 * stored. Does not require a recent password: addPasskey does.
 */
export async function createRegistrationOptions({
  admin,
  sessionToken,
}: Actor): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadWebAuthn();
  const passkeys = await listRows(getDatabase(), 'passkeys', { admin_id: admin.id });
  const handle = await findOrCreateUserHandle(admin.id);

  return generateRegistrationOptions({
    rpName: getCompanyFacts().brand,
    rpID: getRpId(),
    userID: new Uint8Array(Buffer.from(handle, 'base64url')),
    userName: admin.email,
    challenge: createChallenge(sessionToken),
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: AUTH.passkeyChallengeMinutes * MINUTE,
  });
}

function findOrCreateUserHandle(adminId: number): Promise<string> {
  return inTransaction(async (tx) => {
    const existingHandle = (await findRow(tx, 'admins', { id: adminId }))?.passkey_handle;
    if (existingHandle) return existingHandle;
    const passkey_handle = createRandomToken(TOKEN_BYTES);
    await updateRows(tx, 'admins', { id: adminId }, { passkey_handle });
    return passkey_handle;
  });
}

const credentialSchema = z.object({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string() }),
  clientExtensionResults: z.record(z.string(), z.unknown()),
});

const clientDataSchema = z.object({
  challenge: z.string(),
  // The site is shown in no frame, so no page of another origin can have asked for the passkey.
  crossOrigin: z.literal(false).optional(),
});

/**
 * Parses the browser's response, uses up its challenge, and returns the arguments for its verification. Returns
 * null if the response is malformed, or the challenge is not the owner's, used or old.
 */
async function prepareVerification<Json>(text: string, owner: string) {
  const parsed = parseResponse(text);
  if (!parsed) return null;

  const { response, expectedChallenge } = parsed;
  const signedChallenge = Buffer.from(expectedChallenge, 'base64url').toString();
  if (!(await consumeOwnChallenge(signedChallenge, owner))) return null;

  return {
    response: response as Json,
    expectedChallenge,
    expectedOrigin: config().publicUrl,
    expectedRPID: getRpId(),
    requireUserVerification: true,
  };
}

function parseResponse(text: string) {
  try {
    const response = credentialSchema.parse(JSON.parse(text));
    const clientData = Buffer.from(response.response.clientDataJSON, 'base64url').toString();
    const { challenge } = clientDataSchema.parse(JSON.parse(clientData));
    return { response, expectedChallenge: challenge };
  } catch {
    return null;
  }
}

/**
 * Stores a passkey, and queues a mail about it. 'invalid' for a name that is too long, and for a response that is
 * malformed or wrong, or whose challenge is not this session's, used or old. An empty name becomes 'Passkey'. Throws
 * PasswordNotRecent; the challenge is used up then too.
 */
export async function addPasskey(
  actor: Actor,
  { response, name }: { response: string; name: string },
): Promise<'added' | 'invalid' | 'already-stored'> {
  const { admin, client, sessionToken } = actor;
  const passkeyName = toPlainLine(name, AUTH.passkeyNameMax) || 'Passkey';
  if (passkeyName.length > AUTH.passkeyNameMax) return 'invalid';

  const options = await prepareVerification<RegistrationResponseJSON>(response, sessionToken);
  if (!options) return 'invalid';

  const { verifyRegistrationResponse } = await loadWebAuthn();
  const verification = await verifyRegistrationResponse(options).catch(() => null);
  if (!verification?.verified) return 'invalid';

  const { id, publicKey, counter } = verification.registrationInfo.credential;

  return runInConfirmedSession(actor, async (tx) => {
    if (await findRow(tx, 'passkeys', { id })) return 'already-stored';
    await insertRow(tx, 'passkeys', {
      id,
      admin_id: admin.id,
      name: passkeyName,
      public_key: publicKey,
      counter,
      created_at: new Date().toISOString(),
    });

    await queuePasskeyEmail(tx, admin, 'added', passkeyName);
    await recordAudit(tx, client, 'passkey.added', { admin: admin.id, by: admin.id });
    return 'added';
  });
}

/** Deletes a passkey, and queues a mail about it. 'not-found' also for another admin's. Throws PasswordNotRecent. */
export function removePasskey(actor: Actor, passkeyId: string): Promise<'removed' | 'not-found'> {
  const { admin, client } = actor;
  return runInConfirmedSession(actor, async (tx) => {
    const passkey = await findRow(tx, 'passkeys', { id: passkeyId, admin_id: admin.id });
    if (!passkey) return 'not-found';
    await deleteRows(tx, 'passkeys', { id: passkeyId });
    await queuePasskeyEmail(tx, admin, 'removed', passkey.name);
    await recordAudit(tx, client, 'passkey.removed', { admin: admin.id, by: admin.id });
    return 'removed';
  });
}

/**
 * Signs in the owner of a passkey, without a second step. Counts failed attempts of the IP address for its lockout;
 * every failure is 'unauthorized', also the attempt that causes the lock.
 */
export async function signInWithPasskey(
  response: string,
  client: SignInClient,
): Promise<SignInResult> {
  const startedAtMs = getMonotonicNowMs();
  const key = `passkey-${getIpAddressKey(client.ipAddress)}` as const;

  const attempt = await reserveAttempt(key, startedAtMs);
  if (attempt.kind === 'locked') return rejectLockedAttempt(attempt.lockedMs, undefined, client);

  const { reservation } = attempt;
  return runReservedAttempt<SignInResult>(reservation, async () => {
    const signedIn = await verifyPasskeyAndSignIn(response, client);
    if (signedIn) {
      await releaseAttempt(reservation);
      return signedIn;
    }

    // If this attempt causes a lock, the next one says so.
    await rejectWrongAttempt(reservation, undefined, client, startedAtMs);
    return { kind: 'unauthorized' };
  });
}

/** Returns null for unknown, removed, disabled and wrong passkeys, which look the same (enumeration). */
async function verifyPasskeyAndSignIn(
  response: string,
  client: SignInClient,
): Promise<SignedIn | null> {
  const prepared = await prepareVerification<AuthenticationResponseJSON>(
    response,
    client.browserId,
  );
  if (!prepared) return null;

  const passkey = await findRow(getDatabase(), 'passkeys', { id: prepared.response.id });
  if (!passkey) return null;

  const admin = await findRow(getDatabase(), 'admins', { id: passkey.admin_id });
  if (!admin || prepared.response.response.userHandle !== admin.passkey_handle) return null;

  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const { id, counter, public_key: publicKey } = passkey;
  const options = { ...prepared, credential: { id, publicKey, counter } };
  const verification = await verifyAuthenticationResponse(options).catch(() => null);
  if (!verification?.verified) return null;

  const { newCounter } = verification.authenticationInfo;
  return inTransaction(async (tx) => {
    // The passkey may have been deleted, or have signed in elsewhere, since it was read.
    const isUnchanged = await updateRows(tx, 'passkeys', { id, counter }, { counter: newCounter });
    if (!isUnchanged) return null;
    return completeSignIn(tx, admin, client, 'passkey');
  });
}

/** Returns the oldest first; days are those in Athens (YYYY-MM-DD). */
export async function listOwnPasskeys(
  admin: SignedInAdmin,
): Promise<{ id: string; name: string; createdOn: string }[]> {
  const passkeys = await listRows(getDatabase(), 'passkeys', { admin_id: admin.id });
  return passkeys.map(({ id, name, created_at }) => ({
    id,
    name,
    createdOn: toAthensDay(new Date(created_at)),
  }));
}
