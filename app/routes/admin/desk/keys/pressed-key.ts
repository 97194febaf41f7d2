/** The letters of the desk's keys on a Greek keyboard: j, k and r. */
const GREEK: Readonly<Record<string, string>> = { ξ: 'j', κ: 'k', ρ: 'r' };
const TYPED_INTO = 'input, select, textarea, [contenteditable]:not([contenteditable="false"])';

/**
 * The key that was pressed as the desk knows it, in either alphabet; null while somebody is typing,
 * with a modifier key (but for the Shift that a sign needs), or when something else has taken it.
 */
export function pressedKey(event: KeyboardEvent): string | null {
  if (event.defaultPrevented || event.isComposing || isBehindHelp()) return null;
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  if (event.target instanceof Element && event.target.closest(TYPED_INTO)) return null;
  if (event.shiftKey && /^\p{Letter}$/u.test(event.key)) return null;
  const key = event.key.toLowerCase();
  return GREEK[key] ?? key;
}

/** Whether a dialog of the browser's own lies over the page: its Escape is not the page's. */
export function isBehindHelp(): boolean {
  return document.querySelector('dialog[open]') !== null;
}
