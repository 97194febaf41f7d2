import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge, Solution } from 'altcha-lib/types';
import { z } from 'zod';
import { COSTS } from '#costs';
import { keyFor } from '#app/domain/keys.server.ts';
import { CONTACT } from '#app/domain/limits.ts';

const MAX_TOKEN_CHARACTERS = 4096;

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
