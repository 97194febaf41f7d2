import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';

/**
 * For inline scripts, which only the server may write: Trusted Types forbid a script that a script
 * makes. A browser that draws the document anew (the last error page does) sets the mark again that
 * the boot script leaves for the styles.
 */
export function ServedOnly({ children }: { children: ReactNode }) {
  const [served] = useState(!useScripted());
  useEffect(() => {
    if (!served) document.documentElement.classList.add('js');
  }, [served]);
  return served && children;
}

const subscribe = () => () => undefined;

export function useScripted(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
