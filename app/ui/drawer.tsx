import type { ReactNode } from 'react';

/** A line of text that slides out of its link, or of its card, and shows its slash. */
export function Drawer({ children }: { children: ReactNode }) {
  return (
    <span className="relative inline-block transition-[translate] duration-move ease-soft-close before:absolute before:end-full before:me-[0.18em] before:slash-mark before:opacity-0 before:transition-opacity pulled:translate-x-[0.62em] pulled:before:opacity-100">
      {children}
    </span>
  );
}
