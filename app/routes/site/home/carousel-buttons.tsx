import type { RefObject } from 'react';
import type { HomeWords } from '#app/content/texts/home.server.ts';
import { PlayButton } from '#app/ui/play-button.tsx';
import { Stepper, stepLook } from '#app/ui/viewer/stepper.tsx';

export interface CarouselProps {
  /** Holds the carousel and its buttons. */
  section: RefObject<HTMLElement | null>;
  words: HomeWords['clients'];
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

interface CarouselButtonsProps {
  words: HomeWords['clients'];
  state?: CarouselState;
}

export function CarouselButtons({ words, state }: CarouselButtonsProps) {
  const { playing = false, canGoBack, canGoOn, toggle, goBack, goOn } = state ?? {};
  return (
    <>
      <PlayButton
        className={`${stepLook} *:w-6`}
        words={words}
        playing={playing}
        disabled={!canGoBack && !canGoOn}
        onClick={toggle}
      />
      <Stepper
        direction="prev"
        aria-label={words.previous}
        disabled={!canGoBack}
        onClick={goBack}
      />
      <Stepper direction="next" aria-label={words.next} disabled={!canGoOn} onClick={goOn} />
    </>
  );
}
