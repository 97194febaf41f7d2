import { useEffect, useState } from 'react';
import { createPath, useLocation, useNavigation } from 'react-router';

interface NavigateEvent extends Event {
  navigationType: string;
  userInitiated: boolean;
}

const navigation = () => (globalThis as { navigation?: EventTarget }).navigation;

/**
 * The address of a page whose code could not be fetched, or null: the network is down, or the site
 * was replaced since. The router would reload the page that is open; it stays instead, for somebody
 * to say so with a link that loads a document. What was lost stays lost to the router until then, so
 * the next page is loaded as a document too.
 */
export function useUnloadedPage(): string | null {
  const { location: to, formMethod } = useNavigation();
  const here = useLocation();
  const [stoppedAt, setStoppedAt] = useState<string | null>(null);
  const elsewhere = stoppedAt !== null && stoppedAt !== here.key;
  useEffect(() => {
    const stop = (event: Event) => {
      const { navigationType, userInitiated } = event as NavigateEvent;
      if (navigationType !== 'reload' || userInitiated) return;
      event.preventDefault();
      setStoppedAt(here.key);
    };
    navigation()?.addEventListener('navigate', stop);
    return () => navigation()?.removeEventListener('navigate', stop);
  }, [here.key]);
  useEffect(() => {
    if (elsewhere && to && !formMethod) location.assign(createPath(to));
  }, [elsewhere, to, formMethod]);
  return stoppedAt === here.key ? createPath(to ?? here) : null;
}
