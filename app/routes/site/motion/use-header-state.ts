import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { SITE } from '#app/ui/site-limits.ts';

/**
 * The header's state on the page's scroll (ledger SH-4): `data-scrolled` once it is past the
 * threshold, `--p` for the share that has been scrolled. Returns the ref of the header.
 */
export function useHeaderState() {
  const header = useRef<HTMLElement>(null);
  const { key } = useLocation();
  useEffect(() => {
    const show = () => {
      const { scrollHeight, clientHeight } = document.documentElement;
      const length = scrollHeight - clientHeight;
      const share = length > 0 ? Math.min(1, Math.max(0, scrollY / length)) : 0;
      header.current?.toggleAttribute('data-scrolled', scrollY > SITE.headerCompactAfterPx);
      header.current?.style.setProperty('--p', String(share));
    };
    // Not before the next frame: to ask now would make the browser lay out the new page twice.
    const first = requestAnimationFrame(show);
    addEventListener('scroll', show, { passive: true });
    addEventListener('resize', show);
    return () => {
      cancelAnimationFrame(first);
      removeEventListener('scroll', show);
      removeEventListener('resize', show);
    };
  }, [key]);
  return header;
}
