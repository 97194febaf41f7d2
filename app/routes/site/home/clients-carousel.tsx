import useEmblaCarousel, { type UseEmblaCarouselType } from 'embla-carousel-react';
import { useEffect, useState, type ReactNode, type RefObject } from 'react';
import { MOTION } from '#app/components/site-limits.ts';
import { useReducedMotion } from '#app/routes/site/motion.ts';

export interface CarouselState {
  playing: boolean;
  canGoBack: boolean;
  canGoOn: boolean;
  toggle: () => void;
  goBack: () => void;
  goOn: () => void;
}

interface CarouselProps {
  section: RefObject<HTMLElement | null>;
  children: (state?: CarouselState) => ReactNode;
}

type Api = NonNullable<UseEmblaCarouselType[1]>;

export default function ClientsCarousel({ section, children }: CarouselProps) {
  const [viewportRef, api] = useEmblaCarousel({ loop: true, align: 'start' });
  const reducedMotion = useReducedMotion();
  const [playing, setPlaying] = useState(!reducedMotion);
  const [scrollability, setScrollability] = useState({ canGoBack: false, canGoOn: false });
  useEffect(() => setPlaying(!reducedMotion), [reducedMotion]);
  useEffect(() => {
    const viewport = section.current?.querySelector<HTMLElement>('[role=region]');
    viewport?.setAttribute('data-driven', '');
    viewport?.scrollTo({ left: 0, behavior: 'instant' });
    viewportRef(viewport ?? null);
  }, [section, viewportRef]);
  useEffect(() => {
    if (!api) return;
    const look = () =>
      setScrollability({ canGoBack: api.canScrollPrev(), canGoOn: api.canScrollNext() });
    look();
    api.on('reInit', look).on('select', look);
    return markSelected(api);
  }, [api]);
  useEffect(() => {
    if (api && section.current) return listenToKeys(api, section.current, reducedMotion);
  }, [api, section, reducedMotion]);
  useEffect(() => {
    if (api && section.current && playing) return autoAdvance(api, section.current, reducedMotion);
  }, [api, section, playing, reducedMotion]);
  return children({
    ...scrollability,
    playing,
    toggle: () => setPlaying(!playing),
    goBack: () => api?.scrollPrev(reducedMotion),
    goOn: () => api?.scrollNext(reducedMotion),
  });
}

function markSelected(api: Api): () => void {
  let end = 0;
  const clear = () => api.slideNodes().forEach((slide) => slide.removeAttribute('data-active'));
  api.on('select', () => {
    clearTimeout(end);
    clear();
    api.slideNodes()[api.selectedScrollSnap()]?.setAttribute('data-active', '');
    end = window.setTimeout(clear, MOTION.activeSlideMs);
  });
  return () => clearTimeout(end);
}

function listenToKeys(api: Api, section: HTMLElement, reducedMotion: boolean): () => void {
  const step = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    if (event.key === 'ArrowLeft') api.scrollPrev(reducedMotion);
    else api.scrollNext(reducedMotion);
  };
  section.addEventListener('keydown', step);
  return () => section.removeEventListener('keydown', step);
}

/**
 * Advances the carousel (ledger H-5). Not Embla's autoplay plugin: that restarts a carousel the
 * visitor has paused when the pointer leaves, and pauses only for focus inside the slides.
 */
function autoAdvance(api: Api, section: HTMLElement, reducedMotion: boolean): () => void {
  let timer = 0;
  const restart = () => {
    clearInterval(timer);
    const goOn = () => isPausedByVisitor(api, section) || api.scrollNext(reducedMotion);
    timer = window.setInterval(goOn, MOTION.carouselAdvanceMs);
  };
  const end = new AbortController();
  section.addEventListener('pointerleave', restart, end);
  section.addEventListener('focusout', restart, end);
  api.on('pointerUp', restart);
  restart();
  return () => {
    clearInterval(timer);
    end.abort();
    api.off('pointerUp', restart);
  };
}

function isPausedByVisitor(api: Api, section: HTMLElement): boolean {
  // Touch leaves :hover set, so hovering counts only for pointers that can hover.
  const hovered = matchMedia('(hover: hover)').matches && section.matches(':hover');
  const dragged = api.internalEngine().dragHandler.pointerDown();
  return hovered || dragged || section.contains(document.activeElement) || document.hidden;
}
