import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { isBehindHelp } from './keys.tsx';

interface EnquiryDrawerProps {
  close: string;
  /** It is pulled out; not where it only says that there is nothing. */
  enters?: boolean;
  /** Its name, which has the id "dt", and beside it where one can go from here. */
  head: ReactNode;
  toasts: ReactNode;
  foot: ReactNode;
  children: ReactNode;
}

/** A drawer, pulled out from the right over a list that stands still; on paper the whole page. */
export function EnquiryDrawer({ close, enters, head, toasts, foot, children }: EnquiryDrawerProps) {
  const way = enters
    ? 'transition-[translate] duration-move ease-soft-close motion-reduce:transition-none print:transition-none starting:translate-x-full'
    : '';
  return (
    <>
      <Link
        className="fixed inset-0 z-dialog bg-night/46 print:hidden"
        to={close}
        preventScrollReset
        aria-hidden
        tabIndex={-1}
      />
      <div
        className={`fixed inset-y-0 end-0 z-dialog grid w-full max-w-160 grid-rows-[auto_minmax(0,1fr)_auto_auto] border-s-3 border-ink bg-panel print:static print:block print:max-w-none print:border-0 print:bg-transparent print:text-[10.5pt] large-letters:block large-letters:overflow-auto not-print:[body:has(&)]:overflow-hidden ${way}`}
        role="dialog"
        aria-modal="true"
        aria-labelledby="dt"
      >
        <div className="flex items-start justify-between gap-4 border-b border-line ps-7 pe-3 pt-5 pb-4 max-[30rem]:ps-4 print:block print:border-b-[0.3mm] print:border-black print:p-0 print:pb-[4mm] large-letters:grid">
          {head}
        </div>
        <div className="overflow-auto px-7 pb-7 max-[30rem]:px-4 print:overflow-visible print:p-0">
          {children}
        </div>
        <div className="grid *:static! *:w-auto! *:p-0!">{toasts}</div>
        <div className="flex flex-wrap items-end gap-3 border-t border-ink bg-paper px-7 pt-4 pb-[calc(1rem+env(safe-area-inset-bottom))] max-[30rem]:ps-4 print:hidden">
          {foot}
        </div>
      </div>
    </>
  );
}

/** The name of an open enquiry, or of one that is not there: it names the drawer. */
export function DrawerTitle(props: Omit<ComponentProps<'h2'>, 'id' | 'className'>) {
  return (
    <h2
      id="dt"
      className="text-lead leading-heading focus:outline-none print:mb-[1mm] print:text-[24pt]"
      {...props}
    />
  );
}

export function DrawerHeading(props: Pick<ComponentProps<'h3'>, 'id' | 'children'>) {
  return (
    <h3
      className="pt-5 text-note/body font-normal text-ink-3 no-flare print:pt-[6mm] print:pb-[1mm] print:text-[10.5pt]"
      {...props}
    />
  );
}

/** What somebody wrote, in its own lines. */
export function DrawerText(props: Omit<ComponentProps<'p'>, 'dir' | 'className'>) {
  return (
    <p
      className="pt-1.5 text-[1.0625rem]/[1.6] wrap-anywhere whitespace-pre-line print:text-[11pt]/text"
      dir="auto"
      {...props}
    />
  );
}

interface Places {
  close: string;
  newer: string | null | 0;
  older: string | null | 0;
}

/** Escape closes an open enquiry, the arrows go to the one before and the one after. */
export function useDialogKeys({ close, newer, older }: Places): void {
  const navigate = useNavigate();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      if (isBehindHelp()) return;
      if (key === 'Escape') return void navigate(close, { preventScrollReset: true });
      if (target instanceof Element && target.matches('input, select, textarea')) return;
      const to = { ArrowLeft: newer, ArrowRight: older }[key];
      if (to) void navigate(to, { preventScrollReset: true, replace: true });
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [navigate, close, newer, older]);
}
