import type { ComponentProps } from 'react';
import { Link } from 'react-router';

type Direction = 'prev' | 'next';

const arrows = { prev: 'M21 12H4M9.5 6l-6 6 6 6', next: 'M3 12h17M14.5 6l6 6-6 6' } as const;

function Arrow({ direction }: { direction: Direction }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <path d={arrows[direction]} />
    </svg>
  );
}

type StepperProps = ComponentProps<'button'> & { direction: Direction; 'aria-label': string };

/** A square step button. */
export function Stepper({ direction, ...rest }: StepperProps) {
  return (
    <button className="stepper" type="button" data-dir={direction} {...rest}>
      <Arrow direction={direction} />
    </button>
  );
}

type StepperLinkProps = ComponentProps<typeof Link> & {
  direction: Direction;
  'aria-label': string;
};

/** The same step as a link. */
export function StepperLink({ direction, ...rest }: StepperLinkProps) {
  return (
    <Link className="stepper" data-dir={direction} {...rest}>
      <Arrow direction={direction} />
    </Link>
  );
}
