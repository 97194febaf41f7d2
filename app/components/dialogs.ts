/** To a browser without popovers, their selector is an error. */
export function hasPopovers(): boolean {
  return 'popover' in HTMLElement.prototype;
}

export function isCovered(): boolean {
  return document.querySelector(hasPopovers() ? ':modal, :popover-open' : ':modal') !== null;
}

export function keepFocusInside(
  box: HTMLElement,
  event: { key: string; shiftKey: boolean; preventDefault(): void },
): void {
  if (event.key !== 'Tab') return;
  const stops = [...box.querySelectorAll<HTMLElement>('a[href], button')];
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  const outside = !stops.includes(document.activeElement as HTMLElement);
  if (!outside && document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}
