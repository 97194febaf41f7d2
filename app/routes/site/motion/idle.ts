import { SITE } from '#app/ui/site-limits.ts';

type Cancel = () => void;

/**
 * Runs something in idle time, at the latest after the fallback of ledger SH-8; browsers that know
 * no idle time wait for that long. Returns what takes it back.
 */
export function whenIdle(run: () => void): Cancel {
  const wait = SITE.preloadIdleFallbackMs;
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, wait);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: wait });
  return () => cancelIdleCallback(handle);
}

/** Runs something once the page and all that it began with is loaded and the browser is idle. */
export function whenQuiet(run: () => void): Cancel {
  if (document.readyState === 'complete') return whenIdle(run);
  let cancel: Cancel = () => removeEventListener('load', wait);
  const wait = () => (cancel = whenIdle(run));
  addEventListener('load', wait, { once: true });
  return () => cancel();
}
