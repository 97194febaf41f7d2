import type { ReactNode } from 'react';
import { PageLink } from '#app/ui/page-link.tsx';

interface CrumbsProps {
  /** The list or page that this one belongs to. */
  from: { label: string; to: string };
  /** What follows: one element each; the slash between them is drawn by the style. */
  children: ReactNode;
}

/** The line above a page's name that says where it belongs. */
export function Crumbs({ from, children }: CrumbsProps) {
  return (
    <p className="crumbs flex flex-wrap items-center gap-x-[0.6em] text-note text-ink-2">
      <PageLink className="inline-flex min-h-target items-center quiet" to={from.to}>
        {from.label}
      </PageLink>
      {children}
    </p>
  );
}
