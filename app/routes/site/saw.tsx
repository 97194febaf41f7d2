import { inView } from 'framer-motion/dom';
import { useEffect, useRef, type RefObject } from 'react';
import type { PictureData } from '#app/components/picture.tsx';
import { MOTION } from '#app/components/site-limits.ts';
import type { PageTexts } from '#app/content/texts/site.server.ts';
import { prefersReducedMotion } from './motion.ts';

interface LineDrawingProps {
  picture: Pick<PictureData, 'width' | 'height'>;
  /** The path of the drawing, without its size and ending. */
  file: string;
  /** Its width from 768 px on, as in `sizes`. */
  wideSize: string;
}

/** Covers a picture, as a child of that Picture, as far as the saw has cut. The Picture needs the class `cutaway`. */
export function LineDrawing({ picture: { width, height }, file, wideSize }: LineDrawingProps) {
  return (
    <img
      className="cutaway__drawing"
      src={`${file}-1440.png`}
      srcSet={`${file}-720.png 720w, ${file}-1440.png 1440w`}
      // Slightly less than its real width, so that phones with 720 device pixels take the small file.
      sizes={`(max-width: 47.99rem) 97vw, ${wideSize}`}
      alt=""
      width={width}
      height={height}
      decoding="async"
    />
  );
}

type Positions = PageTexts['project']['sawAt'];

interface SawProps {
  /** Contains the picture that the saw cuts, and no other with the class `cutaway`. */
  pictureContainer: RefObject<HTMLElement | null>;
  positionTexts: Positions;
}

/**
 * A slider that cuts through a picture to its drawing, and opens once by itself by a third, except with reduced motion.
 * Its label stands around it and has the class `saw`.
 */
export function Saw({ pictureContainer, positionTexts }: SawProps) {
  const input = useRef<HTMLInputElement>(null);
  const cut = useCut(input, pictureContainer, positionTexts);

  // Shows once that the picture can be cut, unless the visitor or the browser has moved the saw before.
  useEffect(() => {
    const picture = findPicture(pictureContainer);
    if (!picture || !input.current || prefersReducedMotion()) return;
    return openSaw(input.current, picture, cut);
  }, [pictureContainer]);

  return (
    <input
      ref={input}
      type="range"
      min="0"
      max="100"
      defaultValue="0"
      aria-valuetext={formatSawPosition(0, positionTexts)}
      onInput={cut}
    />
  );
}

/**
 * Returns a function that cuts the picture where the slider stands. Calls it also at each size of the picture: the first
 * time, because the browser may bring back an earlier position, and later because a new width moves the thumb.
 */
function useCut(
  input: RefObject<HTMLInputElement | null>,
  pictureContainer: SawProps['pictureContainer'],
  positionTexts: Positions,
): () => void {
  const size = useRef({ width: 0, height: 0 });

  // Only writes styles; sizes were measured before, so that dragging causes no layout.
  const cut = () => {
    const picture = findPicture(pictureContainer);
    if (!picture || !input.current) return;

    const value = Number(input.current.value);
    picture.style.setProperty('--cut', `${getCutPercent(value, size.current)}%`);
    input.current.setAttribute('aria-valuetext', formatSawPosition(value, positionTexts));
  };

  useEffect(() => {
    const picture = findPicture(pictureContainer);
    if (!picture) return;
    const measureAndCut = () => {
      size.current = { width: picture.offsetWidth, height: picture.offsetHeight };
      cut();
    };

    const observer = new ResizeObserver(measureAndCut);
    observer.observe(picture);
    return () => observer.disconnect();
  }, [pictureContainer]);

  return cut;
}

/** The position of the saw, of 0 to 100, to which it opens by itself. */
const SAW_OPENS_TO = 33;

/**
 * Moves the saw frame by frame, once half of the picture is in view and its drawing is decoded. Returns a function
 * that stops it.
 */
function openSaw(saw: HTMLInputElement, picture: HTMLElement, cut: () => void): () => void {
  const drawing = picture.querySelector<HTMLImageElement>('.cutaway__drawing');
  let isStopped = false;
  let startMs: number | undefined;
  let shownValue = '0';

  const moveSaw = (nowMs: number) => {
    const wasMovedByVisitor = saw.value !== shownValue;
    if (isStopped || wasMovedByVisitor) return;

    startMs ??= nowMs;
    const share = Math.min(1, (nowMs - startMs) / MOTION.sawOpensMs);
    const easedShare = 1 - (1 - share) ** 3;
    shownValue = String(Math.round(SAW_OPENS_TO * easedShare));
    saw.value = shownValue;
    cut();
    if (share < 1) requestAnimationFrame(moveSaw);
  };

  const startWhenDecoded = () => {
    drawing?.decode().then(
      () => requestAnimationFrame(moveSaw),
      // Without its drawing the picture stays whole.
      () => undefined,
    );
  };
  const stopWatching = inView(picture, startWhenDecoded, { amount: 0.5 });

  return () => {
    isStopped = true;
    stopWatching();
  };
}

function findPicture(pictureContainer: RefObject<HTMLElement | null>): HTMLElement | null {
  return pictureContainer.current?.querySelector<HTMLElement>('.cutaway') ?? null;
}

function formatSawPosition(value: number, { picture, drawing, share }: Positions): string {
  if (value === 0) return picture;
  return value === 100 ? drawing : `${value} ${share}`;
}

// The kerf's run for each unit of height (--kerf-run of the design).
const KERF_RUN_PER_HEIGHT = 0.437;
const HALF_THUMB_PX = 22;

const HIDDEN_MARGIN_PX = 8;
// The slider moves the kerf into the picture over so many of its 100 steps.
const ENTRY_STEPS = 8;

/**
 * Returns where the kerf (the slanted cut) crosses the middle of a picture, in per cent of its width, for a slider
 * position of 0 to 100 and a picture of `width` by `height` px. At 0 the kerf is off the picture; over the first eight
 * steps it moves in, then it follows the slider's thumb.
 */
export function getCutPercent(
  sliderPosition: number,
  { width, height }: { width: number; height: number },
): number {
  const thumbXPx = HALF_THUMB_PX + (sliderPosition / 100) * (width - 2 * HALF_THUMB_PX);
  // The slanted kerf ends in the thumb below the picture, so it is further right in the middle of the picture.
  const visibleXPx = thumbXPx + (height / 2 + HALF_THUMB_PX) * KERF_RUN_PER_HEIGHT;
  const hiddenXPx = (-height / 2) * KERF_RUN_PER_HEIGHT - HIDDEN_MARGIN_PX;
  const entryShare = Math.min(1, sliderPosition / ENTRY_STEPS);
  const kerfXPx = hiddenXPx + (visibleXPx - hiddenXPx) * entryShare;
  return (kerfXPx / width) * 100;
}
