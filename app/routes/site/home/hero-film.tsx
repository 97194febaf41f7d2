import type { HomeWords } from '#app/content/texts/home.server.ts';
import { SITE } from '#app/ui/site-limits.ts';
import { PlayButton } from '#app/ui/play-button.tsx';
import { useFilm } from './use-film.ts';

/** The split between drawing and wood, with which the film begins. */
export const filmPoster = '/pictures/hero-saw-poster-1440.avif';

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

/**
 * The film in its frame (ledger H-1). Nothing of it is loaded before a script starts it: without
 * JavaScript, with reduced motion or Save-Data its poster tells the story. When it fails, the
 * empty frame stays.
 */
export function HeroFilm({ label, words }: { label: string; words: HomeWords['film'] }) {
  const { video, playing, failed, fail, toggle, tell } = useFilm();
  if (failed) return <div className={frame} />;
  return (
    <div className={`${frame} tone-10`}>
      <video
        // The poster once more: WebKit takes it away before it has the film's first picture.
        className="bg-[url(/pictures/hero-saw-poster-1440.avif)] bg-cover bg-center [grid-area:1/1]"
        ref={video}
        poster={filmPoster}
        width={1600}
        height={900}
        preload="none"
        muted
        loop
        playsInline
        aria-label={label}
        onPlay={tell}
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
