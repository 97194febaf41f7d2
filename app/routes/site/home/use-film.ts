import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { isSavingData, useReducedMotion } from '#app/routes/site/motion/reduced-motion.ts';
import { whenQuiet } from '../motion/idle.ts';

/** Starts the film when the page is quiet and may move (ledger H-1), and follows its state. */
export function useFilm() {
  const video = useRef<HTMLVideoElement>(null);
  const [begun, setBegun] = useState(false);
  const [playing, setPlaying] = useState(false);
  const [failed, setFailed] = useState(false);
  const calm = useReducedMotion();
  useEffect(() => {
    if (calm) video.current?.pause();
    else if (!isSavingData()) return whenQuiet(() => play(video.current));
  }, [calm]);
  return {
    video,
    begun,
    playing,
    failed,
    fail({ target, currentTarget }: SyntheticEvent) {
      // A source that is passed over reports to the film too.
      if (target !== currentTarget) return;
      if (!failed) console.error('The film of the home page cannot be shown');
      setFailed(true);
    },
    begin: () => setBegun(true),
    toggle: () => (playing ? video.current?.pause() : play(video.current)),
    tell: () => setPlaying(video.current?.paused === false),
  };
}

function play(video: HTMLVideoElement | null): void {
  // A browser that refuses to start it by itself is no fault: the poster stays, the button is there.
  video?.play().catch(() => undefined);
}
