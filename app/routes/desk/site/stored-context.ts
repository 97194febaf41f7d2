import { createContext, use } from 'react';

/** True within the stored version that a refused form has beside it (PB-8): nothing in it can be changed. */
export const StoredVersionContext = createContext(false);

/** Returns a function that names controls, so that no name or id is twice on a page with the stored version. */
export function useControlName(): (name: string) => string {
  const isStoredVersion = use(StoredVersionContext);
  return (name) => (isStoredVersion ? `stored_${name}` : name);
}
