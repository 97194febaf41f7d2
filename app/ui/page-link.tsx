import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { useAddress } from '#app/ui/language/address.ts';

/**
 * A link to another page: the change is animated (ledger SH-3), the page fetched on intent. A path
 * leads to the page in the language of this one.
 */
export function PageLink({ to, ...rest }: ComponentProps<typeof Link>) {
  const address = useAddress();
  const target = typeof to === 'string' ? address(to) : to;
  return (
    <Link
      viewTransition={changesAreShown()}
      prefetch="intent"
      // Every page is known from the start: there is nothing to discover.
      discover="none"
      to={target}
      {...rest}
    />
  );
}

/** Whether this browser animates a change of page, and its visitor wants it to. */
export function changesAreShown(): boolean {
  if (typeof document === 'undefined' || !('startViewTransition' in document)) return false;
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
