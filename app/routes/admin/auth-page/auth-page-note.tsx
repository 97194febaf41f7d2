import type { ReactNode } from 'react';

/** What a form of the gate is for. */
export function AuthPageNote({ children }: { children: ReactNode }) {
  return (
    <p className="flex gap-[0.6em] text-ink-2 before:slash-mark">
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}
