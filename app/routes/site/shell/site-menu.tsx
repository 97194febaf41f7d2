import { Wordmark } from '#app/ui/wordmark.tsx';
import { LanguageLink } from './language-link.tsx';
import { type NavigationItem, NavigationLink } from './navigation-link.tsx';
import { useMenu } from './use-menu.ts';

interface SiteMenuProps {
  id: string;
  brand: string;
  navigation: readonly NavigationItem[];
  words: { menu: string; closeMenu: string };
  contact: readonly { text: string; href?: string }[];
}

/**
 * The full-screen menu of small screens (ledger SH-5): a popover, so it opens without JavaScript. Not
 * on wide windows, where the links stand in the header: it goes there by itself.
 */
export function SiteMenu({ id, brand, navigation, words, contact }: SiteMenuProps) {
  const menu = useMenu();
  return (
    <div
      className="fixed inset-0 z-menu m-0 hidden h-full max-h-none w-full max-w-none overflow-auto border-0 ink p-0 motion-safe:open:animate-unfold max-md:open:grid max-md:open:grid-rows-[auto_1fr_auto] print:hidden"
      id={id}
      popover="auto"
      role="dialog"
      aria-modal="true"
      aria-label={words.menu}
      ref={menu}
    >
      <div className="flex h-header items-center justify-between px-margin">
        <Wordmark className="h-6.5 w-auto large-letters:h-3.5" label={brand} />
        <button
          className="cross"
          type="button"
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label={words.closeMenu}
        />
      </div>
      <nav aria-label={words.menu} className="self-center px-margin py-4">
        <MenuLinks items={navigation} />
      </nav>
      <MenuFoot contact={contact} />
    </div>
  );
}

/** Greek words are longer, in capitals too. */
function MenuLinks({ items }: { items: readonly NavigationItem[] }) {
  return (
    <ul className="text-[clamp(2.5rem,13vw,5rem)]/[1.05] font-[320] tracking-tight flare greek:text-[clamp(2.25rem,11.5vw,5rem)] large-letters:text-[13vw]">
      {items.map((item) => (
        <li key={item.to} className="border-line-ink not-first:border-t">
          <NavigationLink
            {...item}
            className="flex items-baseline gap-[0.3em] py-[0.34em] no-underline before:slash-mark aria-[current]:text-oak-light"
          />
        </li>
      ))}
    </ul>
  );
}

function MenuFoot({ contact }: Pick<SiteMenuProps, 'contact'>) {
  const look = 'tap text-on-ink';
  return (
    <div className="grid gap-1 px-margin pt-6 pb-[calc(1.5rem+env(safe-area-inset-bottom))] text-on-ink-2">
      <LanguageLink className={look} />
      {contact.map(({ text, href }) =>
        href ? (
          <a key={text} className={look} href={href}>
            {text}
          </a>
        ) : (
          <span key={text}>{text}</span>
        ),
      )}
    </div>
  );
}
