import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { PageButtonLink } from '#app/components/button.tsx';
import { PlayButton } from '#app/components/controls.tsx';
import { DimensionLine } from '#app/components/page.tsx';
import { Picture, type PictureData } from '#app/components/picture.tsx';
import { SITE } from '#app/components/site-limits.ts';
import type { HomeTexts } from '#app/content/texts/home.server.ts';
import { prefersReducedData, useReducedMotion } from '#app/routes/site/motion.ts';
import { runWhenIdleAfterLoad } from '../images.ts';
import type { Route } from './+types/home.ts';

export function Hero({ texts, tagline, film }: Route.ComponentProps['loaderData']) {
  const { heading, button, caption } = texts.hero;
  return (
    <section className="sheet gap-y-stack pt-[calc(var(--spacing-header)+1.5rem)]">
      {/* In low windows the heading is smaller, so that the film has its place. */}
      <h1 className="-ms-[0.05em] grid grid-cols-subgrid text-mega *:col-span-full lg:text-[min(var(--text-mega),15svh)] greek:max-md:text-[calc(var(--text-mega)*0.96)]">
        <span>{heading[0]}</span> <span className="md:col-[4/-1]">{heading[1]}</span>
      </h1>
      <div className="row-3 grid content-between gap-7 *:measure-22 md:grid-cols-1fr-auto md:items-end lg:col-label lg:row-2 lg:grid-cols-none lg:grid-rows-[auto_1fr] lg:items-start lg:pe-gutter lg:pb-11">
        <p className="text-large">{tagline}</p>
        {/* Level with the foot of the film, or with that of the window while that is higher. */}
        <p className="lg:sticky lg:bottom-11 lg:self-end lg:whitespace-nowrap">
          <PageButtonLink to="/projects">{button}</PageButtonLink>
        </p>
      </div>
      <div
        className="relative col-bleed row-2 md:col-start/full-end lg:col-main-bleed"
        data-film=""
      >
        <HeroFilm poster={film} texts={texts.film} />
        <div className="max-md:ps-margin">
          <DimensionLine open>{caption}</DimensionLine>
        </div>
      </div>
    </section>
  );
}

const narrowQuery = `(width < ${SITE.mobileBreakpointPx}px)`;

const posterPlace = 'col-1 row-1 h-full';
const frame = 'frame grid max-h-[82svh] w-full ratio-16/9';
// Clipped by a pixel: a film that is larger than the poster by a fraction of a pixel would count as the largest
// paint of the page, seconds after the poster.
const filmPlace = '[clip-path:inset(1px_0)] col-1 row-1';
const pause =
  'sticky bottom-0 z-1 grid size-14 place-items-center self-end bg-paper col-1 row-1 *:w-5 focus-visible:-outline-offset-4 hover:*:lean print:hidden noscript:hidden';

/** Loads no film before a script starts it (H-1). The poster is a picture, to have several sizes. */
function HeroFilm({ poster, texts }: { poster: PictureData; texts: HomeTexts['film'] }) {
  const { video, hasStarted, playing, failed, fail, markStarted, toggle, updatePlaying } =
    useFilm();
  if (failed) return <div className={frame} />;

  return (
    // The film leaves a line of a pixel above and below it, where the poster would show.
    <div className={hasStarted ? `${frame} bg-paper before:hidden` : frame}>
      <Picture
        className={hasStarted ? `${posterPlace} invisible` : posterPlace}
        picture={poster}
        sizes="(min-width: 64rem) 70vw, 100vw"
        alt=""
        eager
      />
      <video
        // Without a script a browser gives it buttons of its own.
        className={hasStarted ? filmPlace : `${filmPlace} not-noscript:opacity-0`}
        ref={video}
        // The file that phones take for the picture, so that it is fetched once.
        poster={`/pictures/${poster.name}-800.avif`}
        width={1600}
        height={900}
        preload="none"
        muted
        loop
        playsInline
        aria-label={poster.alt}
        onPlay={updatePlaying}
        onPlaying={markStarted}
        onPause={updatePlaying}
        onError={fail}
      >
        {/* The browser takes the first that it can play; every browser plays the last. */}
        <source src="/film/hero-saw-small.mp4" type="video/mp4" media={narrowQuery} />
        <source src="/film/hero-saw-small.webm" type="video/webm" media={narrowQuery} />
        <source src="/film/hero-saw.webm" type="video/webm" />
        <source src="/film/hero-saw.mp4" type="video/mp4" onError={fail} />
      </video>
      <PlayButton className={pause} texts={texts} playing={playing} onClick={toggle} />
    </div>
  );
}

function useFilm() {
  const video = useRef<HTMLVideoElement>(null);
  const [hasStarted, setStarted] = useState(false);
  const [playing, setPlaying] = useState(false);
  const [failed, setFailed] = useState(false);
  const reducedMotion = useReducedMotion();

  useEffect(() => {
    if (reducedMotion) video.current?.pause();
    else if (!prefersReducedData()) return runWhenIdleAfterLoad(() => play(video.current));
  }, [reducedMotion]);

  return {
    video,
    hasStarted,
    playing,
    failed,
    fail({ target, currentTarget }: SyntheticEvent) {
      // The video also gets the error of a source that the browser skips.
      if (target !== currentTarget) return;
      if (!failed) console.error('The film of the home page cannot be shown');
      setFailed(true);
    },
    markStarted: () => setStarted(true),
    toggle: () => (playing ? video.current?.pause() : play(video.current)),
    updatePlaying: () => setPlaying(video.current?.paused === false),
  };
}

function play(video: HTMLVideoElement | null): void {
  // WebKit selects a source before the video has a layout, and so the large file on phones: load()
  // selects again.
  if (video?.readyState === HTMLMediaElement.HAVE_NOTHING) video.load();
  // Browsers may refuse autoplay: then the poster and the play button stay.
  video?.play().catch(() => undefined);
}
