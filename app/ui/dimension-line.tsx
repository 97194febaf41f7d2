import type { ReactNode } from 'react';

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
