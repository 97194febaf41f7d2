/** Returns false in browsers without popovers, which throw on the selector `:popover-open`. */
export function supportsPopovers(): boolean {
  return 'popover' in HTMLElement.prototype;
}

export function isModalOrPopoverOpen(): boolean {
  return document.querySelector(supportsPopovers() ? ':modal, :popover-open' : ':modal') !== null;
}

/**
 * Handles a keydown event: Tab moves the focus from the last link or button of the box to the first,
 * Shift+Tab back. From outside, both move it into the box. The box must have no other fields.
 */
export function trapFocus(
  box: HTMLElement,
  event: { key: string; shiftKey: boolean; preventDefault(): void },
): void {
  if (event.key !== 'Tab') return;

  const elements = [...box.querySelectorAll<HTMLElement>('a[href], button')];
  if (event.shiftKey) elements.reverse();
  const position = elements.indexOf(document.activeElement as HTMLElement);
  const hasNextInBox = position !== -1 && position < elements.length - 1;
  if (hasNextInBox) return;

  event.preventDefault();
  elements[0]?.focus();
}
