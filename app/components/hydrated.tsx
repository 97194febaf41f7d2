import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';

/**
 * Renders its children only in server-rendered HTML: Trusted Types forbid inline scripts made in the
 * browser. Where React renders the whole document anew (the root error page), it restores the class
 * `js`, which the boot script set.
 */
export function ServerOnly({ children }: { children: ReactNode }) {
  const [wasServerRendered] = useState(!useHydrated());
  useEffect(() => {
    if (!wasServerRendered) document.documentElement.classList.add('js');
  }, [wasServerRendered]);
  return wasServerRendered && children;
}

const subscribe = () => () => undefined;

export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
