import { inView } from 'framer-motion/dom';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { MOTION } from '#app/ui/site-limits.ts';
import { prefersReducedMotion } from './reduced-motion.ts';

/**
 * Lets what is marked with `data-reveal=""` appear once, when a quarter of it is in view (ledger
 * H-7). Only what lies below the fold is made to wait, after the page is there and scrolled: what
 * can be seen already does not flash, and served HTML hides nothing.
 */
export function useReveal(): void {
  const { key } = useLocation();
  useEffect(() => {
    if (prefersReducedMotion()) return;
    const marked = [...document.querySelectorAll<HTMLElement>('[data-reveal=""]')];
    let stop = () => {};
    // The observer tells where each stands without making the browser lay out the page for it.
    const placed = new IntersectionObserver((entries) => {
      placed.disconnect();
      const waiting = entries.filter(isBelowTheFold).map(({ target }) => target as HTMLElement);
      for (const element of waiting) element.dataset['reveal'] = 'wait';
      stop = inView(waiting, appear, { amount: MOTION.revealAtShare });
    });
    for (const element of marked) placed.observe(element);
    return () => {
      placed.disconnect();
      stop();
      for (const { dataset } of marked) if (dataset['reveal'] === 'wait') dataset['reveal'] = '';
    };
  }, [key]);
}

function appear(element: Element): void {
  (element as HTMLElement).dataset['reveal'] = 'done';
}

// A quarter of what is far taller than the window may never be in view at once: it does not wait.
function isBelowTheFold({ boundingClientRect }: IntersectionObserverEntry): boolean {
  return boundingClientRect.top >= innerHeight && boundingClientRect.height < 2 * innerHeight;
}
