import type { RefObject } from 'react';
import { NavLink } from 'react-router';
import { PageLink, changesAreShown } from '#app/ui/page-link.tsx';
import { Wordmark } from '#app/ui/wordmark.tsx';

export interface NavigationItem {
  label: string;
  to: string;
}

interface SiteHeaderProps {
  brand: string;
  navigation: readonly NavigationItem[];
  /** The id of the menu that the button opens on small screens. */
  menuId: string;
  ref?: RefObject<HTMLElement | null>;
}

/** The header of the public pages (ledger SH-2): whole without JavaScript. */
export function SiteHeader({ brand, navigation, menuId, ref }: SiteHeaderProps) {
  return (
    <header className="header" ref={ref}>
      <div className="header__bar sheet">
        <PageLink className="header__home" to="/">
          <Wordmark label={`${brand}, home`} />
        </PageLink>
        <nav className="header__nav" aria-label="Main">
          <NavigationList items={navigation} />
        </nav>
        <button
          className="menu-button"
          type="button"
          popoverTarget={menuId}
          aria-haspopup="dialog"
          aria-controls={menuId}
        >
          MENU <i aria-hidden="true" />
        </button>
        <div className="progress" aria-hidden="true">
          <i />
        </div>
      </div>
    </header>
  );
}

/** The main links; the one that leads to this page or to what lies above it is marked. */
export function NavigationList({ items }: { items: readonly NavigationItem[] }) {
  return (
    <ul className="nav">
      {items.map(({ label, to }) => (
        <li key={to}>
          <NavLink to={to} viewTransition={changesAreShown()} prefetch="intent">
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
