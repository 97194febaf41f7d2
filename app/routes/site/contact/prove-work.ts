import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from 'altcha-lib/types';

export interface Proof {
  token: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

const TIMEOUT_MS = 60_000;

/**
 * Fetches a challenge and solves it. There is no worker, because Trusted Types forbid it and the browser's
 * cryptography is asynchronous anyway. Throws if the challenge is not solved in time.
 */
export async function createProof(): Promise<Proof> {
  const response = await fetch('/contact/challenge');
  if (!response.ok) throw new Error(`challenge: ${response.status}`);
  const challenge = (await response.json()) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey, timeout: TIMEOUT_MS });
  if (!solution) throw new Error('challenge: not solved in time');
  const token = btoa(JSON.stringify({ challenge, solution }));
  return { token, expiresAt: (challenge.parameters.expiresAt ?? 0) * 1000 };
}
