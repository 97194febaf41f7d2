import { useEffect, useState } from 'react';
import { createPath, useLocation, useNavigation } from 'react-router';

interface NavigateEvent extends Event {
  navigationType: string;
  userInitiated: boolean;
}

/**
 * Returns the path of a page whose code could not be fetched (no network, or a newer build), so that the open page
 * can link to its document. Returns null while no navigation from the open page has failed.
 */
export function useFailedNavigation(): string | null {
  const { location: targetLocation, formMethod } = useNavigation();
  const currentLocation = useLocation();
  /** The key of the page that was open when a navigation failed. */
  const [failedPageKey, setFailedPageKey] = useState<string | null>(null);
  const hasFailed = failedPageKey !== null;
  const isFailedPageOpen = failedPageKey === currentLocation.key;
  // React Router reloads the open page when it cannot fetch the code of another.
  useEffect(() => {
    const cancelReload = (event: Event) => {
      const { navigationType, userInitiated } = event as NavigateEvent;
      if (navigationType !== 'reload' || userInitiated) return;
      event.preventDefault();
      setFailedPageKey(currentLocation.key);
    };
    const { navigation } = globalThis as { navigation?: EventTarget };
    navigation?.addEventListener('navigate', cancelReload);
    return () => navigation?.removeEventListener('navigate', cancelReload);
  }, [currentLocation.key]);
  // It also remembers the module that failed, so every later page loads a document.
  useEffect(() => {
    if (hasFailed && !isFailedPageOpen && targetLocation && !formMethod)
      location.assign(createPath(targetLocation));
  }, [hasFailed, isFailedPageOpen, targetLocation, formMethod]);
  return isFailedPageOpen ? createPath(targetLocation ?? currentLocation) : null;
}
