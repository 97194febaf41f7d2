import { useSyncExternalStore } from 'react';

const STORED = 'desk-keys';
const CHANGED = 'desk-keys-changed';

/**
 * Whether single keys do anything in this browser: yes, until somebody turns them off, as whoever
 * speaks to a computer has to (WCAG 2.1.4). No without JavaScript.
 */
export function useKeysAreOn(): boolean {
  return useSyncExternalStore(subscribe, areOn, () => false);
}

/** Turns the keys on or off, in all tabs of this browser. */
export function turnKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, 'off');
  } catch {
    // A browser that keeps nothing leaves them on.
  }
  dispatchEvent(new Event(CHANGED));
}

function areOn(): boolean {
  try {
    return localStorage.getItem(STORED) !== 'off';
  } catch {
    return true;
  }
}

function subscribe(changed: () => void): () => void {
  addEventListener('storage', changed);
  addEventListener(CHANGED, changed);
  return () => {
    removeEventListener('storage', changed);
    removeEventListener(CHANGED, changed);
  };
}
