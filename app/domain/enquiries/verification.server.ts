import { config } from '#app/config.server.ts';
import { logError } from '#app/log.server.ts';
import { z } from 'zod';
import { hashToken, keyFor } from '#app/domain/keys.server.ts';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge, Solution } from 'altcha-lib/types';
import { COSTS } from '#costs';
import { CONTACT } from '#app/domain/limits.ts';

/** What is known about the sender: `proof` is spent in the transaction that stores the enquiry. */
export type Verification =
  | { kind: 'verified'; proof: { id: string; expiresAt: number } }
  | { kind: 'unverified' }
  | { kind: 'failed' };

/**
 * Judges the verification token of an enquiry, whichever provider made it. A present token must be
 * valid and fresh; an absent one, or a provider that cannot be asked, leaves the enquiry unverified
 * and a warning in the log (ledger CF-12 and Decisions).
 */
export async function verifyHuman(token: string, now: number): Promise<Verification> {
  if (!token) {
    logError('verification-missing', { level: 'warning' });
    return { kind: 'unverified' };
  }
  if (!config().turnstile) {
    const proof = await checkSolution(token);
    return proof ? { kind: 'verified', proof } : { kind: 'failed' };
  }
  const result = await checkTurnstile(token, now);
  if (result.kind === 'passed') return { kind: 'verified', proof: result };
  if (result.kind === 'failed') return { kind: 'failed' };
  logError('verification-unreachable', { level: 'warning', reason: result.reason });
  return { kind: 'unverified' };
}

const TIMEOUT_MS = 5000;
const MAX_TOKEN_CHARACTERS = 2048;
const TOKEN_LIFE_MS = 300_000;
/** The action that our widget names; a token made for another form is not taken. */
const TURNSTILE_ACTION = 'contact';
/** Their fault or the operator's, not the visitor's. */
const OUTAGE_CODES = new Set(['internal-error', 'missing-input-secret', 'invalid-input-secret']);

const answerSchema = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  action: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
});

type TurnstileResult =
  | { kind: 'passed'; id: string; expiresAt: number }
  | { kind: 'failed' }
  | { kind: 'unreachable'; reason: string };

/** Asks Turnstile about a token; an outage is its own answer, since it must lose no enquiry. */
async function checkTurnstile(token: string, now: number): Promise<TurnstileResult> {
  const { turnstile, publicUrl } = config();
  if (!turnstile) throw new Error('Turnstile is not configured');
  if (token.length > MAX_TOKEN_CHARACTERS) return { kind: 'failed' };
  const url = `${turnstile.origin}/turnstile/v0/siteverify`;
  const body = new URLSearchParams({ secret: turnstile.secretKey, response: token });
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { method: 'POST', body, signal });
    const answer = answerSchema.parse(await response.json());
    const outage = answer['error-codes'].find((code) => OUTAGE_CODES.has(code));
    if (outage) return { kind: 'unreachable', reason: outage };
    const { success, hostname, action } = answer;
    const ours = hostname === new URL(publicUrl).hostname && action === TURNSTILE_ACTION;
    if (!success || !ours) return { kind: 'failed' };
    return { kind: 'passed', id: `ts:${hashToken(token)}`, expiresAt: now + TOKEN_LIFE_MS };
  } catch (error) {
    return { kind: 'unreachable', reason: (error as Error).name };
  }
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
 * A fresh challenge for one browser, good for CONTACT.challengeMinutes. The server derives one key
 * to make it and none to check an answer: its signature tells.
 */
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

/**
 * Checks a solved challenge: its id and end (epoch ms) when it is ours, right and fresh, else null.
 * Whether it was spent before is for the requester to ask, in the transaction that spends it.
 */
async function checkSolution(token: string): Promise<{ id: string; expiresAt: number } | null> {
  const payload = readPayload(token);
  if (!payload) return null;
  const { challenge, solution } = payload;
  const { verified } = await verifySolution({
    // The signature covers every parameter: whatever else it holds, we have written it.
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
    const parsed = payloadSchema.safeParse(JSON.parse(Buffer.from(token, 'base64').toString()));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function secrets() {
  const key = keyFor('challenge').toString('hex');
  return { hmacSignatureSecret: key, hmacKeySignatureSecret: `${key}-key` };
}
