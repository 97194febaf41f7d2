// Passkeys (PK): options, challenges, and their verification through @simplewebauthn/server.
import { isIP } from 'node:net';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { config } from '#app/config.server.ts';
import { getCompanyFacts } from '#app/content/company.server.ts';
import { runInConfirmedSession, type Actor } from '#app/domain/accounts/confirmation.server.ts';
import {
  finishSignIn,
  rejectLocked,
  type SignInClient,
  type SignInResult,
} from '#app/domain/accounts/sign-in.server.ts';
import { countEvent, recordAudit } from '#app/domain/audit.server.ts';
import { getSteadyNow, MINUTE, toAthensDay } from '#app/domain/clock.server.ts';
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
  addressKey,
  recordFailedAttempt,
  releaseAttempt,
  reserveSingleUse,
} from '#app/domain/rate-limits.server.ts';
import {
  deletePasskey,
  findAdminById,
  findPasskey,
  insertPasskey,
  listAdminPasskeys,
  updateAdmin,
  updatePasskeyCounter,
} from '#db/accounts.ts';
import { database, inTransaction } from '#db/database.server.ts';
import { consumeChallenge } from '#db/enquiries.ts';
import { queuePasskeyEmail } from './account-emails.server.ts';

const TOKEN_BYTES = 32;

// The library and its ASN.1 parsers take 29 MB, which a site without passkeys saves.
const loadWebAuthn = () => import('@simplewebauthn/server');

/** Returns why browsers refuse passkeys at PUBLIC_URL, or null where they take them. */
export function findPasskeyObstacle(): string | null {
  const { hostname, protocol } = new URL(config().publicUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return 'PUBLIC_URL is an IP address, not a name';
  if (protocol === 'https:' || /(^|\.)localhost$/.test(hostname)) return null;
  return 'PUBLIC_URL is not https';
}

/**
 * Returns a challenge for its owner: a browser that signs in, or a session that adds a passkey. It is
 * signed, so that asking for one stores nothing.
 */
function createChallenge(owner: string): string {
  const expiresAtMs = Date.now() + AUTH.passkeyChallengeMinutes * MINUTE;
  const parts = [createRandomToken(TOKEN_BYTES), hashWithKey('passkey', owner), expiresAtMs];
  return sign('passkey', parts.join('~'));
}

/** Returns true for the first use of a challenge by its owner within its time. */
async function consumeOwnChallenge(challenge: string, owner: string): Promise<boolean> {
  const [, ownerHash, expiresAt] = unsign('passkey', challenge)?.split('~') ?? [];
  const expiresAtMs = Number(expiresAt);
  if (ownerHash !== hashWithKey('passkey', owner) || !(Date.now() < expiresAtMs)) return false;
  return inTransaction((tx) => consumeChallenge(tx, hashToken(challenge), expiresAtMs));
}

const getRpId = () => new URL(config().publicUrl).hostname;

/** Names no account: the browser offers the passkeys that it has for this host (PK-2). */
export function createSignInOptions(browserId: string): PublicKeyCredentialRequestOptionsJSON {
  return {
    rpId: getRpId(),
    challenge: Buffer.from(createChallenge(browserId)).toString('base64url'),
    allowCredentials: [],
    userVerification: 'required',
    timeout: AUTH.passkeyChallengeMinutes * MINUTE,
  };
}

/**
 * Returns the options for adding a passkey. The first time, stores a random handle for the admin. The
 * challenge is signed, not stored.
 */
export async function createPasskeyOptions({ admin, client }: Actor) {
  const { generateRegistrationOptions } = await loadWebAuthn();
  const passkeys = await listAdminPasskeys(database(), admin.id);
  const handle = await inTransaction(async (tx) => {
    const existingHandle = (await findAdminById(tx, admin.id))?.passkey_handle;
    const passkey_handle = existingHandle ?? createRandomToken(TOKEN_BYTES);
    if (!existingHandle) await updateAdmin(tx, admin.id, { passkey_handle });
    return passkey_handle;
  });
  return generateRegistrationOptions({
    rpName: getCompanyFacts().brand,
    rpID: getRpId(),
    userID: new Uint8Array(Buffer.from(handle, 'base64url')),
    userName: admin.email,
    challenge: createChallenge(client.session ?? ''),
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: AUTH.passkeyChallengeMinutes * MINUTE,
  });
}

const credentialSchema = z.object({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string() }),
  clientExtensionResults: z.record(z.string(), z.unknown()),
});

/**
 * Parses a response of a browser, or returns null if it is malformed or its challenge is unknown, used or old.
 * Consumes the challenge even if the verification then fails.
 */
async function parseResponse<Json>(text: string, owner: string) {
  let response: z.infer<typeof credentialSchema>;
  let expectedChallenge: string;
  try {
    response = credentialSchema.parse(JSON.parse(text));
    const clientData = Buffer.from(response.response.clientDataJSON, 'base64url').toString();
    expectedChallenge = z.object({ challenge: z.string() }).parse(JSON.parse(clientData)).challenge;
  } catch {
    return null;
  }
  const challenge = Buffer.from(expectedChallenge, 'base64url').toString();
  if (!(await consumeOwnChallenge(challenge, owner))) return null;
  return {
    response: response as Json,
    expectedChallenge,
    expectedOrigin: config().publicUrl,
    expectedRPID: getRpId(),
    requireUserVerification: true,
  };
}

/** Returns whether the passkey was stored. Throws PasswordNotRecent. */
export async function addPasskey(
  actor: Actor,
  { response, name }: { response: string; name: string },
): Promise<boolean> {
  const { admin, client } = actor;
  const parsed = await parseResponse<RegistrationResponseJSON>(response, client.session ?? '');
  if (!parsed) return false;
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const verification = await verifyRegistrationResponse(parsed).catch(() => null);
  if (!verification?.verified) return false;
  const { id, publicKey, counter } = verification.registrationInfo.credential;
  const passkeyName =
    toPlainLine(name, AUTH.passkeyNameMax).slice(0, AUTH.passkeyNameMax) || 'Passkey';
  return runInConfirmedSession(actor, async (tx) => {
    if (await findPasskey(tx, id)) return false;
    await insertPasskey(tx, {
      id,
      admin_id: admin.id,
      name: passkeyName,
      public_key: publicKey,
      counter,
      created_at: new Date().toISOString(),
    });
    await queuePasskeyEmail(tx, admin, 'added', passkeyName);
    await recordAudit(tx, client, 'passkey.added', { admin: admin.id, by: admin.id });
    return true;
  });
}

/** Removes a passkey of the admin's own; another one's stays. Throws PasswordNotRecent. */
export function removePasskey(actor: Actor, id: string): Promise<void> {
  const { admin, client } = actor;
  return runInConfirmedSession(actor, async (tx) => {
    const passkey = await deletePasskey(tx, admin.id, id);
    if (!passkey) return;
    await queuePasskeyEmail(tx, admin, 'removed', passkey.name);
    await recordAudit(tx, client, 'passkey.removed', { admin: admin.id, by: admin.id });
  });
}

export async function signInWithPasskey(
  response: string,
  client: SignInClient,
): Promise<SignInResult> {
  const startedAtMs = getSteadyNow();
  const key = `passkey-${addressKey(client.address)}` as const;
  const attempt = await reserveSingleUse(key, undefined, startedAtMs);
  if ('lockedMs' in attempt) return rejectLocked(attempt.lockedMs, undefined, client);
  const result = await verifyPasskey(response, client, startedAtMs);
  if (result?.kind === 'signed-in') {
    await releaseAttempt(attempt.reservation);
    return result;
  }
  const lockedMs = await recordFailedAttempt(attempt.reservation, startedAtMs);
  countEvent(client, lockedMs > 0 ? 'login.locked' : 'login.failed');
  return { kind: 'unauthorized' };
}

/** Callers cannot distinguish unknown, removed, disabled and wrong passkeys (enumeration). */
async function verifyPasskey(
  response: string,
  client: SignInClient,
  nowMs: number,
): Promise<SignInResult | null> {
  const parsed = await parseResponse<AuthenticationResponseJSON>(response, client.browserId);
  const passkey = parsed && (await findPasskey(database(), parsed.response.id));
  const admin = passkey && (await findAdminById(database(), passkey.admin_id));
  if (!admin || parsed.response.response.userHandle !== admin.passkey_handle) return null;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const credential = { ...passkey, publicKey: passkey.public_key };
  const verification = await verifyAuthenticationResponse({ ...parsed, credential }).catch(
    () => null,
  );
  if (!verification?.verified) return null;
  return inTransaction(async (tx) => {
    const { newCounter } = verification.authenticationInfo;
    if (!(await updatePasskeyCounter(tx, passkey, newCounter))) return null;
    return finishSignIn(tx, admin, client, { nowMs, method: 'passkey' });
  });
}

export async function listOwnPasskeys({ id: adminId }: Pick<Actor['admin'], 'id'>) {
  const passkeys = await listAdminPasskeys(database(), adminId);
  return passkeys.map(({ id, name, created_at }) => {
    return { id, name, createdOn: toAthensDay(new Date(created_at)) };
  });
}
