import { useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/** False in served HTML and until it is hydrated, then true. */
export function useScripted(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
