import { useState, useSyncExternalStore } from 'react';

/** Returns whether the component was part of the served HTML, now and after hydration. */
export function useWasServerRendered(): boolean {
  const [wasServerRendered] = useState(!useHydrated());
  return wasServerRendered;
}

const subscribe = () => () => undefined;

/** Returns false on the server and during hydration, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
