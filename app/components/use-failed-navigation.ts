import { useEffect, useState } from 'react';
import { createPath, useLocation, useNavigation } from 'react-router';

interface NavigateEvent extends Event {
  navigationType: string;
  userInitiated: boolean;
}

interface FailedNavigation {
  path: string;
  /** The server does not answer, or it answers without the code: then its build is newer. */
  reason: 'unreachable' | 'broken';
}

/** The code of these pages is loaded: the router can open them again. */
const openedPaths = new Set<string>();

/**
 * Returns the path of a page whose code could not be fetched, and why, so that the open page can link to its
 * document. Returns null while no navigation from the open page has failed.
 */
export function useFailedNavigation(): FailedNavigation | null {
  const { location: targetLocation, formMethod } = useNavigation();
  const currentLocation = useLocation();
  const { key: currentKey, pathname: currentPath } = currentLocation;
  /** `pageKey` is that of the page that was open. */
  const [failure, setFailure] = useState<Pick<FailedNavigation, 'reason'> & { pageKey: string }>();
  const hasFailed = failure !== undefined;
  const isFailedPageOpen = failure?.pageKey === currentKey;

  useEffect(() => void openedPaths.add(currentPath), [currentPath]);

  // React Router reloads the open page when it cannot fetch the code of another.
  useEffect(() => {
    const cancelReload = (event: Event) => {
      const { navigationType, userInitiated } = event as NavigateEvent;
      if (navigationType !== 'reload' || userInitiated) return;

      event.preventDefault();
      void isServerReachable().then((isReachable) =>
        setFailure({ pageKey: currentKey, reason: isReachable ? 'broken' : 'unreachable' }),
      );
    };

    const { navigation } = globalThis as { navigation?: EventTarget };
    navigation?.addEventListener('navigate', cancelReload);
    return () => navigation?.removeEventListener('navigate', cancelReload);
  }, [currentKey]);

  // The router waits for ever for code that it could not fetch, and another page may need the same code.
  useEffect(() => {
    if (!hasFailed || isFailedPageOpen || !targetLocation || formMethod) return;
    if (!openedPaths.has(targetLocation.pathname)) location.assign(createPath(targetLocation));
  }, [hasFailed, isFailedPageOpen, targetLocation, formMethod]);

  if (!failure || !isFailedPageOpen) return null;
  return { path: createPath(targetLocation ?? currentLocation), reason: failure.reason };
}

const PROBE_TIMEOUT_MS = 5000;

/** Asks the server itself: browsers call a network without internet "online". */
export function isServerReachable(): Promise<boolean> {
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  return fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal }).then(
    () => true,
    () => false,
  );
}
