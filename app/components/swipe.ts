/** `x` and `y` in px; right and down are positive. */
export interface Swipe {
  x: number;
  y: number;
  durationMs: number;
}

/**
 * Calls `onSwipe` after every touch with one finger, even a tap: the caller judges distance and time. Ignores touches
 * while the page is zoomed in. Returns a function that stops listening.
 */
export function watchSwipes(target: EventTarget, onSwipe: (swipe: Swipe) => void): () => void {
  let start: { x: number; y: number; timeMs: number } | undefined;
  const cancelSwipe = () => (start = undefined);

  const startSwipe = (event: Event) => {
    const { touches, timeStamp: timeMs } = event as TouchEvent;
    const [touch] = touches;
    const isZoomed = (window.visualViewport?.scale ?? 1) > 1.01;
    const canBeSwipe = touch && touches.length === 1 && !isZoomed;
    start = canBeSwipe ? { x: touch.clientX, y: touch.clientY, timeMs } : undefined;
  };

  const endSwipe = (event: Event) => {
    const [touch] = (event as TouchEvent).changedTouches;
    if (!start || !touch) return;
    const { x, y, timeMs } = start;
    cancelSwipe();
    onSwipe({ x: touch.clientX - x, y: touch.clientY - y, durationMs: event.timeStamp - timeMs });
  };

  const abortController = new AbortController();
  const options = { passive: true, signal: abortController.signal };
  target.addEventListener('touchstart', startSwipe, options);
  target.addEventListener('touchend', endSwipe, options);
  target.addEventListener('touchcancel', cancelSwipe, options);

  return () => abortController.abort();
}
