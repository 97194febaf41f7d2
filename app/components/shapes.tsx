import type { ReactNode } from 'react';

/** The slash of a heading that is only decoration; where it belongs to the text, see SlashText. */
export function Slash() {
  return (
    <span className="slash" aria-hidden="true">
      {'/ '}
    </span>
  );
}

/** The slash as part of a text that is read: "/ Featured Work", "Offices / 2024". */
export function SlashText() {
  return <span className="slash">/</span>;
}

interface JointProps {
  /** What the section below is: paper (default), ink, night (ink to footer), last (paper to footer). */
  to?: 'ink' | 'night' | 'last';
}

/** The seam between two sections; its slash stands on the fence. */
export function Joint({ to }: JointProps) {
  const ground = to === 'night' ? 'ink [--ground:var(--color-night)]' : '';
  return <div className={`sheet joint print:hidden ${ground}`} data-to={to} aria-hidden="true" />;
}

interface DimensionLineProps {
  children: ReactNode;
  /** The picture above runs off the page, and so does its line. */
  open?: boolean;
  /** The words stand at the start of the line, not in its middle. */
  atStart?: boolean;
}

/** The line under a picture, as on an architect's drawing; its ticks are slashes. */
export function DimensionLine({ children, open = false, atStart = false }: DimensionLineProps) {
  return (
    <p className="dim" data-open={open ? '' : undefined} data-at-start={atStart ? '' : undefined}>
      <span>{children}</span>
    </p>
  );
}

/** A line of text that slides out of its link, or of its card, and shows its slash. */
export function Drawer({ children }: { children: ReactNode }) {
  return <span className="drawer">{children}</span>;
}
