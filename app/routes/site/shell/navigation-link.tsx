import { NavLink } from 'react-router';
import { useAddress } from '#app/ui/language/address.ts';
import { changesAreShown } from '#app/ui/page-link.tsx';

export interface NavigationItem {
  label: string;
  to: string;
}

/** A main link; marked where it leads to this page or to what lies above it. */
export function NavigationLink({ label, to, className }: NavigationItem & { className: string }) {
  const address = useAddress();
  return (
    <NavLink
      className={className}
      to={address(to)}
      viewTransition={changesAreShown()}
      prefetch="intent"
    >
      {label}
    </NavLink>
  );
}
