interface PlayButtonProps {
  className: string;
  /** Its names: they say what it does next. */
  words: { play: string; pause: string };
  playing: boolean;
  disabled?: boolean;
  onClick?: () => void;
}

/** Stops what moves by itself, and starts it again (WCAG 2.2.2). */
export function PlayButton({ className, words, playing, disabled, onClick }: PlayButtonProps) {
  return (
    <button
      className={className}
      type="button"
      aria-label={playing ? words.pause : words.play}
      disabled={disabled}
      onClick={onClick}
    >
      <svg viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
        <path d={playing ? 'M4 3h4v14H4zM12 3h4v14h-4z' : 'M5 3l12 7-12 7z'} />
      </svg>
    </button>
  );
}
