import useEmblaCarousel, { type UseEmblaCarouselType } from 'embla-carousel-react';
import { useEffect, useState, type ReactNode, type RefObject } from 'react';
import { MOTION } from '#app/components/site-limits.ts';
import { useReducedMotion } from '#app/routes/site/motion.ts';

export interface CarouselState {
  isPlaying: boolean;
  canGoBack: boolean;
  canGoForward: boolean;
  toggle: () => void;
  goBack: () => void;
  goForward: () => void;
}

interface CarouselProps {
  /** Contains the list of clients. */
  section: RefObject<HTMLElement | null>;
  renderButtons: (state: CarouselState) => ReactNode;
}

type Embla = NonNullable<UseEmblaCarouselType[1]>;

/**
 * Turns the list in `section` into a carousel, which the arrow keys move and which advances by itself until it is
 * paused (not with reduced motion). Renders its buttons.
 */
export function Carousel({ section, renderButtons }: CarouselProps) {
  const carousel = useCarouselOfList(section);
  const scrollability = useScrollability(carousel);
  // As `jump`, Embla moves without an animation.
  const isMotionReduced = useReducedMotion();
  const [chosenPlaying, setChosenPlaying] = useState<boolean>();
  const isPlaying = chosenPlaying ?? !isMotionReduced;

  useEffect(() => {
    if (carousel) return markSelectedSlides(carousel);
  }, [carousel]);

  useEffect(() => {
    if (carousel && section.current)
      return listenToKeys(carousel, section.current, isMotionReduced);
  }, [carousel, section, isMotionReduced]);

  useEffect(() => {
    if (carousel && section.current && isPlaying)
      return startAdvancing(carousel, section.current, isMotionReduced);
  }, [carousel, section, isPlaying, isMotionReduced]);

  return renderButtons({
    ...scrollability,
    isPlaying,
    toggle: () => setChosenPlaying(!isPlaying),
    goBack: () => carousel?.scrollPrev(isMotionReduced),
    goForward: () => carousel?.scrollNext(isMotionReduced),
  });
}

function useCarouselOfList(section: CarouselProps['section']): Embla | undefined {
  const [viewportRef, carousel] = useEmblaCarousel({ loop: true, align: 'start' });

  useEffect(() => {
    const viewport = section.current?.querySelector<HTMLElement>('[role=region]');
    viewport?.setAttribute('data-driven', '');
    viewport?.scrollTo({ left: 0, behavior: 'instant' });
    viewportRef(viewport ?? null);
  }, [section, viewportRef]);

  return carousel;
}

function useScrollability(carousel: Embla | undefined) {
  const [scrollability, setScrollability] = useState({ canGoBack: false, canGoForward: false });

  useEffect(() => {
    if (!carousel) return;
    const update = () =>
      setScrollability({
        canGoBack: carousel.canScrollPrev(),
        canGoForward: carousel.canScrollNext(),
      });

    update();
    // Embla drops its listeners when it is destroyed.
    carousel.on('reInit', update).on('select', update);
  }, [carousel]);

  return scrollability;
}

/** Marks each slide for a moment when it is selected, until the returned function is called. */
function markSelectedSlides(carousel: Embla): () => void {
  let timer = 0;
  const unmark = () =>
    carousel.slideNodes().forEach((slide) => slide.removeAttribute('data-active'));
  const mark = () => {
    clearTimeout(timer);
    unmark();
    carousel.slideNodes()[carousel.selectedScrollSnap()]?.setAttribute('data-active', '');
    timer = window.setTimeout(unmark, MOTION.activeSlideMs);
  };

  // Embla drops this listener too.
  carousel.on('select', mark);
  return () => clearTimeout(timer);
}

function listenToKeys(carousel: Embla, section: HTMLElement, isMotionReduced: boolean): () => void {
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    // Keys of the browser, such as Alt and the left arrow for Back.
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (event.key === 'ArrowLeft') carousel.scrollPrev(isMotionReduced);
    else carousel.scrollNext(isMotionReduced);
  };

  section.addEventListener('keydown', handleKey);
  return () => section.removeEventListener('keydown', handleKey);
}

/**
 * Advances the carousel (H-5). Not Embla's autoplay plugin: that restarts a carousel the
 * visitor has paused when the pointer leaves, and pauses only for focus inside the slides.
 */
function startAdvancing(
  carousel: Embla,
  section: HTMLElement,
  isMotionReduced: boolean,
): () => void {
  let timer = 0;
  const advance = () => {
    if (!isPausedByVisitor(carousel, section)) carousel.scrollNext(isMotionReduced);
  };
  const restart = () => {
    clearInterval(timer);
    timer = window.setInterval(advance, MOTION.carouselAdvanceMs);
  };

  const abortController = new AbortController();
  section.addEventListener('pointerleave', restart, abortController);
  section.addEventListener('focusout', restart, abortController);
  carousel.on('pointerUp', restart);
  restart();

  return () => {
    clearInterval(timer);
    abortController.abort();
    carousel.off('pointerUp', restart);
  };
}

function isPausedByVisitor(carousel: Embla, section: HTMLElement): boolean {
  // Touch leaves :hover set, so hovering counts only for pointers that can hover.
  const isHovered = matchMedia('(hover: hover)').matches && section.matches(':hover');
  const isDragged = carousel.internalEngine().dragHandler.pointerDown();
  return isHovered || isDragged || section.contains(document.activeElement) || document.hidden;
}
