import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { SITE } from '#app/ui/site-limits.ts';

/**
 * Makes sure that a lazy image is loaded once a tenth of it is within 50 px of the view (ledger
 * SH-7). Served images are lazy by the browser's own rule, which may start earlier, never later.
 */
export function useNearImages(): void {
  const { key } = useLocation();
  useEffect(() => {
    const observer = new IntersectionObserver(loadSeen, {
      rootMargin: `${SITE.imageLazyMarginPx}px`,
      threshold: SITE.imageLazyThreshold,
    });
    for (const image of document.querySelectorAll('img[loading="lazy"]')) observer.observe(image);
    return () => observer.disconnect();
  }, [key]);
}

function loadSeen(entries: IntersectionObserverEntry[], observer: IntersectionObserver): void {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    (target as HTMLImageElement).loading = 'eager';
    observer.unobserve(target);
  }
}
