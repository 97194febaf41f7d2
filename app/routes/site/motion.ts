import { useEffect, useSyncExternalStore } from 'react';
import { inView } from 'framer-motion/dom';
import { useLocation } from 'react-router';
import { isCovered } from '#app/components/dialogs.ts';
import { type Swipe, watchSwipes } from '#app/components/swipe.ts';
import { MOTION } from '#app/components/site-limits.ts';

const query = '(prefers-reduced-motion: reduce)';

function prefersReducedMotion(): boolean {
  return matchMedia(query).matches;
}

export function useReducedMotion(): boolean {
  return useSyncExternalStore(follow, prefersReducedMotion, () => false);
}

export function isSavingData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

function follow(report: () => void): () => void {
  const list = matchMedia(query);
  list.addEventListener('change', report);
  return () => list.removeEventListener('change', report);
}

/**
 * Once, when a quarter is in view (ledger H-7). Only what lies below the fold waits: what can be
 * seen already does not flash, and served HTML hides nothing.
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

/**
 * While a page change lasts, pictures of the two pages swallow clicks: a press ends it, and its
 * click goes to what stands there.
 */
export function useClickThrough(): void {
  useEffect(() => {
    let covered = false;
    const press = () => (covered = endPageChange());
    const pass = (click: MouseEvent) => {
      if (!covered || click.target !== document.documentElement) return;
      covered = false;
      repeatUncovered(click);
    };
    addEventListener('pointerdown', press);
    addEventListener('click', pass);
    return () => {
      removeEventListener('pointerdown', press);
      removeEventListener('click', pass);
    };
  }, []);
}

function endPageChange(): boolean {
  const running = document.getAnimations().filter(({ effect }) => {
    return (effect as KeyframeEffect | null)?.pseudoElement?.startsWith('::view-transition');
  });
  for (const animation of running) animation.finish();
  return running.length > 0;
}

/** The cover of an animation that was ended goes within a few frames. */
function repeatUncovered(click: MouseEvent, frames = 10): void {
  requestAnimationFrame(() => {
    const target = document.elementFromPoint(click.clientX, click.clientY);
    if (target === document.documentElement && frames > 0) repeatUncovered(click, frames - 1);
    else target?.dispatchEvent(new MouseEvent('click', click));
  });
}

/** Only to a section that has come into view: nothing unseen is skipped (ledger A-9). */
export function useSwipeUp(): void {
  useEffect(() => {
    let goal: HTMLElement | undefined;
    const forget = () => (goal = undefined);
    const end = watchSwipes(document, (swipe) => {
      if (!isSwipeUp(swipe) || prefersReducedMotion() || isCovered()) return;
      goal = nextSection();
      goal?.scrollIntoView({ behavior: 'smooth' });
    });
    // The momentum of the stroke may have had its way first.
    const arrive = () => {
      const section = goal;
      forget();
      if (section && section === nextSection()) section.scrollIntoView({ behavior: 'smooth' });
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

function nextSection(): HTMLElement | undefined {
  const { scrollPaddingTop } = getComputedStyle(document.documentElement);
  const begin = (parseFloat(scrollPaddingTop) || 0) + 2;
  return [...document.querySelectorAll<HTMLElement>('main section')].find((section) => {
    const { top } = section.getBoundingClientRect();
    return top > begin && top < window.innerHeight;
  });
}
