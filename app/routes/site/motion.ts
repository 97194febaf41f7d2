import { inView } from 'framer-motion/dom';
import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { isModalOrPopoverOpen } from '#app/components/dialogs.ts';
import { MOTION } from '#app/components/site-limits.ts';
import { watchSwipes, type Swipe } from '#app/components/swipe.ts';

const REDUCED_MOTION_QUERY = '(prefers-reduced-motion: reduce)';

export function prefersReducedMotion(): boolean {
  return matchMedia(REDUCED_MOTION_QUERY).matches;
}

/** Returns whether the visitor prefers reduced motion; false on the server. Rerenders when that changes. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(watchReducedMotion, prefersReducedMotion, () => false);
}

function watchReducedMotion(onChange: () => void): () => void {
  const list = matchMedia(REDUCED_MOTION_QUERY);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}

/** Returns whether the visitor wants to save data; false in browsers other than Chromium, which do not tell. */
export function prefersReducedData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/**
 * Animates `[data-reveal]` elements once, when a quarter of them is in view (H-7). Only elements
 * below the fold are hidden first, so visible ones do not flash and served HTML hides nothing.
 */
export function useRevealOnScroll(): void {
  const { key } = useLocation();
  useEffect(() => {
    if (prefersReducedMotion()) return;

    const elements = [...document.querySelectorAll<HTMLElement>('[data-reveal=""]')];
    let stopRevealing = () => {};

    const hideAndRevealInView = (positions: IntersectionObserverEntry[]) => {
      positionObserver.disconnect();
      const hiddenElements = positions
        .filter(isBelowTheFold)
        .map(({ target }) => target as HTMLElement);
      for (const { dataset } of hiddenElements) dataset['reveal'] = 'wait';
      stopRevealing = inView(hiddenElements, reveal, { amount: MOTION.revealAtShare });
    };

    // An observer gets the positions without forcing a layout.
    const positionObserver = new IntersectionObserver(hideAndRevealInView);
    for (const element of elements) positionObserver.observe(element);

    return () => {
      positionObserver.disconnect();
      stopRevealing();
      for (const { dataset } of elements) if (dataset['reveal'] === 'wait') dataset['reveal'] = '';
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
 * During a view transition the snapshots of both pages swallow clicks. This ends the transition on a press, and
 * repeats its click on the element underneath.
 */
export function useRepeatClicksDuringPageChange(): void {
  useEffect(() => {
    let hasPressEndedTransition = false;
    const handlePress = () => (hasPressEndedTransition = finishPageTransition());

    const handleClick = (click: MouseEvent) => {
      // The snapshots belong to the root element, so a swallowed click has that as its target.
      if (!hasPressEndedTransition || click.target !== document.documentElement) return;
      hasPressEndedTransition = false;
      repeatClickWhenUncovered(click);
    };

    const abortController = new AbortController();
    addEventListener('pointerdown', handlePress, abortController);
    addEventListener('click', handleClick, abortController);
    return () => abortController.abort();
  }, []);
}

/** Ends a running view transition at once. Returns false if there was none. */
function finishPageTransition(): boolean {
  const animations = document.getAnimations().filter(({ effect }) => {
    return (effect as KeyframeEffect | null)?.pseudoElement?.startsWith('::view-transition');
  });
  for (const animation of animations) animation.finish();
  return animations.length > 0;
}

/** Waits up to `maxFrames` frames for the snapshot of a finished transition to disappear. */
function repeatClickWhenUncovered(click: MouseEvent, maxFrames = 10): void {
  requestAnimationFrame(() => {
    const target = document.elementFromPoint(click.clientX, click.clientY);
    const isCovered = target === document.documentElement;
    if (isCovered && maxFrames > 0) repeatClickWhenUncovered(click, maxFrames - 1);
    else target?.dispatchEvent(new MouseEvent('click', click));
  });
}

/**
 * Scrolls to the next section after a swipe up, if the top of that section is in view, no dialog is open
 * and motion is not reduced.
 */
export function useSwipeToNextSection(): void {
  useEffect(() => {
    /** The section that a swipe scrolls to, until the scroll or another touch ends it. */
    let targetSection: HTMLElement | undefined;
    const forgetTarget = () => (targetSection = undefined);

    const startScroll = (swipe: Swipe) => {
      if (!isSwipeUp(swipe) || prefersReducedMotion() || isModalOrPopoverOpen()) return;
      targetSection = findNextSection();
      targetSection?.scrollIntoView({ behavior: 'smooth' });
    };

    // The momentum of the swipe may have stopped the smooth scroll before the section was at the top.
    const completeScroll = () => {
      const isStillBelow = targetSection === findNextSection();
      if (isStillBelow) targetSection?.scrollIntoView({ behavior: 'smooth' });
      forgetTarget();
    };

    const stopWatching = watchSwipes(document, startScroll);
    document.addEventListener('touchstart', forgetTarget, { passive: true });
    document.addEventListener('scrollend', completeScroll);

    return () => {
      stopWatching();
      document.removeEventListener('touchstart', forgetTarget);
      document.removeEventListener('scrollend', completeScroll);
    };
  }, []);
}

function isSwipeUp({ x, y, durationMs }: Swipe): boolean {
  const isSteep = Math.abs(x) < -y / 2;
  return isSteep && -y > MOTION.swipeUpPx && durationMs < MOTION.swipeUpMs;
}

/** Returns the first section with its top in view below the header. */
function findNextSection(): HTMLElement | undefined {
  const { scrollPaddingTop } = getComputedStyle(document.documentElement);
  const topPx = (parseFloat(scrollPaddingTop) || 0) + 2;
  return [...document.querySelectorAll<HTMLElement>('main section')].find((section) => {
    const { top } = section.getBoundingClientRect();
    return top > topPx && top < window.innerHeight;
  });
}
