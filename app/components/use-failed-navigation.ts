import { useEffect, useState } from 'react';
import { createPath, useLocation, useNavigation, type Location } from 'react-router';

interface NavigateEvent extends Event {
  navigationType: string;
  userInitiated: boolean;
}

interface FailedNavigation {
  path: string;
  /** The server does not answer, or it answers without the code: then its build is newer. */
  reason: 'unreachable' | 'broken';
}

/**
 * Returns the path of a page that lacks its code, and the reason, so that the open page can link to its
 * document. Returns null while no navigation from the open page has failed. Cancels the reload of the open page by the
 * router. Afterwards opens pages as documents, except those that were open before and the results of forms.
 */
export function useFailedNavigation(): FailedNavigation | null {
  const { location: targetLocation } = useNavigation();
  const currentLocation = useLocation();
  const failure = useCancelledReload(currentLocation);
  // Not by its key, which is the same when Back shows the page again, without the notice.
  const isPageOfFailureOpen = failure?.page === currentLocation;
  useDocumentNavigation({ isEnabled: failure !== undefined && !isPageOfFailureOpen });

  if (!failure || !isPageOfFailureOpen) return null;
  // The navigation that failed stays pending; once it is cancelled, the link reloads the open page.
  return { path: createPath(targetLocation ?? currentLocation), reason: failure.reason };
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
  reason: FailedNavigation['reason'];
}

/** Cancels the reload of the open page by React Router, which means that it cannot fetch the code of another page. */
function useCancelledReload(page: Location): CancelledReload | undefined {
  const [failure, setFailure] = useState<CancelledReload>();

  useEffect(() => {
    const cancelReload = (event: Event) => {
      const { navigationType, userInitiated } = event as NavigateEvent;
      if (navigationType !== 'reload' || userInitiated) return;

      event.preventDefault();
      void isServerReachable().then((isReachable) =>
        setFailure({ page, reason: isReachable ? 'broken' : 'unreachable' }),
      );
    };

    const { navigation } = globalThis as { navigation?: EventTarget };
    navigation?.addEventListener('navigate', cancelReload);
    return () => navigation?.removeEventListener('navigate', cancelReload);
  }, [page]);

  return failure;
}

const PROBE_TIMEOUT_MS = 5000;

/** Returns whether the server responds in five seconds. Browsers call a network without internet "online". */
export function isServerReachable(): Promise<boolean> {
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  return fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal }).then(
    () => true,
    () => false,
  );
}
