import { log } from '#app/log.server.ts';
import type { IncomingRequest } from './router.server.ts';

/** What an operator may want to see: refusals, faults, and paths that lead nowhere (ledger R-2). */
export function logAnswer(
  method: string | undefined,
  { url, requestId }: IncomingRequest,
  status: number,
  tookMs: number,
): void {
  const path = url.pathname;
  if (status === 404) log('not-found', { path, requestId });
  else if (status >= 400) {
    log('answered', { method, path, status, ms: Math.round(tookMs), requestId });
  }
}
