import { type RefObject, useEffect } from 'react';
import { MOTION } from '#app/ui/site-limits.ts';
import type { CarouselApi } from './use-carousel.ts';

const held = ['pointerenter', 'pointerleave', 'focusin', 'focusout'] as const;

/**
 * Moves the carousel on every three seconds while it plays, but not while the pointer or the focus
 * is in its section, while it is dragged, or while the tab is hidden (ledger H-5).
 */
export function useAdvance(
  api: CarouselApi,
  section: RefObject<HTMLElement | null>,
  { playing, calm }: { playing: boolean; calm: boolean },
): void {
  useEffect(() => {
    const within = section.current;
    if (!api || !within || !playing) return;
    let timer = 0;
    const stop = () => clearInterval(timer);
    const restart = () => {
      stop();
      if (isHeld(within)) return;
      timer = window.setInterval(() => api.scrollNext(calm), MOTION.carouselAdvanceMs);
    };
    // The focus has left, or arrived, once its event is over.
    const later = () => queueMicrotask(restart);
    held.forEach((name) => within.addEventListener(name, later));
    document.addEventListener('visibilitychange', restart);
    api.on('pointerDown', stop).on('pointerUp', restart);
    restart();
    return () => {
      stop();
      held.forEach((name) => within.removeEventListener(name, later));
      document.removeEventListener('visibilitychange', restart);
      api.off('pointerDown', stop).off('pointerUp', restart);
    };
  }, [api, section, playing, calm]);
}

function isHeld(section: HTMLElement): boolean {
  // A finger leaves a hover behind; only a pointer that can hover holds.
  const hovered = matchMedia('(hover: hover)').matches && section.matches(':hover');
  return hovered || section.contains(document.activeElement) || document.hidden;
}
