import { useEffect } from 'react';
import { MOTION } from '#app/ui/site-limits.ts';
import { isCovered } from '#app/ui/browser/popovers.ts';
import { type Swipe, watchSwipes } from '#app/ui/browser/swipe.ts';
import { prefersReducedMotion } from '#app/routes/site/motion/reduced-motion.ts';

/**
 * A quick stroke upwards takes the reader to the next section (ledger A-9), if that has come into
 * view: nothing that was not yet on the screen is skipped, and a slow finger scrolls as ever.
 */
export function useSwipeUp(): void {
  useEffect(() => {
    let asked: HTMLElement | undefined;
    const forget = () => (asked = undefined);
    const end = watchSwipes(document, (swipe) => {
      if (!isSwipeUp(swipe) || prefersReducedMotion() || isCovered()) return;
      asked = nextSection();
      asked?.scrollIntoView({ behavior: 'smooth' });
    });
    // The momentum of the stroke may have had its way first.
    const arrive = () => {
      const goal = asked;
      forget();
      if (goal && goal === nextSection()) goal.scrollIntoView({ behavior: 'smooth' });
    };
    document.addEventListener('touchstart', forget, { passive: true });
    document.addEventListener('scrollend', arrive);
    return () => {
      end();
      document.removeEventListener('touchstart', forget);
      document.removeEventListener('scrollend', arrive);
    };
  }, []);
}

function isSwipeUp({ x, y, ms }: Swipe): boolean {
  return -y > MOTION.swipeUpPx && ms < MOTION.swipeUpMs && Math.abs(x) < -y / 2;
}

/** The first section that begins on the screen, below where a section begins when it is gone to. */
function nextSection(): HTMLElement | undefined {
  const { scrollPaddingTop } = getComputedStyle(document.documentElement);
  const begin = (parseFloat(scrollPaddingTop) || 0) + 2;
  return [...document.querySelectorAll<HTMLElement>('main section')].find((section) => {
    const { top } = section.getBoundingClientRect();
    return top > begin && top < window.innerHeight;
  });
}
