import { useKeysAreOn } from './keys-preference.ts';

/**
 * The attribute that tells a screen reader, and the desk's keys, which key an element answers to.
 * Nothing where no key does anything.
 */
export function useShortcut(keys: string): { 'aria-keyshortcuts'?: string } {
  return useKeysAreOn() ? { 'aria-keyshortcuts': keys } : {};
}

/** The element that answers to a key just now; what lies under an open enquiry does not. */
export function elementOf(key: string): HTMLElement | null {
  const found = document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts~="${CSS.escape(key)}"]`);
  return [...found].find((element) => !element.closest('[inert]')) ?? null;
}
