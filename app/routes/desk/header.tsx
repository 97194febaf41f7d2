import { useState, type ReactNode } from 'react';
import { href, Link, useLocation } from 'react-router';
import { Wordmark } from '#app/components/drawing.tsx';
import { SkipLink } from '#app/components/page.tsx';
import { interpolate } from '#app/components/texts.ts';
import { SubmitButton, useDeskFrameTexts } from '#app/routes/desk/frame.tsx';

/** By section of the navigation; '' is the list of enquiries. */
type WaitingCounts = Readonly<Record<string, number>>;

/** Returns the counts of the navigation. `showWaiting` replaces that of the enquiries until other counts are loaded. */
export function useLiveWaitingCounts(loadedCounts: WaitingCounts) {
  const [live, setLive] = useState<{ loadedCounts: WaitingCounts; count: number } | null>(null);
  const isCurrent = live?.loadedCounts === loadedCounts;
  return {
    waitingCounts: isCurrent ? { ...loadedCounts, '': live.count } : loadedCounts,
    showWaiting: (count: number) => setLive({ loadedCounts, count }),
  };
}

interface DeskFrameProps {
  /** The name of the signed-in admin; unknown if the frame's data could not be loaded. */
  account: string | undefined;
  waitingCounts?: WaitingCounts;
  /** Called before the browser leaves the desk. */
  onLogout?: () => void;
  children: ReactNode;
}

export function DeskFrame({ account, waitingCounts = {}, onLogout, children }: DeskFrameProps) {
  const { brand, mark, logout, menu } = useDeskFrameTexts();
  const { key } = useLocation();
  const failedMailCount = waitingCounts[MAIL_SECTION] ?? 0;
  // A plain form, because only a new document removes all data of this one from memory.
  const logoutForm = (
    <form method="post" action={href('/admin/logout')} onSubmit={onLogout}>
      <SubmitButton>{logout}</SubmitButton>
    </form>
  );

  return (
    <div className="text-[1rem] [--spacing-margin:max(clamp(1rem,2.4vw,2.5rem),env(safe-area-inset-left),env(safe-area-inset-right))] print:[--spacing-margin:0mm] large-letters:[--spacing-margin:0.5rem] [&_:is(h1,h2)]:font-380">
      <SkipLink />
      <header className="screen-sticky top-0 z-header flex flex-wrap items-center gap-x-3 gap-y-1 border-line bg-paper px-margin py-1.5 not-print:min-h-15 not-print:border-b print:mb-8mm wide-header:gap-x-5">
        <a className="me-auto tap flex-none wide-header:me-0" href="/">
          <Wordmark brand={brand} className="h-5 w-auto print:h-5mm" label={mark} />
        </a>
        <nav className="order-1 print:hidden wide-header:order-none" aria-label={menu}>
          <ul className="hidden gap-x-6 ps-3 greek:gap-x-4 wide-header:flex">
            <SectionLinks waitingCounts={waitingCounts} />
          </ul>
          {/* A new page starts with the menu closed. */}
          <details className="group wide-header:hidden" key={key} {...menuHandlers}>
            <summary className={MENU_BUTTON}>{menu}</summary>
            <ul className="absolute inset-x-0 top-full border-b border-ink bg-paper px-margin py-2 ps-[calc(var(--spacing-margin)+0.75rem)]">
              <SectionLinks waitingCounts={waitingCounts} />
              <li className="truncate text-ink-3 md:hidden">{account}</li>
              <li className="md:hidden">{logoutForm}</li>
            </ul>
          </details>
        </nav>
        {failedMailCount > 0 && (
          <div className="order-1 flex-none ps-1.5 print:hidden wide-header:order-none wide-header:ps-0">
            <SectionLink section={MAIL_SECTION} count={failedMailCount} className="text-error" />
          </div>
        )}
        {/* Truncated in narrow windows; the title and the Account page show it in full. */}
        <p
          className="min-w-0 flex-1 basis-20 truncate text-end text-ink-3 max-md:hidden print:hidden"
          title={account}
        >
          {account}
        </p>
        <div className="order-1 max-md:hidden print:hidden wide-header:order-none">
          {logoutForm}
        </div>
      </header>
      <main id="main">{children}</main>
    </div>
  );
}

/** While a menu is open, its button also covers the page: a tap there only closes the menu. */
export const MENU_BUTTON =
  'plain-button cursor-pointer list-none group-open:border-ink group-open:before:fixed group-open:before:inset-0 group-open:before:top-15';

export function closeMenu(menu: HTMLDetailsElement): void {
  menu.open = false;
  menu.querySelector('summary')?.focus();
}

/** A menu closes by Escape, which focuses its button and leaves an open enquiry open, and when the focus leaves it. */
export const menuHandlers = {
  onKeyDown(event: React.KeyboardEvent<HTMLDetailsElement>) {
    const menu = event.currentTarget;
    if (event.key !== 'Escape' || !menu.open) return;
    event.preventDefault();
    closeMenu(menu);
  },
  onBlur({ currentTarget: menu, relatedTarget }: React.FocusEvent<HTMLDetailsElement>) {
    if (relatedTarget && !menu.contains(relatedTarget)) menu.open = false;
  },
};

export const MAIL_SECTION = 'mail';

/** Returns the section of the open page by its path; '' is the list of enquiries, and a page without a section. */
export function useCurrentSection(): string {
  const { sections } = useDeskFrameTexts();
  const [, , , section = ''] = useLocation().pathname.split('/');
  return section in sections ? section : '';
}

function SectionLinks({ waitingCounts }: { waitingCounts: WaitingCounts }) {
  return Object.keys(useDeskFrameTexts().sections)
    .filter((section) => section !== MAIL_SECTION)
    .map((section) => (
      <li key={section} className="flex gap-x-2">
        <SectionLink section={section} count={section === '' ? 0 : (waitingCounts[section] ?? 0)} />
        {section === '' && <ToAnswerLink count={waitingCounts[''] ?? 0} />}
      </li>
    ));
}

/** The number of enquiries that wait, beside Enquiries (DK-1). */
function ToAnswerLink({ count }: { count: number }) {
  const { toAnswer } = useDeskFrameTexts();
  if (count === 0) return null;
  return (
    <Link
      className="tap min-w-6 justify-center font-medium underline-offset-near"
      to={`${href('/admin/dashboard')}?view=answer`}
      aria-label={interpolate(toAnswer, { count })}
      discover="none"
    >
      {count}
    </Link>
  );
}

interface SectionLinkProps {
  section: string;
  count: number;
  className?: string;
}

function SectionLink({ section, count, className = '' }: SectionLinkProps) {
  const labels: Readonly<Record<string, string>> = useDeskFrameTexts().sections;
  const isCurrent = useCurrentSection() === section;
  const label = labels[section];
  return (
    <Link
      className={`header-link tap ${className}`}
      to={`${href('/admin/dashboard')}${section && `/${section}`}`}
      aria-current={isCurrent ? 'page' : undefined}
      discover="none"
    >
      {count > 0 ? `${label} (${count})` : label}
    </Link>
  );
}
