import { NavigationList, type NavigationItem } from './site-header.tsx';
import { useMenu } from './use-menu.ts';
import { Wordmark } from '#app/ui/wordmark.tsx';

interface SiteMenuProps {
  id: string;
  brand: string;
  navigation: readonly NavigationItem[];
  contact: readonly { text: string; href?: string }[];
}

/** The full-screen menu of small screens (ledger SH-5): a popover, so it opens without JavaScript. */
export function SiteMenu({ id, brand, navigation, contact }: SiteMenuProps) {
  const menu = useMenu();
  return (
    <div
      className="menu"
      id={id}
      popover="auto"
      role="dialog"
      aria-modal="true"
      aria-label="Menu"
      ref={menu}
    >
      <div className="menu__top">
        <Wordmark label={brand} />
        <button
          className="x"
          type="button"
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label="Close menu"
        />
      </div>
      <nav aria-label="Menu" className="menu__list">
        <NavigationList items={navigation} />
      </nav>
      <div className="menu__foot">
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
