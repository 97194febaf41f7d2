import type { ComponentProps } from 'react';
import { Link } from 'react-router';

/** A link to another page: the change is animated (ledger SH-3), the page fetched on intent. */
export function PageLink(props: ComponentProps<typeof Link>) {
  return <Link viewTransition={changesAreShown()} prefetch="intent" {...props} />;
}

/** Whether this browser animates a change of page, and its visitor wants it to. */
export function changesAreShown(): boolean {
  if (typeof document === 'undefined' || !('startViewTransition' in document)) return false;
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
