interface JointProps {
  /** What the section below is: paper (default), ink, night (ink to footer), last (paper to footer). */
  to?: 'ink' | 'night' | 'last';
}

/** The seam between two sections; its slash stands on the fence. */
export function Joint({ to }: JointProps) {
  const ground = to === 'night' ? 'ink [--ground:var(--color-night)]' : '';
  return <div className={`sheet joint print:hidden ${ground}`} data-to={to} aria-hidden="true" />;
}
