import { useEffect, useRef, useState } from 'react';

const poster = '/pictures/hero-saw-poster-1440.avif';
const still = '(prefers-reduced-motion: no-preference)';
const narrow = `(max-width: 40rem) and ${still}`;

// The first that fits is taken: narrow screens get the small file, and whoever asks for less
// motion gets none, so that the poster stays.
const sources = [
  { src: '/film/hero-saw-small.webm', type: 'video/webm', media: narrow },
  { src: '/film/hero-saw-small.mp4', type: 'video/mp4', media: narrow },
  { src: '/film/hero-saw.webm', type: 'video/webm', media: still },
  { src: '/film/hero-saw.mp4', type: 'video/mp4', media: still },
];

/**
 * The film in its frame (ledger H-1). Nothing of it is loaded before a script starts it: without
 * JavaScript, with reduced motion or Save-Data its poster tells the story.
 */
export function HeroFilm({ label }: { label: string }) {
  const video = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (mayMove()) play(video.current);
  }, []);
  const toggle = () => (playing ? video.current?.pause() : play(video.current));
  return (
    <div className="frame tone-10">
      <video
        ref={video}
        poster={poster}
        width={1600}
        height={900}
        preload="none"
        muted
        loop
        playsInline
        aria-label={label}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
      >
        {sources.map((source) => (
          <source key={source.src} {...source} onError={() => reportFailure(source.src)} />
        ))}
      </video>
      <PauseButton playing={playing} onClick={toggle} />
    </div>
  );
}

function PauseButton({ playing, onClick }: { playing: boolean; onClick: () => void }) {
  return (
    <button
      className="pause"
      type="button"
      aria-label={playing ? 'Pause video' : 'Play video'}
      onClick={onClick}
    >
      <svg viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
        <path d={playing ? 'M4 3h4v14H4zM12 3h4v14h-4z' : 'M5 3l12 7-12 7z'} />
      </svg>
    </button>
  );
}

function mayMove(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return matchMedia(still).matches && !connection?.saveData;
}

function play(video: HTMLVideoElement | null): void {
  // A browser that refuses to start it by itself is no fault: the poster stays, the button is there.
  video?.play().catch(() => undefined);
}

function reportFailure(src: string): void {
  console.error(`The film ${src} cannot be shown`);
}
