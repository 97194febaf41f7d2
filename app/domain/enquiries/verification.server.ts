import { config } from '#app/config.server.ts';
import { logError } from '#app/log.server.ts';
import { checkSolution } from './proof-of-work.server.ts';
import { checkTurnstile } from './turnstile.server.ts';

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
