import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** Does the work that the contact page asks a browser for; returns the verification token. */
export async function solveProof(site: string): Promise<string> {
  const challenge = (await (await fetch(`${site}/contact/challenge`)).json()) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
