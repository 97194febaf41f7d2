import { type KeyboardEvent, useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router';
import { MOTION } from '#app/ui/site-limits.ts';
import { keepFocusInside, useModal } from '#app/ui/browser/modal.ts';
import type { PictureData } from '#app/ui/picture.tsx';
import { StepperLink } from './stepper.tsx';
import { type Swipe, watchSwipes } from '#app/ui/browser/swipe.ts';
import { useViewerMoves } from './viewer-moves.ts';
import { ViewerStage } from './viewer-stage.tsx';

interface ViewerWords {
  pictures: string;
  close: string;
  previous: string;
  next: string;
}

interface ViewerProps {
  words: ViewerWords;
  /** What the pictures are of, for the name of the dialog. */
  label: string;
  pictures: readonly PictureData[];
  /** Which one is open, from 1. */
  open: number;
  /** The page without the viewer. */
  page: string;
}

/**
 * The full-screen viewer (ledger PD-3). Its steps are links, so that it works without JavaScript;
 * with it, it is a dialog over the page. Back closes it either way.
 */
export function Viewer({ words, label, pictures, open, page }: ViewerProps) {
  const count = pictures.length;
  const { close, step, inPlace, state } = useViewerMoves(page, count);
  const dialog = useModal(`photo-${open}`, inPlace);
  useSwipe(dialog, ({ x, y }) => {
    if (Math.abs(x) > Math.max(MOTION.viewerSwipePx, Math.abs(y))) step(x < 0 ? 1 : -1);
  });
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Tab') keepFocusInside(event.currentTarget, event);
    if (event.repeat) return;
    if (event.key === 'ArrowRight') step(1);
    if (event.key === 'ArrowLeft') step(-1);
  };
  return (
    <dialog
      ref={dialog}
      open
      className="fixed inset-0 z-dialog m-0 grid h-full max-h-none w-full max-w-none grid-rows-[auto_minmax(0,1fr)_auto] border-0 ink p-0 print:hidden large-letters:grid-rows-[auto] large-letters:overflow-auto"
      data-viewer
      aria-label={`${label}, ${words.pictures}`}
      onKeyDown={press}
      onCancel={close}
      onClose={() => dialog.current?.open || close()}
    >
      <div className="flex items-center justify-between gap-4 py-2 ps-margin pe-[clamp(0.5rem,2vw,1.5rem)]">
        <p className="text-large/body tracking-none flare" aria-live="polite">
          {open} / {count}
        </p>
        <Link
          className="cross [--size:3.5rem]"
          to={page}
          aria-label={words.close}
          onClick={close}
        />
      </div>
      <ViewerStage pictures={pictures} open={open} />
      <div className="flex items-center justify-between gap-4 px-margin pt-4 pb-5 large-letters:flex-wrap">
        <p className="text-note text-on-ink-2">{pictures[open - 1]?.alt}</p>
        <div className="flex flex-none">
          <Step
            direction="prev"
            label={words.previous}
            to={open === 1 ? count : open - 1}
            state={state}
          />
          <Step
            direction="next"
            label={words.next}
            to={open === count ? 1 : open + 1}
            state={state}
          />
        </div>
      </div>
    </dialog>
  );
}

interface StepProps {
  direction: 'prev' | 'next';
  label: string;
  to: number;
  state: unknown;
}

function Step({ direction, label, to, state }: StepProps) {
  return (
    <StepperLink
      direction={direction}
      to={`?photo=${to}`}
      state={state}
      aria-label={label}
      preventScrollReset
      replace
    />
  );
}

function useSwipe(box: React.RefObject<HTMLElement | null>, report: (swipe: Swipe) => void): void {
  const reportLatest = useEffectEvent(report);
  useEffect(() => {
    if (box.current) return watchSwipes(box.current, (swipe) => reportLatest(swipe));
  }, [box]);
}
