import { useEffect, useState } from 'react';
import { createPath, useLocation, useNavigation } from 'react-router';

interface NavigateEvent extends Event {
  navigationType: string;
  userInitiated: boolean;
}

const navigation = () => (globalThis as { navigation?: EventTarget }).navigation;

/**
 * Returns the path of a page whose code could not be fetched (no network, or a newer build), or
 * null. The router would reload the open page; this cancels the reload, so that the page can show a
 * link that loads a document. The router remembers the failed module until then, so the next
 * navigation loads a document too.
 */
export function useFailedNavigation(): string | null {
  const { location: targetLocation, formMethod } = useNavigation();
  const currentLocation = useLocation();
  const [failedAtKey, setFailedAtKey] = useState<string | null>(null);
  const hasLeftFailedPage = failedAtKey !== null && failedAtKey !== currentLocation.key;
  useEffect(() => {
    const cancelReload = (event: Event) => {
      const { navigationType, userInitiated } = event as NavigateEvent;
      if (navigationType !== 'reload' || userInitiated) return;
      event.preventDefault();
      setFailedAtKey(currentLocation.key);
    };
    navigation()?.addEventListener('navigate', cancelReload);
    return () => navigation()?.removeEventListener('navigate', cancelReload);
  }, [currentLocation.key]);
  useEffect(() => {
    if (hasLeftFailedPage && targetLocation && !formMethod)
      location.assign(createPath(targetLocation));
  }, [hasLeftFailedPage, targetLocation, formMethod]);
  return failedAtKey === currentLocation.key ? createPath(targetLocation ?? currentLocation) : null;
}
