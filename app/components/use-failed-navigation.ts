import { useEffect, useState } from 'react';
import { createPath, useLocation, useNavigation, type Location } from 'react-router';
import { isProxyStatus, type FailureReason } from '#app/components/failure-reason.ts';

interface FailedNavigation {
  path: string;
  /** The server does not answer, or it answers without the code: then its build is newer. */
  reason: FailureReason;
}

/**
 * Returns the path of a page that could not be opened without its code, and the reason; null while no navigation from
 * the open page has failed. The open page stays, and can link to the document of the other: this cancels the reload by
 * the router. Afterwards opens pages as documents, except the results of forms and pages whose code is loaded, because
 * they were open before.
 */
export function useFailedNavigation(): FailedNavigation | null {
  const { location: targetLocation } = useNavigation();
  const openPage = useLocation();
  const failure = useCancelledReload(openPage);
  // The same object, not only the same key: when Back shows the page again, it is without the notice.
  const isPageOfFailureOpen = failure?.page === openPage;
  useDocumentNavigation({ isEnabled: failure !== undefined && !isPageOfFailureOpen });

  if (!failure || !isPageOfFailureOpen) return null;

  // The failed navigation stays pending. If it is cancelled, as by Back, the path is that of the open page.
  return { path: createPath(targetLocation ?? openPage), reason: failure.reason };
}

/** The code of these pages is loaded: the router can open them again. */
const openedPaths = new Set<string>();

/** Opens pages as documents: the router waits for ever for code that it could not fetch, which they may need too. */
function useDocumentNavigation({ isEnabled }: { isEnabled: boolean }) {
  const { pathname: currentPath } = useLocation();
  useEffect(() => void openedPaths.add(currentPath), [currentPath]);

  const { location: targetLocation, formMethod } = useNavigation();
  const documentLocation = isEnabled && !formMethod ? targetLocation : undefined;
  useEffect(() => {
    if (!documentLocation || openedPaths.has(documentLocation.pathname)) return;
    location.assign(createPath(documentLocation));
  }, [documentLocation]);
}

interface CancelledReload {
  /** The page that was open and remains so. */
  page: Location;
  reason: FailureReason;
}

/** Cancels the reload of the open page by React Router, which means that it cannot fetch the code of another page. */
function useCancelledReload(page: Location): CancelledReload | undefined {
  const [failure, setFailure] = useState<CancelledReload>();

  useEffect(() => {
    const cancelReload = (event: NavigateEvent) => {
      if (event.navigationType !== 'reload' || event.userInitiated) return;

      event.preventDefault();
      void isServerReachable().then((isReachable) =>
        setFailure({ page, reason: isReachable ? 'broken' : 'unreachable' }),
      );
    };

    const { navigation } = globalThis as { navigation?: Navigation };
    navigation?.addEventListener('navigate', cancelReload);
    return () => navigation?.removeEventListener('navigate', cancelReload);
  }, [page]);

  return failure;
}

const PROBE_TIMEOUT_MS = 5000;

/**
 * Returns whether the server responds in five seconds, and not a proxy in its place. Browsers call a network without
 * internet "online".
 */
export function isServerReachable(): Promise<boolean> {
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  return fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal }).then(
    // The site sends this header with every response, also with 503; a proxy's own responses lack it.
    ({ status, headers }) => headers.has('x-request-id') || !isProxyStatus(status),
    () => false,
  );
}
