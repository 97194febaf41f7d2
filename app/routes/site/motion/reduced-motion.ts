import { useSyncExternalStore } from 'react';

const query = '(prefers-reduced-motion: reduce)';

/** Whether the visitor asked for less motion. Only in the browser. */
export function prefersReducedMotion(): boolean {
  return matchMedia(query).matches;
}

/** The same, followed while the page is open; false on the server. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(follow, prefersReducedMotion, () => false);
}

/** Whether the visitor asked for fewer bytes (Save-Data). Only in the browser. */
export function isSavingData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

function follow(report: () => void): () => void {
  const list = matchMedia(query);
  list.addEventListener('change', report);
  return () => list.removeEventListener('change', report);
}
