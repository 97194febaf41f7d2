import type { ReactNode } from 'react';

interface DeskEntryProps {
  title: string;
  /** What can be done with it. */
  ways: ReactNode;
  children: ReactNode;
}

/** An entry of a list of the desk: what it is, and beside it what can be done with it. */
export function DeskEntry({ title, ways, children }: DeskEntryProps) {
  return (
    <li className="flex flex-wrap justify-between gap-x-8 gap-y-4 border-t border-line py-5">
      <div className="max-w-184 min-w-0 flex-1 basis-80 wrap-anywhere">
        <h2 dir="auto">{title}</h2>
        {children}
      </div>
      {ways}
    </li>
  );
}
