import { useSyncExternalStore } from 'react';

const STORAGE_KEY = 'desk-keys';
// Browsers send this event to the other tabs only; this tab sends it to itself.
const STORAGE_EVENT = 'storage';

/** Single keys can be turned off, which speech input needs (WCAG 2.1.4). */
export function useKeysAreOn(): boolean {
  return useSyncExternalStore(subscribeToStorage, readKeysAreOn, () => false);
}

/** Turns the keys of the desk on or off in this browser, also in its other tabs. */
export function storeKeysAreOn(areOn: boolean): void {
  try {
    if (areOn) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, 'off');
  } catch {
    // A browser that stores nothing leaves them on.
  }
  dispatchEvent(new Event(STORAGE_EVENT));
}

function readKeysAreOn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off';
  } catch {
    return true;
  }
}

function subscribeToStorage(onChange: () => void): () => void {
  addEventListener(STORAGE_EVENT, onChange);
  return () => removeEventListener(STORAGE_EVENT, onChange);
}
