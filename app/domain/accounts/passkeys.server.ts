// Passkeys (PK): options, challenges, and their verification through @simplewebauthn/server.
import { isIP } from 'node:net';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { config } from '#app/config.server.ts';
import { companyFacts } from '#app/content/company.server.ts';
import { inConfirmedSession, type Actor } from '#app/domain/accounts/confirmation.server.ts';
import {
  finishSignIn,
  type SignInClient,
  type SignInResult,
} from '#app/domain/accounts/sign-in.server.ts';
import { countEvent, recordAudit } from '#app/domain/audit.server.ts';
import { getSteadyNow, MINUTE, toAthensDay } from '#app/domain/clock.server.ts';
import { createRandomToken, hashToken, keyedHash, sign, unsign } from '#app/domain/keys.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { toPlainLine } from '#app/domain/plain-text.ts';
import {
  addressKey,
  failAttempt,
  releaseAttempt,
  reserveSingleUse,
} from '#app/domain/rate-limits.server.ts';
import {
  deletePasskey,
  findAdminById,
  findPasskey,
  insertPasskey,
  listPasskeys,
  updateAdmin,
  updatePasskeyCounter,
} from '#db/accounts.ts';
import { database, inTransaction } from '#db/database.server.ts';
import { consumeChallenge } from '#db/enquiries.ts';
import { queuePasskeyEmail } from './account-emails.server.ts';

const TOKEN_BYTES = 32;

/** Returns why browsers refuse passkeys at PUBLIC_URL, or null where they take them. */
export function findPasskeyObstacle(): string | null {
  const { hostname, protocol } = new URL(config().publicUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return 'PUBLIC_URL is an IP address, not a name';
  if (protocol === 'https:' || /(^|\.)localhost$/.test(hostname)) return null;
  return 'PUBLIC_URL is not https';
}

/** A challenge belongs to its owner: a browser that signs in, or a session that adds a passkey. */
function createChallenge(owner: string, nowMs = Date.now()): string {
  const expiresAtMs = nowMs + AUTH.passkeyChallengeMinutes * MINUTE;
  const value = [createRandomToken(TOKEN_BYTES), keyedHash('passkey', owner), expiresAtMs].join(
    '~',
  );
  return sign('passkey', value);
}

/** Returns true for the first use of a challenge by its owner within its time. */
async function spendChallenge(challenge: string, owner: string, nowMs = Date.now()) {
  const [, ownerHash, expiresAt] = unsign('passkey', challenge)?.split('~') ?? [];
  const expiresAtMs = Number(expiresAt);
  if (ownerHash !== keyedHash('passkey', owner) || !(nowMs < expiresAtMs)) return false;
  return inTransaction((tx) => consumeChallenge(tx, hashToken(challenge), expiresAtMs));
}

const getRpId = () => new URL(config().publicUrl).hostname;

export function createSignInOptions(browserId: string) {
  return generateAuthenticationOptions({
    rpID: getRpId(),
    challenge: Buffer.from(createChallenge(browserId)),
    allowCredentials: [],
    userVerification: 'required',
    timeout: AUTH.passkeyChallengeMinutes * MINUTE,
  });
}

export async function createPasskeyOptions({ admin, client }: Actor) {
  const passkeys = await listPasskeys(database()).where('admin_id', '=', admin.id).execute();
  const handle = await inTransaction(async (tx) => {
    const existingHandle = (await findAdminById(tx, admin.id))?.passkey_handle;
    const passkey_handle = existingHandle ?? createRandomToken(TOKEN_BYTES);
    if (!existingHandle) await updateAdmin(tx, admin.id, { passkey_handle });
    return passkey_handle;
  });
  return generateRegistrationOptions({
    rpName: companyFacts().brand,
    rpID: getRpId(),
    userID: new Uint8Array(Buffer.from(handle, 'base64url')),
    userName: admin.email,
    challenge: Buffer.from(createChallenge(client.session ?? '')),
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: AUTH.passkeyChallengeMinutes * MINUTE,
  });
}

const credential = z.object({
  id: z.string().max(1400),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.record(z.string(), z.unknown()),
  clientExtensionResults: z.record(z.string(), z.unknown()),
});

/** Returns null for text that is no credential of WebAuthn. */
function parseCredential<Credential>(text: string): Credential | null {
  try {
    return credential.parse(JSON.parse(text)) as Credential;
  } catch {
    return null;
  }
}

const createExpectations = (owner: string) => ({
  expectedOrigin: config().publicUrl,
  expectedRPID: getRpId(),
  requireUserVerification: true,
  expectedChallenge: (challenge: string) =>
    spendChallenge(Buffer.from(challenge, 'base64url').toString(), owner),
});

/** Returns whether the passkey was stored. Throws PasswordNotRecent. */
export async function addPasskey(
  actor: Actor,
  { response: text, name }: { response: string; name: string },
): Promise<boolean> {
  const { admin, client } = actor;
  const response = parseCredential<RegistrationResponseJSON>(text);
  const expectations = createExpectations(client.session ?? '');
  const verification =
    response && (await verifyRegistrationResponse({ response, ...expectations }).catch(() => null));
  if (!verification?.verified) return false;
  const { id, publicKey, counter } = verification.registrationInfo.credential;
  return inConfirmedSession(actor, async (tx) => {
    if (await findPasskey(tx, id)) return false;
    const passkeyName = toPlainLine(name, AUTH.passkeyNameMax) || 'Passkey';
    await insertPasskey(tx, {
      id,
      admin_id: admin.id,
      name: passkeyName.slice(0, AUTH.passkeyNameMax),
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
  return inConfirmedSession(actor, async (tx) => {
    const passkey = await findPasskey(tx, id);
    if (passkey?.admin_id !== admin.id) return;
    await deletePasskey(tx, id);
    await queuePasskeyEmail(tx, admin, 'removed', passkey.name);
    await recordAudit(tx, client, 'passkey.removed', { admin: admin.id, by: admin.id });
  });
}

export async function signInWithPasskey(text: string, client: SignInClient): Promise<SignInResult> {
  const startedAtMs = getSteadyNow();
  const key = `passkey-${addressKey(client.address)}` as const;
  const attempt = await reserveSingleUse(key, undefined, startedAtMs);
  if ('lockedMs' in attempt) return { kind: 'locked', remainingMs: attempt.lockedMs, isNew: false };
  const result = await verifyPasskey(text, client);
  if (result) {
    await releaseAttempt(attempt.reservation);
    return result;
  }
  await failAttempt(attempt.reservation, startedAtMs);
  countEvent(client, 'login.failed');
  return { kind: 'unauthorized' };
}

/** Returns null, without a difference, for an unknown, removed, disabled or wrong passkey. */
async function verifyPasskey(text: string, client: SignInClient): Promise<SignInResult | null> {
  const response = parseCredential<AuthenticationResponseJSON>(text);
  if (!response || findPasskeyObstacle()) return null;
  const expectations = createExpectations(client.browserId);
  const passkey = await findPasskey(database(), response.id);
  const admin = passkey && (await findAdminById(database(), passkey.admin_id));
  const isOwner = response.response.userHandle === admin?.passkey_handle;
  if (!passkey || !admin || admin.disabled || !isOwner) {
    await spendClaimedChallenge(response, expectations.expectedChallenge);
    return null;
  }
  const { id, public_key: publicKey, counter } = passkey;
  const verification = await verifyAuthenticationResponse({
    response,
    ...expectations,
    credential: { id, publicKey, counter },
  }).catch(() => null);
  if (!verification?.verified) return null;
  return inTransaction(async (tx) => {
    const { newCounter } = verification.authenticationInfo;
    if (!(await updatePasskeyCounter(tx, passkey, newCounter))) return null;
    const result = await finishSignIn(tx, admin, client, getSteadyNow());
    return result.kind === 'signed-in' ? result : null;
  });
}

/** A refused attempt consumes its challenge too. */
async function spendClaimedChallenge(
  { response }: AuthenticationResponseJSON,
  spend: (challenge: string) => Promise<boolean>,
): Promise<void> {
  try {
    const clientData: unknown = JSON.parse(
      Buffer.from(response.clientDataJSON, 'base64url').toString(),
    );
    await spend((clientData as { challenge: string }).challenge);
  } catch {
    // Nothing that names a challenge.
  }
}

export async function listOwnPasskeys({ id: adminId }: Pick<Actor['admin'], 'id'>) {
  const passkeys = await listPasskeys(database()).where('admin_id', '=', adminId).execute();
  return passkeys.map(({ id, name, created_at }) => {
    return { id, name, createdOn: toAthensDay(new Date(created_at)) };
  });
}
