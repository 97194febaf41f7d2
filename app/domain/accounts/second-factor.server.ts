import { Secret, TOTP } from 'otpauth';
import { encode } from 'uqr';
import { z } from 'zod';
import { getCompanyFacts } from '#app/content/company.server.ts';
import { SECOND } from '#app/domain/clock.server.ts';
import {
  createHyphenatedCode,
  hashToken,
  normaliseCode,
  seal,
  unseal,
} from '#app/domain/keys.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { consumeTotpStep, replaceRecoveryCodes } from '#db/accounts.ts';
import type { Db } from '#db/database.server.ts';
import { deleteRows, updateRows } from '#db/rows.ts';
import type { Admin } from '#db/schema.ts';
import type { SignedInAdmin } from './sessions.server.ts';

/** A new key for an authenticator app, which is not stored until a code of it is verified. */
interface SecondFactorOffer {
  /** The encrypted secret, which the form carries. */
  setup: string;
  /** The secret as base32, in groups of four. */
  secret: string;
  uri: string;
  /** The QR code of `uri`: an SVG path, `size` units wide and high. */
  qr: { path: string; size: number };
}

const TOTP_CODE = /^\d{6}$/;
const RECOVERY_CHARACTERS = 16;
// 160 bits (RFC 4226, section 4).
const SECRET_BYTES = 20;
const offerSchema = z.object({ adminId: z.number(), secret: z.string() });

/** Returns a new key for an app. Stores nothing: the form carries the key, encrypted, until a code proves that it works. */
export function createSecondFactorOffer(admin: SignedInAdmin): SecondFactorOffer {
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  const setup = seal('second-factor', JSON.stringify({ adminId: admin.id, secret }));
  return describeOffer(admin, setup, secret);
}

/** Restores the offer of a posted form; null if `setup` is invalid or another admin's. */
export function parseSecondFactorOffer(
  admin: SignedInAdmin,
  setup: string,
): SecondFactorOffer | null {
  const secret = readOfferedSecret(admin, setup);
  return secret === null ? null : describeOffer(admin, setup, secret);
}

function describeOffer(admin: SignedInAdmin, setup: string, secret: string): SecondFactorOffer {
  const uri = createTotp(secret, admin.email).toString();
  const groupedSecret = secret.match(/.{1,4}/g)?.join(' ') ?? secret;
  return { setup, secret: groupedSecret, uri, qr: drawQr(uri) };
}

/** The key as it is stored, and the time step of the verified code, which must not be used again. */
interface VerifiedOffer {
  sealedSecret: string;
  timeStep: number;
}

/** Returns the offered key if the code fits it; otherwise null, also for an invalid or another admin's offer. */
export function verifySecondFactorOffer(
  admin: SignedInAdmin,
  offer: { setup: string; code: string },
): VerifiedOffer | null {
  const secret = readOfferedSecret(admin, offer.setup);
  if (secret === null) return null;

  const timeStep = findCodeStep(secret, normaliseCode(offer.code));
  return timeStep === null ? null : { sealedSecret: seal('second-factor', secret), timeStep };
}

/** Stores the key and new recovery codes, instead of earlier ones. Returns the codes: the database has only hashes. */
export async function enableSecondFactor(
  tx: Db,
  adminId: number,
  { sealedSecret, timeStep }: VerifiedOffer,
): Promise<{ recoveryCodes: string[] }> {
  const recoveryCodes = Array.from({ length: AUTH.recoveryCodes }, () =>
    createHyphenatedCode(RECOVERY_CHARACTERS),
  );

  const secondFactor = { totp_secret: sealedSecret, totp_last_step: timeStep };
  await updateRows(tx, 'admins', { id: adminId }, secondFactor);

  const hashes = recoveryCodes.map((code) => hashToken(normaliseCode(code)));
  await replaceRecoveryCodes(tx, adminId, hashes);
  return { recoveryCodes };
}

/** Deletes the key of the app, and the recovery codes. */
export async function removeSecondFactor(tx: Db, adminId: number): Promise<void> {
  await updateRows(tx, 'admins', { id: adminId }, { totp_secret: null, totp_last_step: null });
  await replaceRecoveryCodes(tx, adminId, []);
}

/**
 * Returns whether a code of the app or a recovery code is right. Uses it up: each is accepted only once, and one of the
 * app not after a later one.
 */
export async function consumeSecondFactorCode(
  tx: Db,
  admin: Admin,
  typedCode: string,
): Promise<boolean> {
  const code = normaliseCode(typedCode);

  const isRecoveryCode = !TOTP_CODE.test(code);
  if (isRecoveryCode) {
    const recoveryCode = { admin_id: admin.id, code_hash: hashToken(code) };
    return (await deleteRows(tx, 'recovery_codes', recoveryCode)) > 0;
  }

  const secret = admin.totp_secret && unseal('second-factor', admin.totp_secret);
  if (!secret) return false;
  const timeStep = findCodeStep(secret, code);
  return timeStep !== null && consumeTotpStep(tx, admin.id, timeStep);
}

function readOfferedSecret(admin: SignedInAdmin, setup: string): string | null {
  const text = unseal('second-factor', setup);
  // A stored secret is sealed for the same purpose, but is no JSON.
  if (!text?.startsWith('{')) return null;

  const { data: offer } = offerSchema.safeParse(JSON.parse(text));
  return offer?.adminId === admin.id ? offer.secret : null;
}

/** Returns the time step of the code, or null; accepts the step before and after the current one. */
function findCodeStep(secret: string, token: string): number | null {
  if (!TOTP_CODE.test(token)) return null;
  const nowMs = Date.now();
  const delta = createTotp(secret).validate({ token, timestamp: nowMs, window: 1 });
  return delta === null ? null : Math.floor(nowMs / SECOND / AUTH.secondFactorSeconds) + delta;
}

function createTotp(secret: string, label = ''): TOTP {
  return new TOTP({
    issuer: getCompanyFacts().brand,
    label,
    secret: Secret.fromBase32(secret),
    period: AUTH.secondFactorSeconds,
  });
}

function drawQr(text: string): SecondFactorOffer['qr'] {
  const { data, size } = encode(text, { border: 2 });
  let path = '';
  for (const [y, line] of data.entries()) {
    for (const [x, isDark] of line.entries()) if (isDark) path += `M${x} ${y}h1v1h-1z`;
  }
  return { path, size };
}
