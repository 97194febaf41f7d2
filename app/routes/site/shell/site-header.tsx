import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { hasPopovers, trapFocus } from '#app/components/dialogs.ts';
import { Wordmark } from '#app/components/drawing.tsx';
import {
  canAnimatePageChange,
  getPrefetchMode,
  PageLink,
  useLocalizedPath,
} from '#app/components/page.tsx';
import { SITE } from '#app/components/site-limits.ts';
import { getEmailHref, getPhoneHref } from '#app/content/messages/company.ts';
import type { SiteFrame } from '#app/content/pages.server.ts';
import { useSiteMessages } from '../page.ts';

/** Scripts make it fixed and move it by a transform when scrolled, which causes no layout (SH-4). */
export function SiteHeader() {
  const { company, shell } = useSiteMessages();
  const header = useHeaderState();
  return (
    <header
      className="absolute inset-x-0 top-0 z-header glide-move print:static not-print:js:fixed scrolled:[translate:0_calc(var(--spacing-header-compact)-var(--spacing-header))]"
      ref={header}
    >
      {/* The bar, not the header, has the view-transition name: WebKit sometimes stops painting a
          named fixed element. */}
      <div className="sheet h-header items-center bg-paper tint-tap motion-safe:[view-transition-name:header] print:mb-10mm print:block print:h-auto print:bg-transparent scrolled:bg-paper-veil scrolled:[backdrop-filter:blur(14px)_saturate(1.2)]">
        <PageLink
          className="col-start/4 tap mark-link header-part justify-self-start print:flex print:min-h-0"
          to="/"
        >
          <Wordmark
            brand={company.brand}
            className="h-6.5 w-auto overflow-visible print:h-5mm large-letters:h-3.5"
            label={`${company.name}, ${shell.home}`}
          />
        </PageLink>
        <nav
          className="col-[span_2/end] hidden header-part justify-self-end md:block print:hidden no-popover:block"
          aria-label={shell.main}
        >
          <HeaderLinks />
        </nav>
        <MenuButton>{shell.menuButton}</MenuButton>
        {/* Scroll progress: an oak line that ends in a dimension tick. */}
        <div className="scroll-line col-bleed print:hidden" data-progress aria-hidden="true">
          <i />
        </div>
      </div>
    </header>
  );
}

function HeaderLinks() {
  const { navigation } = useSiteMessages();
  const look = 'header-link tap';
  return (
    <ul className="flex gap-[clamp(1.5rem,3vw,3rem)] no-popover:gap-[clamp(0.75rem,3vw,3rem)]">
      {navigation.map((item) => (
        <li key={item.to}>
          <NavigationLink {...item} className={look} />
        </li>
      ))}
      <li>
        <LanguageLinks className={look} />
      </li>
    </ul>
  );
}

function MenuButton({ children }: { children: string }) {
  return (
    <button
      // The icon is drawn by CSS, so it is there with the tag and moves nothing while the page streams in.
      className="col-[span_2/end] tap min-w-target header-part gap-3 justify-self-end text-note/body font-medium tracking-wide after:h-2.25 after:w-5.5 after:border-y-[1.5px] after:[transition:transform_var(--transition-duration-step)_var(--ease-soft-close)] hover:after:lean md:hidden print:hidden no-popover:hidden large-letters:gap-1.5 large-letters:tracking-none large-letters:after:w-3"
      type="button"
      popoverTarget={MENU_ID}
      aria-haspopup="dialog"
      aria-controls={MENU_ID}
    >
      {children}
    </button>
  );
}

const MENU_ID = 'menu';

/** A popover, so it opens without JavaScript; on wide windows it goes by itself (ledger SH-5). */
export function SiteMenu() {
  const { company, shell } = useSiteMessages();
  const menu = useMenu();
  return (
    <div
      className="fixed inset-0 z-menu m-0 hidden h-full max-h-none w-full max-w-none overflow-auto border-0 ink p-0 motion-safe:open:animate-unfold max-md:open:grid max-md:open:grid-rows-[auto_1fr_auto] print:hidden"
      id={MENU_ID}
      popover="auto"
      role="dialog"
      aria-modal="true"
      aria-label={shell.menu}
      ref={menu}
    >
      <div className="flex h-header items-center justify-between px-margin">
        <Wordmark
          brand={company.brand}
          className="h-6.5 w-auto large-letters:h-3.5"
          label={company.name}
        />
        <button
          className="cross"
          type="button"
          popoverTarget={MENU_ID}
          popoverTargetAction="hide"
          aria-label={shell.closeMenu}
        />
      </div>
      <nav aria-label={shell.menu} className="self-center px-margin py-4">
        <MenuLinks />
      </nav>
      <MenuFoot {...company} />
    </div>
  );
}

function MenuLinks() {
  const { navigation } = useSiteMessages();
  return (
    <ul className="text-[clamp(2.5rem,13vw,5rem)]/[1.05] font-320 tracking-tight flare greek:text-[clamp(2.25rem,11.5vw,5rem)] large-letters:text-[13vw]">
      {navigation.map((item) => (
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

function MenuFoot({ phone, hours, email, factory }: SiteFrame['company']) {
  const look = 'tap text-on-ink';
  return (
    <div className="grid gap-1 px-margin pt-6 pb-[calc(1.5rem+env(safe-area-inset-bottom))] text-on-ink-2">
      <LanguageLinks className={look} />
      <a className={look} href={getPhoneHref(phone)}>
        {phone}
      </a>{' '}
      {hours && <span>{hours}</span>}{' '}
      <a className={look} href={getEmailHref(email)}>
        {email}
      </a>{' '}
      <span>{factory.lines.slice(0, 2).join(', ')}</span>
    </div>
  );
}

function useMenu() {
  const ref = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  const lastKey = useRef(key);
  useEffect(() => {
    // Not on the first render: a menu opened before hydration stays open.
    if (lastKey.current !== key && hasPopovers()) ref.current?.hidePopover();
    lastKey.current = key;
  }, [key]);
  useEffect(() => {
    if (!hasPopovers()) return;
    const menu = ref.current!;
    const opener = document.querySelector(`[popovertarget="${menu.id}"][aria-haspopup]`)!;
    const markOpen = () =>
      opener.setAttribute('aria-expanded', String(menu.matches(':popover-open')));
    const toggle = () => {
      markOpen();
      if (menu.matches(':popover-open')) menu.querySelector<HTMLElement>('a, button')?.focus();
    };
    const keep = (event: KeyboardEvent) => trapFocus(menu, event);
    // In windows without the menu button, the header shows the links.
    const close = () => opener.getClientRects().length === 0 && menu.hidePopover();
    close();
    toggle();
    const end = new AbortController();
    menu.addEventListener('toggle', toggle, end);
    menu.addEventListener('keydown', keep, end);
    addEventListener('resize', close, end);
    return () => end.abort();
  }, []);
  return ref;
}

function useHeaderState() {
  const header = useRef<HTMLElement>(null);
  const { key } = useLocation();
  useEffect(() => {
    const show = () => {
      const { scrollHeight, clientHeight } = document.documentElement;
      const length = scrollHeight - clientHeight;
      const share = length > 0 ? Math.min(1, Math.max(0, scrollY / length)) : 0;
      header.current?.toggleAttribute('data-scrolled', scrollY > SITE.headerCompactAfterPx);
      header.current?.style.setProperty('--p', String(share));
    };
    // In the next frame: measuring now would force a second layout of the new page.
    const first = requestAnimationFrame(show);
    addEventListener('scroll', show, { passive: true });
    addEventListener('resize', show);
    return () => {
      cancelAnimationFrame(first);
      removeEventListener('scroll', show);
      removeEventListener('resize', show);
    };
  }, [key]);
  return header;
}

interface NavigationItem {
  label: string;
  to: string;
}

function NavigationLink({ label, to, className }: NavigationItem & { className: string }) {
  const address = useLocalizedPath();
  return (
    <NavLink
      className={className}
      to={address(to)}
      viewTransition={canAnimatePageChange()}
      prefetch={getPrefetchMode()}
    >
      {label}
    </NavLink>
  );
}

/** Plain links, so that texts, fonts and `lang` come with a new document (EL-2). */
export function LanguageLinks({ className }: { className: string }) {
  const { pathname, search } = useLocation();
  const { prefix, otherLanguages } = useSiteMessages();
  const plain = pathname.slice(prefix.length).replace(/^\/$/, '');
  return otherLanguages.map((other) => (
    <a
      key={other.language}
      className={`greek:font-language ${className}`}
      href={(other.prefix + plain || '/') + search}
      hrefLang={other.language}
      lang={other.language}
    >
      {other.name}
    </a>
  ));
}
