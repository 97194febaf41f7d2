import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { supportsPopovers, trapFocus } from '#app/components/dialogs.ts';
import { Wordmark } from '#app/components/drawing.tsx';
import {
  canAnimatePageChange,
  getPrefetchMode,
  PageLink,
  useLocalizedPath,
} from '#app/components/page.tsx';
import { SITE } from '#app/components/site-limits.ts';
import { getLocalizedPath, toPlainPath } from '#app/content/language.ts';
import type { SiteFrame } from '#app/content/navigation.server.ts';
import { useSiteFrame } from '../page.ts';

/** Stays in view only where scripts run. They move it by a transform, which causes no layout (SH-4). */
export function SiteHeader() {
  const { company, navigation, shell } = useSiteFrame();
  const header = useHeaderState();

  return (
    <header
      className="header-shift absolute inset-x-0 top-0 z-header print:static not-print:js:fixed"
      ref={header}
    >
      {/* The bar, not the header, has the view-transition name: WebKit sometimes stops painting a
          named fixed element. */}
      <div className="header-bar sheet h-header items-center bg-paper tint-tap print:mb-10mm print:block print:h-auto scrolled:bg-paper-veil">
        <PageLink
          className="mark-link header-part col-start/4 tap justify-self-start print:flex print:min-h-0"
          to="/"
        >
          <Wordmark
            brand={company.brand}
            className="h-6.5 w-auto overflow-visible print:h-5mm large-letters:h-3.5"
            label={`${company.name}, ${shell.home}`}
          />
        </PageLink>
        <nav
          className="header-part col-[span_2/end] hidden justify-self-end md:block print:hidden no-popover:block"
          aria-label={shell.main}
        >
          <ul className="flex gap-[clamp(1.5rem,3vw,3rem)] no-popover:gap-[clamp(0.75rem,3vw,3rem)]">
            {navigation.map((item) => (
              <li key={item.to}>
                <NavigationLink {...item} className="header-link tap" />
              </li>
            ))}
            <li>
              <LanguageLinks className="header-link tap" />
            </li>
          </ul>
        </nav>
        <button
          // The icon is drawn by CSS, so it is there with the tag and moves nothing while the page streams in.
          className="header-part menu-button col-[span_2/end] tap min-w-target justify-self-end text-note/body font-medium md:hidden print:hidden no-popover:hidden"
          type="button"
          popoverTarget={MENU_ID}
          aria-haspopup="dialog"
          aria-controls={MENU_ID}
        >
          {shell.menuButton}
        </button>
        {/* Scroll progress: an oak line that ends in a dimension tick. */}
        <div className="scroll-line col-bleed print:hidden" data-progress aria-hidden="true">
          <i />
        </div>
      </div>
    </header>
  );
}

const MENU_ID = 'menu';

/** The menu of narrow windows: a popover, so it opens without JavaScript. Widening the window closes it (SH-5). */
export function SiteMenu() {
  const { company, contentPages, navigation, shell } = useSiteFrame();
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
          className="-me-[0.85rem] cross large-letters:me-0"
          type="button"
          popoverTarget={MENU_ID}
          popoverTargetAction="hide"
          aria-label={shell.closeMenu}
        />
      </div>
      <nav aria-label={shell.menu} className="self-center px-margin py-4">
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
        {/* Below the sections of the site its content pages (VP-10). */}
        <ul className="flex flex-wrap gap-x-7 pt-4 text-large">
          {contentPages.map((item) => (
            <li key={item.to}>
              <NavigationLink
                {...item}
                className="tap no-underline aria-[current]:text-oak-light"
              />
            </li>
          ))}
        </ul>
      </nav>
      <MenuFoot {...company} />
    </div>
  );
}

function MenuFoot({ phone, phoneHref, hours, email, factory }: SiteFrame['company']) {
  const look = 'tap text-on-ink';
  return (
    <div className="grid gap-1 px-margin pt-6 pb-[calc(1.5rem+env(safe-area-inset-bottom))] text-on-ink-2">
      <LanguageLinks className={look} />
      <a className={look} href={phoneHref}>
        {phone}
      </a>{' '}
      {hours && <span>{hours}</span>}{' '}
      <a className={look} href={`mailto:${email}`}>
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
    if (lastKey.current !== key && supportsPopovers()) ref.current?.hidePopover();
    lastKey.current = key;
  }, [key]);

  useEffect(() => {
    if (!supportsPopovers()) return;
    const menu = ref.current!;
    const menuButton = document.querySelector(`[popovertarget="${menu.id}"][aria-haspopup]`)!;

    const handleToggle = () => {
      const isOpen = menu.matches(':popover-open');
      menuButton.setAttribute('aria-expanded', String(isOpen));
      if (isOpen) menu.querySelector<HTMLElement>('a, button')?.focus();
    };

    // There the header shows the links instead of the menu button.
    const closeInWideWindow = () => {
      if (menuButton.getClientRects().length === 0) menu.hidePopover();
    };

    // The menu may have been opened before this script ran.
    closeInWideWindow();
    handleToggle();

    const abortController = new AbortController();
    menu.addEventListener('toggle', handleToggle, abortController);
    menu.addEventListener('keydown', (event) => trapFocus(menu, event), abortController);
    addEventListener('resize', closeInWideWindow, abortController);
    // Back to this page from the other language may show it as it was left.
    addEventListener('pagehide', () => menu.hidePopover(), abortController);
    return () => abortController.abort();
  }, []);

  return ref;
}

/** Returns the ref of a header that becomes compact after some scrolling, and shows how far the page is scrolled. */
function useHeaderState() {
  const header = useRef<HTMLElement>(null);
  const { key } = useLocation();

  useEffect(() => {
    const updateHeader = () => {
      const { scrollHeight, clientHeight } = document.documentElement;
      const lengthPx = scrollHeight - clientHeight;
      const share = lengthPx > 0 ? Math.min(1, Math.max(0, scrollY / lengthPx)) : 0;
      header.current?.toggleAttribute('data-scrolled', scrollY > SITE.headerCompactAfterPx);
      header.current?.style.setProperty('--p', String(share));
    };

    // In the next frame: measuring now would force a second layout of the new page.
    const firstFrame = requestAnimationFrame(updateHeader);
    const abortController = new AbortController();
    addEventListener('scroll', updateHeader, abortController);
    addEventListener('resize', updateHeader, abortController);

    return () => {
      cancelAnimationFrame(firstFrame);
      abortController.abort();
    };
  }, [key]);

  return header;
}

type NavigationLinkProps = SiteFrame['navigation'][number] & { className: string };

function NavigationLink({ label, to, className }: NavigationLinkProps) {
  const localizePath = useLocalizedPath();
  return (
    <NavLink
      className={className}
      to={localizePath(to)}
      viewTransition={canAnimatePageChange()}
      prefetch={getPrefetchMode(to)}
    >
      {label}
    </NavLink>
  );
}

/**
 * Links to the page in the other languages, with its query (EL-2). They load a document, for its texts, fonts and `lang`,
 * except on the contact page, whose document has the typed texts (CF-15).
 */
export function LanguageLinks({ className }: { className: string }) {
  const { pathname, search } = useLocation();
  const { otherLanguages } = useSiteFrame();
  const plainPath = toPlainPath(pathname);
  return otherLanguages.map(({ language, name }) => (
    <PageLink
      key={language}
      className={`greek:font-language ${className}`}
      to={{ pathname: getLocalizedPath(language, plainPath), search }}
      reloadDocument={plainPath !== '/contact'}
      prefetch="none"
      hrefLang={language}
      lang={language}
    >
      {name}
    </PageLink>
  ));
}
