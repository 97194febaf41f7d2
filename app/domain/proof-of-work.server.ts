import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge, Solution } from 'altcha-lib/types';
import { z } from 'zod';
import { keyFor } from './keys.server.ts';
import { CONTACT } from './limits.ts';

// About half a second: five hundred keys or so of two thousand rounds each, one after the other.
// The server derives one key to make a challenge and none to check an answer: its signature tells.
const ROUNDS = 2000;
const FEWEST_KEYS = 250;
const MOST_KEYS = 750;
const MAX_TOKEN_CHARACTERS = 4096;

const payloadSchema = z.object({
  challenge: z.object({
    parameters: z.looseObject({ nonce: z.string(), expiresAt: z.number() }),
    signature: z.string(),
  }),
  solution: z.looseObject({ counter: z.number(), derivedKey: z.string() }),
});

/** A fresh challenge for one browser, good for CONTACT.challengeMinutes. */
export function makeChallenge(now: number): Promise<Challenge> {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: ROUNDS,
    counter: randomInt(FEWEST_KEYS, MOST_KEYS),
    deriveKey,
    expiresAt: new Date(now + CONTACT.challengeMinutes * 60_000),
    ...secrets(),
  });
}

/**
 * Checks a solved challenge: its id and end (epoch ms) when it is ours, right and fresh, else null.
 * Whether it was spent before is for the caller to ask, in the transaction that spends it.
 */
export async function checkSolution(
  token: string,
): Promise<{ id: string; expiresAt: number } | null> {
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
  if (token.length > MAX_TOKEN_CHARACTERS) return null;
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
