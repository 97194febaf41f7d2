import type { ReactNode } from 'react';
import { href, Link, useLocation, useNavigation } from 'react-router';
import { Wordmark } from '#app/components/drawing.tsx';
import { SkipLink } from '#app/components/page.tsx';
import { pluralize } from '#app/components/words.ts';
import { Fault, Submit, useDeskFrame } from '#app/routes/desk/frame.tsx';

interface DeskFrameProps {
  account: string | undefined;
  waiting?: Readonly<Record<string, number>>;
  onLogout?: () => void;
  children: ReactNode;
}

export function DeskFrame({ account, waiting = {}, onLogout, children }: DeskFrameProps) {
  const { brand, mark, logout, menu } = useDeskFrame();
  const { key } = useLocation();
  const loading = useNavigation().state === 'loading';
  // A whole new page: nothing that was shown stays in memory.
  const logoutForm = (
    <form method="post" action={href('/admin/logout')} onSubmit={onLogout}>
      <Submit>{logout}</Submit>
    </form>
  );
  return (
    <div className="text-[1rem] [--spacing-margin:clamp(1rem,2.4vw,2.5rem)] print:[--spacing-margin:0mm] large-letters:[--spacing-margin:0.5rem] [&_:is(h1,h2)]:font-[380]">
      <SkipLink />
      <header className="sticky top-0 z-header flex min-h-15 flex-wrap items-center justify-end gap-x-3 gap-y-1 border-b border-line bg-paper px-margin py-1.5 xl:flex-nowrap xl:gap-x-7 print:static print:mb-[8mm] print:min-h-0 print:border-0 large-letters:static">
        <a className="tap flex-none max-xl:me-auto" href="/">
          <Wordmark brand={brand} className="h-5 w-auto print:h-[5mm]" label={mark} />
        </a>
        <nav className="max-xl:order-1 print:hidden" aria-label={menu}>
          <ul className="flex gap-x-6 ps-3 max-xl:hidden">
            <Places waiting={waiting} />
          </ul>
          {/* Each page has it closed. */}
          <details className="group xl:hidden" key={key} onKeyDown={closeByEscape}>
            <summary className="plain-button cursor-pointer list-none group-open:border-ink">
              {menu}
            </summary>
            <ul className="absolute inset-x-0 top-full border-b border-ink bg-paper px-margin py-2 ps-[calc(var(--spacing-margin)+0.75rem)]">
              <Places waiting={waiting} />
              <li className="truncate text-ink-3">{account}</li>
              <li className="md:hidden">{logoutForm}</li>
            </ul>
          </details>
        </nav>
        {/* Whole or not at all: what has no room is in a second row, which is not shown. */}
        <ul
          className={`-m-1 flex max-h-13 min-w-0 flex-wrap content-start items-center justify-end overflow-hidden p-1 before:min-h-11 before:content-[""] max-xl:order-1 xl:ms-auto print:hidden ${waiting[UNSENT] ? '' : 'max-xl:hidden'}`}
        >
          <Places waiting={waiting} aside />
          <li className="ms-6 min-h-11 content-center text-ink-3 max-xl:hidden">{account}</li>
        </ul>
        <div className="max-xl:order-1 max-md:hidden print:hidden">{logoutForm}</div>
      </header>
      <main id="main" aria-busy={loading || undefined}>
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

/** An open enquiry, and what is posted to its addresses, belongs to the list. */
function usePlace(): string {
  const { places } = useDeskFrame();
  const [, , , place = ''] = useLocation().pathname.split('/');
  return place in places ? place : '';
}

function Places({ waiting, aside = false }: Pick<DeskFrameProps, 'waiting'> & { aside?: boolean }) {
  const { places } = useDeskFrame();
  const here = usePlace();
  return Object.entries(places)
    .filter(([place]) => (place === UNSENT) === aside)
    .map(([place, label]) => {
      const count = waiting?.[place] ?? 0;
      if (aside && count === 0) return null;
      return (
        <li key={place}>
          <Link
            className={`header-link tap ${aside ? 'text-error' : ''}`}
            to={`${href('/admin/dashboard')}${place && `/${place}`}`}
            aria-current={place === here ? 'page' : undefined}
            discover="none"
          >
            {count > 0 ? `${label} (${count})` : label}
          </Link>
        </li>
      );
    });
}

export function UnsentMail({ waiting }: { waiting: number }) {
  const { mail: words } = useDeskFrame();
  const isShown = usePlace() === UNSENT;
  if (waiting === 0 || !isShown) return null;
  return <Fault title={words.stuck} text={pluralize(words.waiting, waiting)} />;
}
