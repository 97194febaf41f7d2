import { useEffect, useRef, type RefObject } from 'react';
import { DimensionLine, SlashText } from '#app/components/page.tsx';
import { Picture, PictureCredit, type PictureData } from '#app/components/picture.tsx';
import { MOTION } from '#app/components/site-limits.ts';
import { PhotoLink } from '#app/components/viewer.tsx';
import type { PageMessages } from '#app/content/messages/site.server.ts';
import { prefersReducedMotion } from '#app/routes/site/motion.ts';

interface ProjectCutawayProps {
  messages: PageMessages['project'];
  main: PictureData & { drawing?: string };
  number: number;
  location: string;
  year: string;
}

/** A slider cuts through the main picture to its drawing, if it has one. */
export function ProjectCutaway({ messages, main, number, location, year }: ProjectCutawayProps) {
  const link = useRef<HTMLAnchorElement>(null);
  const look = 'w-full max-h-[88svh]';
  const className = main.drawing ? `${look} cutaway` : look;
  return (
    <div className="project-main sheet ratio-16/9">
      <PhotoLink className="col-bleed" photoNumber={1} ref={link}>
        <Picture picture={main} sizes="100vw" eager className={className}>
          {main.drawing && <LineDrawing picture={main} file={main.drawing} />}
        </Picture>
        <span className="sr-only print:hidden">{messages.enlarge}</span>
      </PhotoLink>{' '}
      {main.drawing && <ProjectSaw messages={messages} link={link} />}
      <DimensionLine>
        {String(number).padStart(2, '0')} <SlashText /> {location} {location && <SlashText />}{' '}
        {year}
      </DimensionLine>
      <PictureCredit credit={main.credit} className="text-ink-2" />
    </div>
  );
}

function LineDrawing({ picture: { width, height }, file }: { picture: PictureData; file: string }) {
  return (
    <img
      className="cutaway__drawing"
      src={`${file}-1440.png`}
      srcSet={`${file}-720.png 720w, ${file}-1440.png 1440w`}
      // Slightly less than its real width, so that phones with 720 device pixels take the small file.
      sizes="(max-width: 47.99rem) 97vw, 100vw"
      alt=""
      width={width}
      height={height}
      decoding="async"
    />
  );
}

interface ProjectSawProps {
  messages: PageMessages['project'];
  /** Contains the picture that the saw cuts. */
  link: RefObject<HTMLElement | null>;
}

function ProjectSaw({ messages, link }: ProjectSawProps) {
  const input = useRef<HTMLInputElement>(null);
  const size = useRef({ width: 0, height: 0 });

  // Only writes styles; sizes were measured before, so that dragging causes no layout.
  const cut = () => {
    const picture = findPicture(link);
    if (!picture || !input.current) return;

    const value = Number(input.current.value);
    picture.style.setProperty('--cut', `${getCutPercent(value, size.current)}%`);
    input.current.setAttribute('aria-valuetext', formatSawPosition(value, messages.sawAt));
  };

  // The browser may bring back an earlier position, and a new width moves the thumb.
  useEffect(() => {
    const picture = findPicture(link);
    if (!picture) return;
    const measureAndCut = () => {
      size.current = { width: picture.offsetWidth, height: picture.offsetHeight };
      cut();
    };

    const observer = new ResizeObserver(measureAndCut);
    observer.observe(picture);
    return () => observer.disconnect();
  }, [link]);

  // Shows once that the picture can be cut, unless the visitor or the browser has moved the saw before.
  useEffect(() => {
    const saw = input.current;
    const drawing = findPicture(link)?.querySelector('img.cutaway__drawing');
    if (!saw || !(drawing instanceof HTMLImageElement) || prefersReducedMotion()) return;
    return openSaw(saw, drawing, cut);
  }, [link]);

  return (
    <label className="saw relative col-bleed hidden grid-cols-subgrid js:grid">
      <input
        ref={input}
        type="range"
        min="0"
        max="100"
        defaultValue="0"
        aria-valuetext={formatSawPosition(0, messages.sawAt)}
        onInput={cut}
      />
      <span className="col-start/end text-end text-note text-ink-2 max-xs:text-start">
        {messages.saw}
      </span>
    </label>
  );
}

/** The position of the saw, of 0 to 100, to which it opens by itself. */
const SAW_OPENS_TO = 33;

/** Moves the saw frame by frame, once its drawing is decoded. Returns a function that stops it. */
function openSaw(saw: HTMLInputElement, drawing: HTMLImageElement, cut: () => void): () => void {
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

  drawing.decode().then(
    () => requestAnimationFrame(moveSaw),
    // Without its drawing the picture stays whole.
    () => undefined,
  );
  return () => {
    isStopped = true;
  };
}

function findPicture(box: RefObject<HTMLElement | null>): HTMLElement | null {
  return box.current?.querySelector<HTMLElement>('.cutaway') ?? null;
}

function formatSawPosition(
  value: number,
  { picture, drawing, share }: PageMessages['project']['sawAt'],
): string {
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
 * position of 0 to 100. At 0 the kerf is off the picture; over the first eight steps it moves in, then it follows the
 * slider's thumb.
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
