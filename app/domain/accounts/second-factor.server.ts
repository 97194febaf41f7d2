import { Secret, TOTP } from 'otpauth';
import { encode } from 'uqr';
import { z } from 'zod';
import { getCompanyFacts } from '#app/content/company.server.ts';
import { SECOND } from '#app/domain/clock.server.ts';
import {
  createRandomCode,
  hashToken,
  normalizeCode,
  seal,
  unseal,
} from '#app/domain/keys.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import {
  consumeRecoveryCode,
  consumeTotpStep,
  replaceRecoveryCodes,
  updateAdmin,
} from '#db/accounts.ts';
import type { Db } from '#db/database.server.ts';
import type { Admin } from '#db/schema.ts';
import type { SignedInAdmin } from './sessions.server.ts';

export interface SecondFactorOffer {
  setup: string;
  secret: string;
  uri: string;
  qr: { path: string; size: number };
}

const TOTP_CODE = /^\d{6}$/;
const RECOVERY_CHARACTERS = 16;
const offerSchema = z.object({ adminId: z.number(), secret: z.string() });

export function offerSecondFactor(admin: SignedInAdmin): SecondFactorOffer {
  const secret = new Secret({ size: 20 }).base32;
  const setup = seal('second-factor', JSON.stringify({ adminId: admin.id, secret }));
  return describeOffer(admin, setup)!;
}

export function describeOffer(admin: SignedInAdmin, setup: string): SecondFactorOffer | null {
  const secret = readOfferedSecret(admin, setup);
  if (secret === null) return null;
  const uri = createTotp(secret, admin.email).toString();
  return { setup, secret: secret.match(/.{1,4}/g)?.join(' ') ?? secret, uri, qr: drawQr(uri) };
}

interface VerifiedOffer {
  sealed: string;
  step: number;
}

export function verifyOffer(
  admin: SignedInAdmin,
  offer: { setup: string; code: string },
  nowMs = Date.now(),
): VerifiedOffer | null {
  const secret = readOfferedSecret(admin, offer.setup);
  const step = secret === null ? null : findCodeStep(secret, offer.code, nowMs);
  return secret === null || step === null ? null : { sealed: seal('second-factor', secret), step };
}

export async function enableSecondFactor(
  tx: Db,
  adminId: number,
  { sealed, step }: VerifiedOffer,
): Promise<string[]> {
  const codes = Array.from({ length: AUTH.recoveryCodes }, () =>
    createRandomCode(RECOVERY_CHARACTERS),
  );
  await updateAdmin(tx, adminId, { totp_secret: sealed, totp_last_step: step });
  const hashes = codes.map((code) => hashToken(normalizeCode(code)));
  await replaceRecoveryCodes(tx, adminId, hashes);
  return codes;
}

export async function removeSecondFactor(tx: Db, adminId: number): Promise<void> {
  await updateAdmin(tx, adminId, { totp_secret: null, totp_last_step: null });
  await replaceRecoveryCodes(tx, adminId, []);
}

export async function consumeSecondFactor(
  tx: Db,
  admin: Admin,
  typed: string,
  nowMs = Date.now(),
): Promise<boolean> {
  const secret = admin.totp_secret === null ? null : unseal('second-factor', admin.totp_secret);
  const code = typed.replace(/\s/g, '');
  if (!TOTP_CODE.test(code))
    return consumeRecoveryCode(tx, admin.id, hashToken(normalizeCode(code)));
  const step = secret === null ? null : findCodeStep(secret, code, nowMs);
  return step !== null && (await consumeTotpStep(tx, admin.id, step));
}

function readOfferedSecret(admin: SignedInAdmin, setup: string): string | null {
  const text = unseal('second-factor', setup);
  const parsed = text?.startsWith('{') ? offerSchema.safeParse(JSON.parse(text)) : null;
  return parsed?.success && parsed.data.adminId === admin.id ? parsed.data.secret : null;
}

function findCodeStep(secret: string, typed: string, nowMs: number): number | null {
  const token = typed.replace(/\s/g, '');
  if (!TOTP_CODE.test(token)) return null;
  const delta = createTotp(secret, '').validate({ token, timestamp: nowMs, window: 1 });
  return delta === null ? null : Math.floor(nowMs / SECOND / AUTH.secondFactorSeconds) + delta;
}

function createTotp(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: getCompanyFacts().brand,
    label,
    secret: Secret.fromBase32(secret),
    period: AUTH.secondFactorSeconds,
  });
}

function drawQr(text: string): SecondFactorOffer['qr'] {
  const { data, size } = encode(text, { border: 2 });
  const squares = data.flatMap((line, y) =>
    line.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { path: squares.join(''), size };
}
