import { Secret, TOTP } from 'otpauth';
import { encode } from 'uqr';
import { z } from 'zod';
import { companyFacts } from '#app/content/company.server.ts';
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

const DIGITS = /^\d{6}$/;
const RECOVERY_CHARACTERS = 16;
const note = z.object({ adminId: z.number(), secret: z.string() });

export function offerSecondFactor(admin: SignedInAdmin): SecondFactorOffer {
  const secret = new Secret({ size: 20 }).base32;
  return describeOffer(
    admin,
    seal('second-factor', JSON.stringify({ adminId: admin.id, secret })),
  )!;
}

export function describeOffer(admin: SignedInAdmin, setup: string): SecondFactorOffer | null {
  const secret = secretOfNote(admin, setup);
  if (secret === null) return null;
  const uri = generator(secret, admin.email).toString();
  return { setup, secret: secret.match(/.{1,4}/g)?.join(' ') ?? secret, uri, qr: drawQr(uri) };
}

interface ProvenOffer {
  sealed: string;
  step: number;
}

export function proveOffer(
  admin: SignedInAdmin,
  offer: { setup: string; code: string },
  now = Date.now(),
): ProvenOffer | null {
  const secret = secretOfNote(admin, offer.setup);
  const step = secret === null ? null : stepOfCode(secret, offer.code, now);
  return secret === null || step === null ? null : { sealed: seal('second-factor', secret), step };
}

export async function takeUpOffer(
  tx: Db,
  adminId: number,
  { sealed, step }: ProvenOffer,
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

export async function spendSecondFactor(
  tx: Db,
  admin: Admin,
  typed: string,
  now = Date.now(),
): Promise<boolean> {
  const secret = admin.totp_secret === null ? null : unseal('second-factor', admin.totp_secret);
  const code = typed.replace(/\s/g, '');
  if (!DIGITS.test(code)) return consumeRecoveryCode(tx, admin.id, hashToken(normalizeCode(code)));
  const step = secret === null ? null : stepOfCode(secret, code, now);
  return step !== null && (await consumeTotpStep(tx, admin.id, step));
}

function secretOfNote(admin: SignedInAdmin, setup: string): string | null {
  const text = unseal('second-factor', setup);
  const parsed = text?.startsWith('{') ? note.safeParse(JSON.parse(text)) : null;
  return parsed?.success && parsed.data.adminId === admin.id ? parsed.data.secret : null;
}

function stepOfCode(secret: string, typed: string, now: number): number | null {
  const token = typed.replace(/\s/g, '');
  if (!DIGITS.test(token)) return null;
  const delta = generator(secret, '').validate({ token, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / SECOND / AUTH.secondFactorSeconds) + delta;
}

function generator(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: companyFacts().brand,
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
