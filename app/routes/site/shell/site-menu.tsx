import type { ReactNode } from 'react';
import { NavigationList, type NavigationItem } from './site-header.tsx';
import { useMenu } from './use-menu.ts';
import { Wordmark } from '#app/ui/wordmark.tsx';

interface SiteMenuProps {
  id: string;
  brand: string;
  navigation: readonly NavigationItem[];
  words: { menu: string; closeMenu: string };
  /** The link to the page in the other language. */
  other: ReactNode;
  contact: readonly { text: string; href?: string }[];
}

/** The full-screen menu of small screens (ledger SH-5): a popover, so it opens without JavaScript. */
export function SiteMenu({ id, brand, navigation, words, other, contact }: SiteMenuProps) {
  const menu = useMenu();
  return (
    <div
      className="menu"
      id={id}
      popover="auto"
      role="dialog"
      aria-modal="true"
      aria-label={words.menu}
      ref={menu}
    >
      <div className="menu__top">
        <Wordmark label={brand} />
        <button
          className="x"
          type="button"
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label={words.closeMenu}
        />
      </div>
      <nav aria-label={words.menu} className="menu__list">
        <NavigationList items={navigation} />
      </nav>
      <div className="menu__foot">
        {other}
        {contact.map(({ text, href }) =>
          href ? (
            <a key={text} href={href}>
              {text}
            </a>
          ) : (
            <span key={text}>{text}</span>
          ),
        )}
      </div>
    </div>
  );
}
