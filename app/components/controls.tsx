import type { ComponentProps } from 'react';
import { Link } from 'react-router';

type Direction = 'prev' | 'next';

const arrowPaths = { prev: 'M21 12H4M9.5 6l-6 6 6 6', next: 'M3 12h17M14.5 6l6 6-6 6' } as const;

export const squareButtonClass =
  'group stepper grid size-14 place-items-center no-underline tint-tap not-first:ms-shadow-gap disabled:pointer-events-none disabled:opacity-50 print:hidden';

function Arrow({ direction }: { direction: Direction }) {
  const shiftClass =
    direction === 'next' ? 'group-hover:[translate:4px]' : 'group-hover:[translate:-4px]';
  return (
    <svg
      className={`w-6 glide-step ${shiftClass}`}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path d={arrowPaths[direction]} />
    </svg>
  );
}

interface ArrowProps {
  direction: Direction;
  'aria-label': string;
}

export function ArrowButton({ direction, ...rest }: ComponentProps<'button'> & ArrowProps) {
  return (
    <button className={squareButtonClass} type="button" {...rest}>
      <Arrow direction={direction} />
    </button>
  );
}

export function ArrowLink({ direction, ...rest }: ComponentProps<typeof Link> & ArrowProps) {
  return (
    <Link className={squareButtonClass} {...rest}>
      <Arrow direction={direction} />
    </Link>
  );
}

interface PlayButtonProps {
  className: string;
  texts: { play: string; pause: string };
  playing: boolean;
  disabled?: boolean;
  onClick?: () => void;
}

/** Pauses and plays anything that moves by itself (WCAG 2.2.2). */
export function PlayButton({ className, texts, playing, disabled, onClick }: PlayButtonProps) {
  return (
    <button
      className={className}
      type="button"
      aria-label={playing ? texts.pause : texts.play}
      disabled={disabled}
      onClick={onClick}
    >
      <svg viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
        <path d={playing ? 'M4 3h4v14H4zM12 3h4v14h-4z' : 'M5 3l12 7-12 7z'} />
      </svg>
    </button>
  );
}
