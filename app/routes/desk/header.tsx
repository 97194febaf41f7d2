import { useState, type ReactNode } from 'react';
import { href, Link, useLocation, useNavigation } from 'react-router';
import { Wordmark } from '#app/components/drawing.tsx';
import { pluralize } from '#app/components/messages.ts';
import { SkipLink } from '#app/components/page.tsx';
import { Fault, Submit, useDeskFrame } from '#app/routes/desk/frame.tsx';

/** How many items wait in each section. */
type WaitingCounts = Readonly<Record<string, number>>;

/** Returns the loaded counts, with the enquiry counts replaced by newer ones of the event stream. */
export function useLiveWaiting(loaded: WaitingCounts) {
  const [live, setLive] = useState<{ loaded: WaitingCounts; count: number } | null>(null);
  const waitingCounts = live?.loaded === loaded ? { ...loaded, '': live.count } : loaded;
  return { waitingCounts, showWaiting: (count: number) => setLive({ loaded, count }) };
}

interface DeskFrameProps {
  account: string | undefined;
  waitingCounts?: WaitingCounts;
  onLogout?: () => void;
  children: ReactNode;
}

export function DeskFrame({ account, waitingCounts = {}, onLogout, children }: DeskFrameProps) {
  const { brand, mark, logout, menu } = useDeskFrame();
  const { key } = useLocation();
  const isLoading = useNavigation().state === 'loading';
  // Without the router: a new document keeps nothing of this one in memory.
  const logoutForm = (
    <form method="post" action={href('/admin/logout')} onSubmit={onLogout}>
      <Submit>{logout}</Submit>
    </form>
  );
  return (
    <div className="text-[1rem] [--spacing-margin:clamp(1rem,2.4vw,2.5rem)] print:[--spacing-margin:0mm] large-letters:[--spacing-margin:0.5rem] [&_:is(h1,h2)]:font-380">
      <SkipLink />
      <header className="sticky top-0 z-header flex min-h-15 flex-wrap items-center justify-end gap-x-3 gap-y-1 border-b border-line bg-paper px-margin py-1.5 print:static print:mb-8mm print:min-h-0 print:border-0 large-letters:static wide-header:gap-x-5">
        <a className="me-auto tap flex-none wide-header:me-0" href="/">
          <Wordmark brand={brand} className="h-5 w-auto print:h-5mm" label={mark} />
        </a>
        <nav className="order-1 print:hidden wide-header:order-none" aria-label={menu}>
          <ul className="hidden gap-x-6 ps-3 greek:gap-x-4 wide-header:flex">
            <SectionLinks waitingCounts={waitingCounts} />
          </ul>
          {/* A new page starts with the menu closed. */}
          <details className="group wide-header:hidden" key={key} onKeyDown={closeByEscape}>
            <summary className="plain-button cursor-pointer list-none group-open:border-ink">
              {menu}
            </summary>
            <ul className="absolute inset-x-0 top-full border-b border-ink bg-paper px-margin py-2 ps-[calc(var(--spacing-margin)+0.75rem)]">
              <SectionLinks waitingCounts={waitingCounts} />
              <li className="truncate text-ink-3 md:hidden">{account}</li>
              <li className="md:hidden">{logoutForm}</li>
            </ul>
          </details>
        </nav>
        {waitingCounts[UNSENT] ? (
          <div className="order-1 flex-none print:hidden wide-header:order-none">
            <SectionLink section={UNSENT} count={waitingCounts[UNSENT]} className="text-error" />
          </div>
        ) : null}
        {/* It gives way to all others: whole in its title and on the page Account. */}
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
      <main id="main" aria-busy={isLoading || undefined}>
        {children}
      </main>
    </div>
  );
}

function closeByEscape({ key, currentTarget }: React.KeyboardEvent<HTMLDetailsElement>) {
  if (key !== 'Escape' || !currentTarget.open) return;
  currentTarget.open = false;
  currentTarget.querySelector('summary')?.focus();
}

const UNSENT = 'mail';

/** Returns the section of the open page. An open enquiry and its forms belong to the list. */
function useCurrentSection(): string {
  const { sections } = useDeskFrame();
  const [, , , section = ''] = useLocation().pathname.split('/');
  return section in sections ? section : '';
}

function SectionLinks({ waitingCounts }: { waitingCounts: WaitingCounts }) {
  return Object.keys(useDeskFrame().sections)
    .filter((section) => section !== UNSENT)
    .map((section) => (
      <li key={section}>
        <SectionLink section={section} count={waitingCounts[section] ?? 0} />
      </li>
    ));
}

interface SectionLinkProps {
  section: string;
  count: number;
  className?: string;
}

function SectionLink({ section, count, className = '' }: SectionLinkProps) {
  const labels: Readonly<Record<string, string>> = useDeskFrame().sections;
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

export function UnsentMail({ count }: { count: number }) {
  const { mail: messages } = useDeskFrame();
  const isMailPage = useCurrentSection() === UNSENT;
  if (count === 0 || !isMailPage) return null;
  return <Fault title={messages.stuck} text={pluralize(messages.queuedCount, count)} />;
}
