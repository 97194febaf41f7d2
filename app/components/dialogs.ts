/** Browsers without popovers throw on the selector `:popover-open`. */
export function hasPopovers(): boolean {
  return 'popover' in HTMLElement.prototype;
}

export function isModalOpen(): boolean {
  return document.querySelector(hasPopovers() ? ':modal, :popover-open' : ':modal') !== null;
}

/** Keeps the Tab key inside the box: it goes from the last link or button to the first, and back by Shift. */
export function trapFocus(
  box: HTMLElement,
  event: { key: string; shiftKey: boolean; preventDefault(): void },
): void {
  if (event.key !== 'Tab') return;
  const focusableElements = [...box.querySelectorAll<HTMLElement>('a[href], button')];
  const [from, to] = event.shiftKey
    ? [focusableElements[0], focusableElements.at(-1)]
    : [focusableElements.at(-1), focusableElements[0]];
  const isFocusOutside = !focusableElements.includes(document.activeElement as HTMLElement);
  if (!isFocusOutside && document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}
