import {
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { MOTION } from '#app/components/site-limits.ts';
import { type PictureData, Picture } from '#app/components/picture.tsx';
import { StepperLink } from './controls.tsx';
import { type Swipe, watchSwipes } from '#app/components/swipe.ts';
import { Drawer } from '#app/components/shapes.tsx';

interface ViewerWords {
  pictures: string;
  close: string;
  previous: string;
  next: string;
}

interface ViewerProps {
  words: ViewerWords;
  label: string;
  pictures: readonly PictureData[];
  /** Which one is open, from 1. */
  open: number;
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

/* As large as its shape and the window allow; its own rules are those of any frame, so these are strong. */
const frame = 'max-h-full max-w-full bg-[#1f242d]! [&_img]:object-contain!';
const wide = 'w-[min(100%,calc((100svh-11.5rem)*1.5))] [--ratio:3/2]';
const tall = 'w-[min(100%,calc((100svh-11.5rem)*0.8))] [--ratio:4/5]';

interface ViewerStageProps {
  pictures: readonly PictureData[];
  /** Which one is shown, from 1. */
  open: number;
}

/** The picture that is open. Its neighbours are loaded beside it, unseen, once a script runs. */
function ViewerStage({ pictures, open }: ViewerStageProps) {
  const [running, setRunning] = useState(false);
  useEffect(() => setRunning(true), []);
  const last = pictures.length - 1;
  const shown = open - 1;
  const near = running ? [shown === 0 ? last : shown - 1, shown === last ? 0 : shown + 1] : [];
  return (
    <div className="relative grid min-h-0 place-items-center px-margin">
      {pictures.map((picture, index) => {
        if (index !== shown && !near.includes(index)) return null;
        const { name, width, height } = picture;
        const className = index === shown ? `${frame} ${height > width ? tall : wide}` : 'hidden!';
        return <Picture key={name} picture={picture} sizes="100vw" className={className} eager />;
      })}
    </div>
  );
}

/** What a gallery's links leave in the history entry: closing may go back to the page before it. */
const openedInPlace = { openedInPlace: true };

/** Closing the viewer and stepping through `count` pictures, with the address in step (PD-3). */
function useViewerMoves(page: string, count: number) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const closing = useRef(false);
  const inPlace = isOpenedInPlace(state);
  const close = (event?: { preventDefault(): void }) => {
    event?.preventDefault();
    if (closing.current) return;
    closing.current = true;
    void (inPlace ? navigate(-1) : navigate(page, { replace: true, preventScrollReset: true }));
  };
  // From the address, not from what is on the screen: a second key may come before the first is drawn.
  const step = (by: 1 | -1) => {
    const shown = Number(new URLSearchParams(window.location.search).get('photo'));
    const photo = ((shown - 1 + by + count) % count) + 1;
    void navigate(`?photo=${photo}`, { replace: true, preventScrollReset: true, state });
  };
  return { close, step, inPlace, state: state as unknown };
}

function isOpenedInPlace(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'openedInPlace' in state;
}

interface GalleryItem {
  picture: PictureData;
  caption: string;
  sizes: string;
  place?: string | undefined;
}

interface GalleryProps {
  items: readonly GalleryItem[];
  printed?: boolean;
  className: string;
  /** How high its frames are, where their shape does not say it. */
  frames?: string;
}

/** Pictures that open in the viewer: each is a link to its own number in the URL (ledger PD-3). */
export function Gallery({ items, printed, className, frames = '' }: GalleryProps) {
  return (
    <ul className={`grid gap-gutter ${className}`}>
      {items.map(({ picture, caption, sizes, place }, index) => (
        <li key={picture.name} className={place}>
          <Link
            className="block swell no-underline"
            to={`?photo=${index + 1}`}
            id={`photo-${index + 1}`}
            state={openedInPlace}
            preventScrollReset
          >
            <Picture picture={picture} sizes={sizes} printed={printed} className={frames} />
            <span className="flex gap-3 pt-2.5 pb-1 text-note text-ink-2">
              <b className="font-normal whitespace-nowrap text-ink-3">
                {index + 1} / {items.length}
              </b>
              <Drawer>{caption}</Drawer>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/**
 * Lifts a dialog that was served open over the page: what lies behind is out of reach from then on.
 * When the dialog goes, the element with the id that was given first gets the focus. `stay`: it is
 * in view, and the page must not move for it.
 */
function useModal(focusAfter: string, stay: boolean) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [after] = useState({ id: focusAfter, preventScroll: stay });
  useLayoutEffect(() => {
    const box = dialog.current;
    if (!box) return;
    box.open = false;
    measureScrollbar();
    box.showModal();
    return () => {
      box.close();
      document.getElementById(after.id)?.focus(after);
    };
  }, [after]);
  return dialog;
}

/** For the stylesheet, which takes the scrollbar away and keeps its place. */
function measureScrollbar() {
  const { clientWidth, style } = document.documentElement;
  style.setProperty('--scrollbar', `${window.innerWidth - clientWidth}px`);
}

/** Moves the focus from the last link or button of a box to its first, and back with Shift. */
function keepFocusInside(box: HTMLElement, event: { shiftKey: boolean } & Preventable) {
  const stops = [...box.querySelectorAll<HTMLElement>('a[href], button')];
  const from = event.shiftKey ? stops[0] : stops.at(-1);
  const to = event.shiftKey ? stops.at(-1) : stops[0];
  const outside = !stops.includes(document.activeElement as HTMLElement);
  if (!outside && document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}

interface Preventable {
  preventDefault(): void;
}
