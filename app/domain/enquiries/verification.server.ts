import { COSTS } from '#costs';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge, Solution } from 'altcha-lib/types';
import { z } from 'zod';
import { config, type TurnstileConfig } from '#app/config.server.ts';
import { MINUTE } from '#app/domain/clock.server.ts';
import { getNewestKey, hashToken } from '#app/domain/keys.server.ts';
import { CONTACT } from '#app/domain/limits.ts';
import { logError } from '#app/log.server.ts';

// Verifies that the sender of a form is human: by the token of Turnstile if it is configured, otherwise by a
// proof of work, which the browser computes.

/** `proof.id` identifies the token, so that it can be used only once. */
export type Verification =
  | { kind: 'verified'; proof: { id: string; expiresAt: number } }
  | { kind: 'unverified' }
  | { kind: 'failed' };

/**
 * Returns `unverified`, and logs a warning, without a token or if Turnstile cannot be reached (CF-12).
 * Returns `failed` for a wrong or expired token. Does not detect a used token: the storing transaction does.
 */
export async function verifyHumanToken(token: string): Promise<Verification> {
  if (!token) return logAndSkipVerification('verification-missing');
  const { turnstile } = config();
  return turnstile ? verifyTurnstile(turnstile, token) : verifyProofOfWork(token);
}

function logAndSkipVerification(event: string, reason?: string): Verification {
  logError(event, { level: 'warning', reason });
  return { kind: 'unverified' };
}

const TIMEOUT_MS = 5000;
const MAX_TOKEN_CHARACTERS = 2048;
const TOKEN_LIFE_MS = 300_000;
const TURNSTILE_ACTION = 'contact';
// Errors of the provider or of our configuration, not of the visitor.
const OUTAGE_CODES = new Set(['internal-error', 'missing-input-secret', 'invalid-input-secret']);

const turnstileSchema = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  action: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
});

type TurnstileResult = z.infer<typeof turnstileSchema>;

async function verifyTurnstile(turnstile: TurnstileConfig, token: string): Promise<Verification> {
  if (token.length > MAX_TOKEN_CHARACTERS) return { kind: 'failed' };

  let result: TurnstileResult;
  try {
    result = await requestTurnstile(turnstile, token);
  } catch (error) {
    return logAndSkipVerification('verification-unreachable', (error as Error).name);
  }

  const outageCode = result['error-codes'].find((code) => OUTAGE_CODES.has(code));
  if (outageCode) return logAndSkipVerification('verification-unreachable', outageCode);
  // Another site, or another form of this site, may have obtained the token.
  const isOfThisSite = result.hostname === new URL(config().publicUrl).hostname;
  const isForContactForm = isOfThisSite && result.action === TURNSTILE_ACTION;
  if (!result.success || !isForContactForm) return { kind: 'failed' };

  const proof = { id: `ts:${hashToken(token)}`, expiresAt: Date.now() + TOKEN_LIFE_MS };
  return { kind: 'verified', proof };
}

/** Throws if the provider cannot be reached, takes too long or sends an unknown response. */
async function requestTurnstile(
  { origin, secretKey }: TurnstileConfig,
  token: string,
): Promise<TurnstileResult> {
  const body = new URLSearchParams({ secret: secretKey, response: token });
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(`${origin}/turnstile/v0/siteverify`, {
    method: 'POST',
    body,
    signal,
  });
  return turnstileSchema.parse(await response.json());
}

const MAX_SOLUTION_CHARACTERS = 4096;

const payloadSchema = z.object({
  challenge: z.object({
    parameters: z.looseObject({ nonce: z.string(), expiresAt: z.number() }),
    signature: z.string(),
  }),
  solution: z.looseObject({ counter: z.number(), derivedKey: z.string() }),
});

/**
 * Returns work for a browser: it derives keys until it finds the signed key. Expires after
 * CONTACT.challengeMinutes. Creating a challenge derives one key, verifying its solution derives no key.
 */
export function createProofOfWorkChallenge(nowMs: number): Promise<Challenge> {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COSTS.proofRounds,
    // The number of keys that the browser derives until it finds this one.
    counter: randomInt(COSTS.proofMinKeys, COSTS.proofMaxKeys),
    deriveKey,
    expiresAt: new Date(nowMs + CONTACT.challengeMinutes * MINUTE),
    ...getSecrets(),
  });
}

async function verifyProofOfWork(token: string): Promise<Verification> {
  const payload = parsePayload(token);
  if (!payload) return { kind: 'failed' };

  const { challenge, solution } = payload;
  const { verified } = await verifySolution({
    // The signature covers every parameter, so the visitor has changed none.
    challenge: challenge as unknown as Challenge,
    solution: solution as unknown as Solution,
    deriveKey,
    ...getSecrets(),
  });
  if (!verified) return { kind: 'failed' };

  const { nonce, expiresAt } = challenge.parameters;
  return { kind: 'verified', proof: { id: `pow:${nonce}`, expiresAt: expiresAt * 1000 } };
}

function parsePayload(token: string): z.infer<typeof payloadSchema> | null {
  if (token.length > MAX_SOLUTION_CHARACTERS) return null;
  try {
    return payloadSchema.parse(JSON.parse(Buffer.from(token, 'base64').toString()));
  } catch {
    return null;
  }
}

function getSecrets() {
  const key = getNewestKey('challenge').toString('hex');
  return { hmacSignatureSecret: key, hmacKeySignatureSecret: `${key}-key` };
}
