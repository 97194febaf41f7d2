import { z } from 'zod';
import { config } from '#app/config.server.ts';
import { hashToken } from '#app/domain/keys.server.ts';

const TIMEOUT_MS = 5000;
const MAX_TOKEN_CHARACTERS = 2048;
const TOKEN_LIFE_MS = 300_000;
/** The action that our widget names; a token made for another form is not taken. */
export const TURNSTILE_ACTION = 'contact';
/** Their fault or the operator's, not the visitor's. */
const OUTAGE_CODES = new Set(['internal-error', 'missing-input-secret', 'invalid-input-secret']);

const answerSchema = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  action: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
});

export type TurnstileResult =
  | { kind: 'passed'; id: string; expiresAt: number }
  | { kind: 'failed' }
  | { kind: 'unreachable'; reason: string };

/** Asks Turnstile about a token; an outage is its own answer, since it must lose no enquiry. */
export async function checkTurnstile(token: string, now: number): Promise<TurnstileResult> {
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
