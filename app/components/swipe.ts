/** `x` and `y` in px; right and down are positive. */
export interface Swipe {
  x: number;
  y: number;
  durationMs: number;
}

/** Reports one-finger swipes with passive listeners; ignores them while the page is zoomed in. */
export function watchSwipes(target: EventTarget, onSwipe: (swipe: Swipe) => void): () => void {
  let start: Swipe | undefined;
  const cancelSwipe = () => (start = undefined);
  const startSwipe = (event: Event) => {
    const { touches, timeStamp } = event as TouchEvent;
    const [touch] = touches;
    const isSingleTouch = touch && touches.length === 1 && !isZoomed();
    start = isSingleTouch
      ? { x: touch.clientX, y: touch.clientY, durationMs: timeStamp }
      : undefined;
  };
  const endSwipe = (event: Event) => {
    const [touch] = (event as TouchEvent).changedTouches;
    if (!start || !touch) return;
    const { x, y, durationMs: ms } = start;
    cancelSwipe();
    onSwipe({ x: touch.clientX - x, y: touch.clientY - y, durationMs: event.timeStamp - ms });
  };
  const abortController = new AbortController();
  const options = { passive: true, signal: abortController.signal };
  target.addEventListener('touchstart', startSwipe, options);
  target.addEventListener('touchend', endSwipe, options);
  target.addEventListener('touchcancel', cancelSwipe, options);
  return () => abortController.abort();
}

function isZoomed(): boolean {
  return (window.visualViewport?.scale ?? 1) > 1.01;
}
