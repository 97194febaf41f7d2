import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from 'altcha-lib/types';

const TIMEOUT_MS = 60_000;

/**
 * Returns the token of a challenge from the server, solved without a worker: Trusted Types forbid one, and the
 * browser's cryptography is asynchronous anyway. Throws if the challenge cannot be fetched, or takes too long.
 */
export async function fetchAndSolveChallenge(): Promise<string> {
  const response = await fetch('/contact/challenge');
  if (!response.ok) throw new Error(`challenge: ${response.status}`);
  const challenge = (await response.json()) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey, timeout: TIMEOUT_MS });
  if (!solution) throw new Error('challenge: not solved in time');
  return btoa(JSON.stringify({ challenge, solution }));
}
