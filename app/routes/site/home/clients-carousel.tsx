import useEmblaCarousel from 'embla-carousel-react';
import { useEffect, useState } from 'react';
import { useReducedMotion } from '#app/routes/site/motion/reduced-motion.ts';
import { CarouselButtons, type CarouselProps } from './carousel-buttons.tsx';
import { useAdvance } from './use-advance.ts';
import { type CarouselApi, useCarousel } from './use-carousel.ts';

/** Turns the native scroller of the section into a loop that goes on by itself (ledger H-5). */
export default function ClientsCarousel({ section, words }: CarouselProps) {
  const [viewportRef, api] = useEmblaCarousel({ loop: true, align: 'start' });
  const calm = useReducedMotion();
  const [playing, setPlaying] = useState(!calm);
  useEffect(() => setPlaying(!calm), [calm]);
  useEffect(() => {
    const viewport = section.current?.querySelector<HTMLElement>('[role=region]');
    viewport?.setAttribute('data-driven', '');
    viewport?.scrollTo({ left: 0, behavior: 'instant' });
    viewportRef(viewport ?? null);
  }, [section, viewportRef]);
  const can = useCarousel(api, section, calm);
  useAdvance(api, section, { playing, calm });
  const state = { ...can, ...steps(api, calm), playing, toggle: () => setPlaying(!playing) };
  return <CarouselButtons words={words} state={state} />;
}

function steps(api: CarouselApi, calm: boolean) {
  return { goBack: () => api?.scrollPrev(calm), goOn: () => api?.scrollNext(calm) };
}
