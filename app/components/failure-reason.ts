import { isRouteErrorResponse } from 'react-router';

export type FailureReason = 'unreachable' | 'broken';

// The messages of Chromium, Firefox and WebKit for a failed connection. Other TypeErrors are faults of the page.
const NETWORK_ERROR = /failed to fetch|networkerror|load failed|network connection/i;

/** Returns 'unreachable' for an error of the network, 'broken' for any other. */
export function getFailureReason(error: unknown): FailureReason {
  const isNetworkError = error instanceof TypeError && NETWORK_ERROR.test(error.message);
  return isNetworkError ? 'unreachable' : 'broken';
}

/**
 * Returns whether a status may be that of a proxy. Of a page, the site itself sends 500, and 503 while it is too busy or
 * the database fails.
 */
export const isProxyStatus = (status: number): boolean => status > 500;

/**
 * Returns whether 'Try again' has to load a document. False for an error of the network or of a proxy: within the
 * document the page is fetched again without losing the typed texts (CF-15). True for any other error: the code of the
 * open page may be older than the data that it now gets.
 */
export function mustReloadDocument(error: unknown): boolean {
  const isProxyError = isRouteErrorResponse(error) && isProxyStatus(error.status);
  return getFailureReason(error) === 'broken' && !isProxyError;
}
