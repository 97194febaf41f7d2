import { COSTS } from '#costs';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge, Solution } from 'altcha-lib/types';
import { z } from 'zod';
import { config, type Config } from '#app/config.server.ts';
import { getKey, hashToken } from '#app/domain/keys.server.ts';
import { CONTACT } from '#app/domain/limits.ts';
import { logError } from '#app/log.server.ts';

export type Verification =
  | { kind: 'verified'; proof: { id: string; expiresAt: number } }
  | { kind: 'unverified' }
  | { kind: 'failed' };

/**
 * Verifies a token. A given token must be valid and fresh. Without a token, or if the provider cannot be
 * reached, the enquiry is unverified and a warning is logged (CF-12).
 */
export async function verifyHuman(token: string, now: number): Promise<Verification> {
  if (!token) {
    logError('verification-missing', { level: 'warning' });
    return { kind: 'unverified' };
  }
  const { turnstile } = config();
  if (turnstile) return checkTurnstile(turnstile, token, now);
  const proof = await checkSolution(token);
  return proof ? { kind: 'verified', proof } : { kind: 'failed' };
}

const TIMEOUT_MS = 5000;
const MAX_TOKEN_CHARACTERS = 2048;
const TOKEN_LIFE_MS = 300_000;
const TURNSTILE_ACTION = 'contact';
// Errors of the provider or of our configuration, not of the visitor.
const OUTAGE_CODES = new Set(['internal-error', 'missing-input-secret', 'invalid-input-secret']);

const answerSchema = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  action: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
});

async function checkTurnstile(
  turnstile: NonNullable<Config['turnstile']>,
  token: string,
  now: number,
): Promise<Verification> {
  if (token.length > MAX_TOKEN_CHARACTERS) return { kind: 'failed' };
  const url = `${turnstile.origin}/turnstile/v0/siteverify`;
  const body = new URLSearchParams({ secret: turnstile.secretKey, response: token });
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { method: 'POST', body, signal });
    const answer = answerSchema.parse(await response.json());
    const outage = answer['error-codes'].find((code) => OUTAGE_CODES.has(code));
    if (outage) return unreachable(outage);
    const { success, hostname, action } = answer;
    const isOurs = hostname === new URL(config().publicUrl).hostname && action === TURNSTILE_ACTION;
    if (!success || !isOurs) return { kind: 'failed' };
    const proof = { id: `ts:${hashToken(token)}`, expiresAt: now + TOKEN_LIFE_MS };
    return { kind: 'verified', proof };
  } catch (error) {
    return unreachable((error as Error).name);
  }
}

function unreachable(reason: string): Verification {
  logError('verification-unreachable', { level: 'warning', reason });
  return { kind: 'unverified' };
}

const MAX_SOLUTION_CHARACTERS = 4096;

const payloadSchema = z.object({
  challenge: z.object({
    parameters: z.looseObject({ nonce: z.string(), expiresAt: z.number() }),
    signature: z.string(),
  }),
  solution: z.looseObject({ counter: z.number(), derivedKey: z.string() }),
});

/** Creating a challenge derives one key; checking a solution derives none, because it is signed. */
export function makeChallenge(now: number): Promise<Challenge> {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COSTS.proofRounds,
    counter: randomInt(COSTS.proofFewestKeys, COSTS.proofMostKeys),
    deriveKey,
    expiresAt: new Date(now + CONTACT.challengeMinutes * 60_000),
    ...secrets(),
  });
}

/** Does not check for reuse: the transaction that stores the enquiry does. */
async function checkSolution(token: string): Promise<{ id: string; expiresAt: number } | null> {
  const payload = readPayload(token);
  if (!payload) return null;
  const { challenge, solution } = payload;
  const { verified } = await verifySolution({
    // The signature covers every parameter, so all of them are ours.
    challenge: challenge as unknown as Challenge,
    solution: solution as unknown as Solution,
    deriveKey,
    ...secrets(),
  });
  const { nonce, expiresAt } = challenge.parameters;
  return verified ? { id: `pow:${nonce}`, expiresAt: expiresAt * 1000 } : null;
}

function readPayload(token: string): z.infer<typeof payloadSchema> | null {
  if (token.length > MAX_SOLUTION_CHARACTERS) return null;
  try {
    return payloadSchema.parse(JSON.parse(Buffer.from(token, 'base64').toString()));
  } catch {
    return null;
  }
}

function secrets() {
  const key = getKey('challenge').toString('hex');
  return { hmacSignatureSecret: key, hmacKeySignatureSecret: `${key}-key` };
}
