import type { ReactNode, RefObject } from 'react';
import { NavLink } from 'react-router';
import { useAddress } from '#app/ui/language/address.ts';
import { PageLink, changesAreShown } from '#app/ui/page-link.tsx';
import { Wordmark } from '#app/ui/wordmark.tsx';

export interface NavigationItem {
  label: string;
  to: string;
}

interface SiteHeaderProps {
  brand: string;
  navigation: readonly NavigationItem[];
  words: { home: string; main: string; menuButton: string };
  /** The link to the page in the other language. */
  other: ReactNode;
  /** The id of the menu that the button opens on small screens. */
  menuId: string;
  ref?: RefObject<HTMLElement | null>;
}

/** The header of the public pages (ledger SH-2): whole without JavaScript. */
export function SiteHeader({ brand, navigation, words, other, menuId, ref }: SiteHeaderProps) {
  return (
    <header className="header" ref={ref}>
      <div className="header__bar sheet">
        <PageLink className="header__home" to="/">
          <Wordmark label={`${brand}, ${words.home}`} />
        </PageLink>
        <nav className="header__nav" aria-label={words.main}>
          <NavigationList items={navigation} other={other} />
        </nav>
        <button
          className="menu-button"
          type="button"
          popoverTarget={menuId}
          aria-haspopup="dialog"
          aria-controls={menuId}
        >
          {words.menuButton} <i aria-hidden="true" />
        </button>
        <div className="progress" aria-hidden="true">
          <i />
        </div>
      </div>
    </header>
  );
}

interface NavigationListProps {
  items: readonly NavigationItem[];
  /** What follows the links. */
  other?: ReactNode;
}

/** The main links; the one that leads to this page or to what lies above it is marked. */
export function NavigationList({ items, other }: NavigationListProps) {
  const address = useAddress();
  return (
    <ul className="nav">
      {items.map(({ label, to }) => (
        <li key={to}>
          <NavLink to={address(to)} viewTransition={changesAreShown()} prefetch="intent">
            {label}
          </NavLink>
        </li>
      ))}
      {other && <li>{other}</li>}
    </ul>
  );
}
