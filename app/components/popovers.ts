/** Whether this browser knows popovers; to one that does not, their selector is an error. */
export function hasPopovers(): boolean {
  return 'popover' in HTMLElement.prototype;
}

export function isCovered(): boolean {
  return document.querySelector(hasPopovers() ? ':modal, :popover-open' : ':modal') !== null;
}
