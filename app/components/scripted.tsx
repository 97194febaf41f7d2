import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';

/**
 * What only the server may write: inline scripts. A browser that draws the document anew (the last
 * error page does) leaves them out, because Trusted Types forbid a script that a script makes; the
 * mark that the boot script leaves for the styles is set again.
 */
export function ServedOnly({ children }: { children: ReactNode }) {
  const [served] = useState(!useScripted());
  useEffect(() => {
    if (!served) document.documentElement.classList.add('js');
  }, [served]);
  return served && children;
}

const subscribe = () => () => undefined;

/** False in served HTML and until it is hydrated, then true. */
export function useScripted(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
