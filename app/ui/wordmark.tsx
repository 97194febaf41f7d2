interface WordmarkProps {
  /** The accessible name; without one the mark is decoration. */
  label?: string | undefined;
  className?: string;
}

/** The mark and the letters: D, cut once, then RYS. A `mark-link` moves the three parts separately. */
export function Wordmark({ label, className }: WordmarkProps) {
  const named = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    <svg
      className={className}
      viewBox="0 -1 260.81 66"
      fill="currentColor"
      focusable="false"
      {...named}
    >
      <path d="M0 0H26A32 32 0 0 1 37.48 2.13L10.44 64H0Z" />
      <path d="M42.17 4.38A32 32 0 0 1 26 64H16.11Z" />
      <use href="#letters" />
    </svg>
  );
}
