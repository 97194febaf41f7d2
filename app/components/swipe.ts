/** px (right and down are positive) and ms. */
export interface Swipe {
  x: number;
  y: number;
  ms: number;
}

/** Only looks on: scrolling stays with the browser, and a zoomed page is panned in peace. */
export function watchSwipes(target: EventTarget, report: (swipe: Swipe) => void): () => void {
  let start: Swipe | undefined;
  const forget = () => (start = undefined);
  const begin = (event: Event) => {
    const { touches, timeStamp } = event as TouchEvent;
    const [touch] = touches;
    const alone = touch && touches.length === 1 && !isZoomed();
    start = alone ? { x: touch.clientX, y: touch.clientY, ms: timeStamp } : undefined;
  };
  const end = (event: Event) => {
    const [touch] = (event as TouchEvent).changedTouches;
    if (!start || !touch) return;
    const { x, y, ms } = start;
    forget();
    report({ x: touch.clientX - x, y: touch.clientY - y, ms: event.timeStamp - ms });
  };
  const watching = new AbortController();
  const options = { passive: true, signal: watching.signal };
  target.addEventListener('touchstart', begin, options);
  target.addEventListener('touchend', end, options);
  target.addEventListener('touchcancel', forget, options);
  return () => watching.abort();
}

function isZoomed(): boolean {
  return (window.visualViewport?.scale ?? 1) > 1.01;
}
