import type { HomeWords } from '#app/content/texts/home.server.ts';
import { SITE } from '#app/ui/site-limits.ts';
import { Picture, type PictureData } from '#app/ui/picture.tsx';
import { PlayButton } from '#app/ui/play-button.tsx';
import { useFilm } from './use-film.ts';

// The first that fits is taken: narrow screens get a small file. The last one fits everywhere.
const narrow = `(width < ${SITE.mobileBreakpointPx}px)`;
const sources = [
  { src: '/film/hero-saw-small.mp4', type: 'video/mp4', media: narrow },
  { src: '/film/hero-saw-small.webm', type: 'video/webm', media: narrow },
  { src: '/film/hero-saw.webm', type: 'video/webm' },
];
const last = { src: '/film/hero-saw.mp4', type: 'video/mp4' };

const frame = 'frame grid max-h-[82svh] w-full [--ratio:16/9]';
// At the foot of the film, and at the foot of the window while the film runs on below it.
const pause =
  'sticky bottom-0 z-1 grid size-14 place-items-center self-end bg-paper [grid-area:1/1] *:w-5 hover:*:lean print:hidden noscript:hidden';

interface HeroFilmProps {
  /** The split between drawing and wood, with which the film begins; its alt text is the film's. */
  poster: PictureData;
  words: HomeWords['film'];
}

/**
 * The film in its frame (ledger H-1). Nothing of it is loaded before a script starts it: without
 * JavaScript, with reduced motion or Save-Data its poster tells the story. It is a picture, because
 * a video's own poster has one size for all windows. When the film fails, the empty frame stays.
 */
export function HeroFilm({ poster, words }: HeroFilmProps) {
  const { video, begun, playing, failed, fail, begin, toggle, tell } = useFilm();
  if (failed) return <div className={frame} />;
  return (
    <div className={frame}>
      <Picture
        className="h-full [grid-area:1/1]"
        picture={poster}
        sizes="(min-width: 64rem) 70vw, 100vw"
        alt=""
        eager
      />
      <video
        // Without a script a browser gives it buttons of its own.
        className={begun ? '[grid-area:1/1]' : '[grid-area:1/1] not-noscript:opacity-0'}
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
        onPlay={tell}
        onPlaying={begin}
        onPause={tell}
        onError={fail}
      >
        {sources.map((source) => (
          <source key={source.src} {...source} />
        ))}
        <source {...last} onError={fail} />
      </video>
      <PlayButton className={pause} words={words} playing={playing} onClick={toggle} />
    </div>
  );
}
