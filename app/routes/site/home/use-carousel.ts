import type { UseEmblaCarouselType } from 'embla-carousel-react';
import { type RefObject, useEffect, useState } from 'react';
import { MOTION } from '#app/ui/site-limits.ts';

export type CarouselApi = UseEmblaCarouselType[1];

/**
 * Arrow keys anywhere in the section, the mark of the slide that was selected last, and whether the
 * carousel can go back and on; one that loops always can. `calm`: without sliding.
 */
export function useCarousel(
  api: CarouselApi,
  section: RefObject<HTMLElement | null>,
  calm: boolean,
) {
  const [can, setCan] = useState({ canGoBack: false, canGoOn: false });
  useEffect(() => {
    if (!api) return;
    const look = () => setCan({ canGoBack: api.canScrollPrev(), canGoOn: api.canScrollNext() });
    look();
    api.on('reInit', look).on('select', look);
    return followMark(api);
  }, [api]);
  useEffect(() => {
    const within = section.current;
    const step = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      event.preventDefault();
      if (event.key === 'ArrowLeft') api?.scrollPrev(calm);
      else api?.scrollNext(calm);
    };
    within?.addEventListener('keydown', step);
    return () => within?.removeEventListener('keydown', step);
  }, [api, section, calm]);
  return can;
}

/** Marks the selected slide as active for half a second. */
function followMark(api: NonNullable<CarouselApi>): () => void {
  let end = 0;
  const clear = () => {
    for (const slide of api.slideNodes()) slide.removeAttribute('data-active');
  };
  api.on('select', () => {
    clearTimeout(end);
    clear();
    api.slideNodes()[api.selectedScrollSnap()]?.setAttribute('data-active', '');
    end = window.setTimeout(clear, MOTION.activeSlideMs);
  });
  return () => clearTimeout(end);
}
