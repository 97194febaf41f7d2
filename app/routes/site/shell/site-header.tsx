import type { RefObject } from 'react';
import { PageLink } from '#app/ui/page-link.tsx';
import { Wordmark } from '#app/ui/wordmark.tsx';
import { LanguageLink } from './language-link.tsx';
import { type NavigationItem, NavigationLink } from './navigation-link.tsx';

interface SiteHeaderProps {
  brand: string;
  navigation: readonly NavigationItem[];
  words: { home: string; main: string; menuButton: string };
  /** The id of the menu that the button opens on small screens. */
  menuId: string;
  ref?: RefObject<HTMLElement | null>;
}

/**
 * The header of the public pages (ledger SH-2): whole without JavaScript, on the page and solid; fixed
 * once the script runs that makes it compact, which moves it up, so that nothing is laid out again.
 */
export function SiteHeader({ brand, navigation, words, menuId, ref }: SiteHeaderProps) {
  return (
    <header
      className="absolute inset-x-0 top-0 z-header glide-move print:static not-print:js:fixed scrolled:[translate:0_calc(var(--spacing-header-compact)-var(--spacing-header))]"
      ref={ref}
    >
      {/* The bar has the name, not the header: WebKit at times shows what is fixed and named no more. */}
      <div className="sheet h-header items-center bg-paper tint-tap motion-safe:[view-transition-name:header] print:mb-[10mm] print:block print:h-auto print:bg-transparent scrolled:bg-paper-veil scrolled:[backdrop-filter:blur(14px)_saturate(1.2)]">
        <PageLink
          className="col-[start/span_2] tap mark-link header-part justify-self-start print:flex print:min-h-0"
          to="/"
        >
          <Wordmark
            className="h-6.5 w-auto overflow-visible print:h-[5mm] large-letters:h-3.5"
            label={`${brand}, ${words.home}`}
          />
        </PageLink>
        <nav
          className="col-[span_2/end] hidden header-part justify-self-end md:block print:hidden no-popover:block"
          aria-label={words.main}
        >
          <HeaderLinks items={navigation} />
        </nav>
        <MenuButton menuId={menuId}>{words.menuButton}</MenuButton>
        <ScrollProgress />
      </div>
    </header>
  );
}

function HeaderLinks({ items }: { items: readonly NavigationItem[] }) {
  const look = 'header-link tap';
  return (
    <ul className="flex gap-[clamp(1.5rem,3vw,3rem)] no-popover:gap-[clamp(0.75rem,3vw,3rem)]">
      {items.map((item) => (
        <li key={item.to}>
          <NavigationLink {...item} className={look} />
        </li>
      ))}
      <li>
        <LanguageLink className={look} />
      </li>
    </ul>
  );
}

function MenuButton({ menuId, children }: { menuId: string; children: string }) {
  return (
    <button
      className="group col-[span_2/end] tap min-w-target header-part gap-3 justify-self-end text-note/body font-medium tracking-wide md:hidden print:hidden no-popover:hidden large-letters:gap-1.5 large-letters:tracking-none"
      type="button"
      popoverTarget={menuId}
      aria-haspopup="dialog"
      aria-controls={menuId}
    >
      {children}{' '}
      <i
        className="h-2.25 w-5.5 border-y-[1.5px] [transition:transform_var(--transition-duration-step)_var(--ease-soft-close)] group-hover:lean large-letters:w-3"
        aria-hidden="true"
      />
    </button>
  );
}

/** An oak line that ends in a dimension tick: how much of the page is above. */
function ScrollProgress() {
  return (
    <div className="scroll-line col-bleed print:hidden" data-progress aria-hidden="true">
      <i />
    </div>
  );
}
