import { useEffect, useLayoutEffect, useRef } from 'react';
import { prefersReducedMotion } from './reduced-motion.ts';

type Direction = 'previous' | 'next';

interface Way {
  /** The path of the project that is open; and of those beside it. */
  from: string;
  previous: string | undefined;
  next: string | undefined;
}

/**
 * From one project to the next: remembers on <html data-transition> which way it goes, so that the
 * page that leaves and the one that arrives slide the same way (ledger PD-2). Back and forward too.
 */
export function useProjectSlide({ from, previous, next }: Way): void {
  useEffect(() => {
    const arrows = {
      [previous ?? '']: 'previous',
      [next ?? '']: 'next',
    } as const;
    const turn = () => {
      const { pathname } = window.location;
      if (pathname === from) return;
      const direction = arrows[pathname];
      if (direction) rememberDirection(direction);
      else forgetDirection();
    };
    window.addEventListener('popstate', turn);
    return () => window.removeEventListener('popstate', turn);
  }, [from, previous, next]);
  useLayoutEffect(() => forgetDirection, []);
  useSlideByHand(from);
}

function canChangeViews(): boolean {
  return typeof document.startViewTransition === 'function';
}

/** Says which way the next change of page goes; its keyframes are chosen by it. */
export function rememberDirection(direction: Direction): void {
  document.documentElement.dataset['transition'] = direction;
}

function forgetDirection(): void {
  delete document.documentElement.dataset['transition'];
}

/** Where the browser has no view transitions, the new page alone is slid in. */
function useSlideByHand(path: string): void {
  const shown = useRef(path);
  useLayoutEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    const direction = document.documentElement.dataset['transition'];
    if (!direction || prefersReducedMotion() || canChangeViews()) return;
    const sliding = document
      .querySelector('main')
      ?.animate({ clipPath: direction === 'next' ? fromRight : fromLeft }, slideTiming());
    return () => sliding?.cancel();
  }, [path]);
}

/** The same as of the view transition (project.css): the tokens say it once. */
function slideTiming(): KeyframeAnimationOptions {
  const tokens = getComputedStyle(document.documentElement);
  const token = (name: string) => tokens.getPropertyValue(name);
  const time = token('--transition-duration-step');
  const duration = Number.parseFloat(time) * (time.endsWith('ms') ? 1 : 1000);
  return { duration, easing: token('--ease-draw') };
}

const leftOf = (x: string) =>
  `polygon(-100% 0, calc(${x} + 45vh) 0, ${x} 100vh, ${x} 100%, -100% 100%)`;
const rightOf = (x: string) =>
  `polygon(calc(${x} + 45vh) 0, 200% 0, 200% 100%, ${x} 100%, ${x} 100vh)`;
const fromRight = [rightOf('100%'), rightOf('-45vh')];
const fromLeft = [leftOf('-45vh'), leftOf('100%')];
