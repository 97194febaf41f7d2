import type { ReactNode } from 'react';

/** A line of text that slides out of its link, or of its card, and shows its slash. */
export function Drawer({ children }: { children: ReactNode }) {
  return <span className="drawer">{children}</span>;
}
