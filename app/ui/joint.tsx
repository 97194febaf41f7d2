interface JointProps {
  /** What the section below is: paper (default), ink, night (ink to footer), last (paper to footer). */
  to?: 'ink' | 'night' | 'last';
}

const classes = {
  ink: ' joint--ink',
  night: ' joint--night',
  last: ' joint--ink joint--last',
} as const;

/** The seam between two sections; its slash stands on the fence. */
export function Joint({ to }: JointProps) {
  return <div className={`joint${to ? classes[to] : ''} sheet`} aria-hidden="true" />;
}
