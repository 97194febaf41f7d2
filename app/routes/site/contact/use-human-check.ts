import { useCallback, useEffect, useRef, useState } from 'react';
import { CONTACT } from '#app/domain/limits.ts';
import type { Proof } from './prove-work.ts';

/** unscripted: as served, before or without JavaScript. late: still at it, but waited for no longer. */
export type CheckState = 'unscripted' | 'idle' | 'checking' | 'late' | 'verified' | 'error';

export interface Turnstile {
  siteKey: string;
  origin: string;
}

/** A proof is renewed this long before it ends, so that a slow writer never sends a stale one. */
const RENEW_BEFORE_MS = 30_000;

/**
 * The human verification of the contact form (ledger CF-2, CF-12). Sending waits for it, but not for
 * a check that failed to load or to work, nor for long: then the enquiry may go the unverified way.
 * A token counts once: after each answer that was no success another one is made.
 */
export function useHumanCheck(turnstile: Turnstile | null, answer: object | undefined) {
  const [state, setState] = useState<CheckState>('unscripted');
  const [token, setToken] = useState('');
  /** How many tokens have been spent. */
  const [spent, setSpent] = useState(0);
  const [judged, setJudged] = useState(answer);
  const renewal = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setState('idle'), []);
  useEffect(() => () => clearTimeout(renewal.current), []);

  if (answer !== judged) {
    setJudged(answer);
    if (answer && state === 'verified') {
      setToken('');
      setState(turnstile ? 'idle' : 'checking');
      setSpent(spent + 1);
    }
  }

  const pass = useCallback((newToken: string) => {
    setToken(newToken);
    setState('verified');
  }, []);
  const fail = useCallback(() => {
    setToken('');
    setState('error');
  }, []);

  const solve = useCallback(async () => {
    setState('checking');
    try {
      const { proveWork } = await import('./prove-work.ts');
      const proof: Proof = await proveWork();
      clearTimeout(renewal.current);
      renewal.current = setTimeout(solve, proof.expiresAt - Date.now() - RENEW_BEFORE_MS);
      pass(proof.token);
    } catch {
      fail();
    }
  }, [pass, fail]);

  useEffect(() => {
    if (spent > 0 && !turnstile) void solve();
  }, [spent, turnstile, solve]);

  /** Fetches the code of the check when the visitor begins to write. */
  const prepare = useCallback(() => {
    if (!turnstile) import('./prove-work.ts').catch(() => undefined);
  }, [turnstile]);

  // Turnstile is at work from the start, the other check from the click.
  const working = state === 'checking' || (state === 'idle' && turnstile !== null);
  useEffect(() => {
    if (!working) return;
    const timer = setTimeout(() => setState('late'), CONTACT.verificationLimitMs);
    return () => clearTimeout(timer);
  }, [working]);

  const blocksSending = state === 'idle' || state === 'checking';
  return { state, token, spent, turnstile, solve, pass, fail, prepare, blocksSending };
}

export type HumanCheckState = ReturnType<typeof useHumanCheck>;
