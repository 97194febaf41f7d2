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
  /** Contains the list of clients. */
  section: RefObject<HTMLElement | null>;
  renderButtons: (state?: CarouselState) => ReactNode;
}

type Api = NonNullable<UseEmblaCarouselType[1]>;

/** Turns the list in `section` into a carousel, and renders the buttons for it. */
export function Carousel({ section, renderButtons }: CarouselProps) {
  const api = useCarouselOfList(section);
  const scrollability = useScrollability(api);
  const reducedMotion = useReducedMotion();
  const [playing, setPlaying] = useState(!reducedMotion);

  useEffect(() => setPlaying(!reducedMotion), [reducedMotion]);

  useEffect(() => {
    if (api) return markSelected(api);
  }, [api]);

  useEffect(() => {
    if (api && section.current) return listenToKeys(api, section.current, reducedMotion);
  }, [api, section, reducedMotion]);

  useEffect(() => {
    if (api && section.current && playing) return autoAdvance(api, section.current, reducedMotion);
  }, [api, section, playing, reducedMotion]);

  return renderButtons({
    ...scrollability,
    playing,
    toggle: () => setPlaying(!playing),
    goBack: () => api?.scrollPrev(reducedMotion),
    goOn: () => api?.scrollNext(reducedMotion),
  });
}

/** Returns the carousel that moves the list in `section`, undefined until the list is found. */
function useCarouselOfList(section: CarouselProps['section']): Api | undefined {
  const [viewportRef, api] = useEmblaCarousel({ loop: true, align: 'start' });

  useEffect(() => {
    const viewport = section.current?.querySelector<HTMLElement>('[role=region]');
    viewport?.setAttribute('data-driven', '');
    viewport?.scrollTo({ left: 0, behavior: 'instant' });
    viewportRef(viewport ?? null);
  }, [section, viewportRef]);

  return api;
}

function useScrollability(api: Api | undefined): { canGoBack: boolean; canGoOn: boolean } {
  const [scrollability, setScrollability] = useState({ canGoBack: false, canGoOn: false });

  useEffect(() => {
    if (!api) return;
    const update = () =>
      setScrollability({ canGoBack: api.canScrollPrev(), canGoOn: api.canScrollNext() });

    update();
    // Embla drops its listeners when it is destroyed.
    api.on('reInit', update).on('select', update);
  }, [api]);

  return scrollability;
}

/** Marks each slide for a moment when it is selected. */
function markSelected(api: Api): () => void {
  let timer = 0;
  const unmark = () => api.slideNodes().forEach((slide) => slide.removeAttribute('data-active'));
  const mark = () => {
    clearTimeout(timer);
    unmark();
    api.slideNodes()[api.selectedScrollSnap()]?.setAttribute('data-active', '');
    timer = window.setTimeout(unmark, MOTION.activeSlideMs);
  };

  // Embla drops this listener too.
  api.on('select', mark);
  return () => clearTimeout(timer);
}

function listenToKeys(api: Api, section: HTMLElement, reducedMotion: boolean): () => void {
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    // Keys of the browser, such as Alt and the left arrow for Back.
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (event.key === 'ArrowLeft') api.scrollPrev(reducedMotion);
    else api.scrollNext(reducedMotion);
  };

  section.addEventListener('keydown', handleKey);
  return () => section.removeEventListener('keydown', handleKey);
}

/**
 * Advances the carousel (H-5). Not Embla's autoplay plugin: that restarts a carousel the
 * visitor has paused when the pointer leaves, and pauses only for focus inside the slides.
 */
function autoAdvance(api: Api, section: HTMLElement, reducedMotion: boolean): () => void {
  let timer = 0;
  const advance = () => {
    if (!isPausedByVisitor(api, section)) api.scrollNext(reducedMotion);
  };
  const restart = () => {
    clearInterval(timer);
    timer = window.setInterval(advance, MOTION.carouselAdvanceMs);
  };

  const abortController = new AbortController();
  section.addEventListener('pointerleave', restart, abortController);
  section.addEventListener('focusout', restart, abortController);
  api.on('pointerUp', restart);
  restart();

  return () => {
    clearInterval(timer);
    abortController.abort();
    api.off('pointerUp', restart);
  };
}

function isPausedByVisitor(api: Api, section: HTMLElement): boolean {
  // Touch leaves :hover set, so hovering counts only for pointers that can hover.
  const hovered = matchMedia('(hover: hover)').matches && section.matches(':hover');
  const dragged = api.internalEngine().dragHandler.pointerDown();
  return hovered || dragged || section.contains(document.activeElement) || document.hidden;
}
