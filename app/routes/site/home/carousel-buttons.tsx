import type { RefObject } from 'react';
import { PlayButton } from '#app/ui/play-button.tsx';
import { Stepper } from '#app/ui/viewer/stepper.tsx';

export interface CarouselProps {
  /** Holds the carousel and its buttons. */
  section: RefObject<HTMLElement | null>;
}

/** What the carousel can do now; nothing without one. */
export interface CarouselState {
  playing: boolean;
  canGoBack: boolean;
  canGoOn: boolean;
  toggle: () => void;
  goBack: () => void;
  goOn: () => void;
}

export function CarouselButtons({ state }: { state?: CarouselState }) {
  const { playing = false, canGoBack, canGoOn, toggle, goBack, goOn } = state ?? {};
  return (
    <>
      <PlayButton
        className="stepper"
        of="carousel"
        playing={playing}
        disabled={!canGoBack && !canGoOn}
        onClick={toggle}
      />
      <Stepper
        direction="prev"
        aria-label="Previous clients"
        disabled={!canGoBack}
        onClick={goBack}
      />
      <Stepper direction="next" aria-label="Next clients" disabled={!canGoOn} onClick={goOn} />
    </>
  );
}
