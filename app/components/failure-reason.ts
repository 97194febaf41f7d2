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
 * Returns whether 'Try again' has to load a document: the code of an open page may be older than the data that it now
 * gets. A page that could not be fetched is fetched again within the document, because its memory has the typed texts
 * (CF-15); so is one for which a proxy responded, whose page a document would show.
 */
export function mustReloadDocument(error: unknown): boolean {
  // The site itself sends 500.
  const isProxyError = isRouteErrorResponse(error) && error.status > 500;
  return getFailureReason(error) === 'broken' && !isProxyError;
}
