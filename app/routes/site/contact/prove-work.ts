import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from 'altcha-lib/types';

export interface Proof {
  token: string;
  expiresAtMs: number;
}

const TIMEOUT_MS = 60_000;

/**
 * Gets the challenge from the server. Solves it without a worker: Trusted Types forbid one, and the browser's
 * cryptography is asynchronous anyway. Throws if it takes too long.
 */
export async function fetchAndSolveChallenge(): Promise<Proof> {
  const response = await fetch('/contact/challenge');
  if (!response.ok) throw new Error(`challenge: ${response.status}`);
  const challenge = (await response.json()) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey, timeout: TIMEOUT_MS });
  if (!solution) throw new Error('challenge: not solved in time');
  const token = btoa(JSON.stringify({ challenge, solution }));
  return { token, expiresAtMs: (challenge.parameters.expiresAt ?? 0) * 1000 };
}
