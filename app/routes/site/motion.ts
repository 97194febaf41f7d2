import { inView } from 'framer-motion/dom';
import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { isModalOpen } from '#app/components/dialogs.ts';
import { MOTION } from '#app/components/site-limits.ts';
import { watchSwipes, type Swipe } from '#app/components/swipe.ts';

const query = '(prefers-reduced-motion: reduce)';

function prefersReducedMotion(): boolean {
  return matchMedia(query).matches;
}

export function useReducedMotion(): boolean {
  return useSyncExternalStore(subscribe, prefersReducedMotion, () => false);
}

export function prefersReducedData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

function subscribe(report: () => void): () => void {
  const list = matchMedia(query);
  list.addEventListener('change', report);
  return () => list.removeEventListener('change', report);
}

/**
 * Animates `[data-reveal]` elements once, when a quarter of them is in view (ledger H-7). Only elements
 * below the fold are hidden first, so visible ones do not flash and served HTML hides nothing.
 */
export function useReveal(): void {
  const { key } = useLocation();
  useEffect(() => {
    if (prefersReducedMotion()) return;
    const revealElements = [...document.querySelectorAll<HTMLElement>('[data-reveal=""]')];
    let stop = () => {};
    // An observer gets the positions without forcing a layout.
    const positionObserver = new IntersectionObserver((entries) => {
      positionObserver.disconnect();
      const hiddenElements = entries
        .filter(isBelowTheFold)
        .map(({ target }) => target as HTMLElement);
      for (const element of hiddenElements) element.dataset['reveal'] = 'wait';
      stop = inView(hiddenElements, reveal, { amount: MOTION.revealAtShare });
    });
    for (const element of revealElements) positionObserver.observe(element);
    return () => {
      positionObserver.disconnect();
      stop();
      for (const { dataset } of revealElements)
        if (dataset['reveal'] === 'wait') dataset['reveal'] = '';
    };
  }, [key]);
}

function reveal(element: Element): void {
  (element as HTMLElement).dataset['reveal'] = 'done';
}

// An element more than twice as tall as the window may never be a quarter in view: it is not hidden.
function isBelowTheFold({ boundingClientRect }: IntersectionObserverEntry): boolean {
  return boundingClientRect.top >= innerHeight && boundingClientRect.height < 2 * innerHeight;
}

/**
 * During a view transition the snapshots of both pages swallow clicks. A press ends the transition,
 * and its click is repeated on the element underneath.
 */
export function useClickThrough(): void {
  useEffect(() => {
    let covered = false;
    const press = () => (covered = endPageChange());
    const pass = (click: MouseEvent) => {
      if (!covered || click.target !== document.documentElement) return;
      covered = false;
      repeatClickWhenUncovered(click);
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

/** Waits up to `frames` frames for the snapshot of a finished transition to disappear. */
function repeatClickWhenUncovered(click: MouseEvent, frames = 10): void {
  requestAnimationFrame(() => {
    const target = document.elementFromPoint(click.clientX, click.clientY);
    if (target === document.documentElement && frames > 0)
      repeatClickWhenUncovered(click, frames - 1);
    else target?.dispatchEvent(new MouseEvent('click', click));
  });
}

/** Scrolls to the next section only if its top is in view, so that nothing is skipped (ledger A-9). */
export function useSwipeUp(): void {
  useEffect(() => {
    let targetSection: HTMLElement | undefined;
    const forget = () => (targetSection = undefined);
    const end = watchSwipes(document, (swipe) => {
      if (!isSwipeUp(swipe) || prefersReducedMotion() || isModalOpen()) return;
      targetSection = nextSection();
      targetSection?.scrollIntoView({ behavior: 'smooth' });
    });
    // The momentum of the swipe may have stopped the smooth scroll.
    const completeScroll = () => {
      const section = targetSection;
      forget();
      if (section && section === nextSection()) section.scrollIntoView({ behavior: 'smooth' });
    };
    document.addEventListener('touchstart', forget, { passive: true });
    document.addEventListener('scrollend', completeScroll);
    return () => {
      end();
      document.removeEventListener('touchstart', forget);
      document.removeEventListener('scrollend', completeScroll);
    };
  }, []);
}

function isSwipeUp({ x, y, durationMs: ms }: Swipe): boolean {
  return -y > MOTION.swipeUpPx && ms < MOTION.swipeUpMs && Math.abs(x) < -y / 2;
}

function nextSection(): HTMLElement | undefined {
  const { scrollPaddingTop } = getComputedStyle(document.documentElement);
  const topPx = (parseFloat(scrollPaddingTop) || 0) + 2;
  return [...document.querySelectorAll<HTMLElement>('main section')].find((section) => {
    const { top } = section.getBoundingClientRect();
    return top > topPx && top < window.innerHeight;
  });
}
