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

  const cut = (saw: HTMLInputElement) => {
    const value = Number(saw.value);
    findPicture(pictureContainer)?.style.setProperty('--saw', String(value / 100));
    saw.setAttribute('aria-valuetext', formatSawPosition(value, positionTexts));
  };

  useEffect(() => {
    const picture = findPicture(pictureContainer);
    if (!picture || !input.current) return;

    // The browser may have brought back an earlier position.
    cut(input.current);
    // Shows once that the picture can be cut, unless the visitor or the browser has moved the saw before.
    if (!prefersReducedMotion()) return openSaw(input.current, picture, cut);
  }, [pictureContainer]);

  return (
    <input
      ref={input}
      className="relative col-span-full w-full"
      type="range"
      min="0"
      max="100"
      defaultValue="0"
      aria-valuetext={formatSawPosition(0, positionTexts)}
      onInput={(event) => cut(event.currentTarget)}
    />
  );
}

/** The position of the saw, of 0 to 100, to which it opens by itself. */
const SAW_OPENS_TO = 33;

/**
 * Moves the saw frame by frame, once half of the picture is in view and its drawing is decoded. Returns a function
 * that stops it.
 */
function openSaw(
  saw: HTMLInputElement,
  picture: HTMLElement,
  cut: (saw: HTMLInputElement) => void,
): () => void {
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
    cut(saw);
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
