import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { Link, useNavigate, useOutletContext } from 'react-router';
import { ButtonLink } from '#app/components/button.tsx';
import { deskAddress } from '#app/domain/desk/desk-view.ts';
import { type DeskContext, useDeskView, useOpenWords } from '#app/routes/desk/frame.tsx';
import { isModalOpen } from '#app/components/dialogs.ts';
import { useShortcut } from './keys.tsx';

interface EnquiryDrawerProps {
  neighbours: { newer: number | null; older: number | null } | null;
  head: ReactNode;
  toasts: ReactNode;
  foot?: ReactNode;
  beside?: ReactNode;
  children: ReactNode;
}

export function EnquiryDrawer(props: EnquiryDrawerProps) {
  const { neighbours, head, toasts, foot, beside, children } = props;
  const { enquiry: words } = useOpenWords();
  const view = useDeskView();
  const { toasts: framed } = useOutletContext<DeskContext>();
  const to = (id: number | null = null) => id && deskAddress(view, { enquiry: String(id) });
  const close = deskAddress(view, { enquiry: '' });
  const [newer, older] = [to(neighbours?.newer), to(neighbours?.older)];
  useDialogKeys({ close, newer, older });
  const cross = <Link className="cross" to={close} preventScrollReset aria-label={words.close} />;
  // What only says that there is nothing is not pulled out.
  const way = neighbours
    ? 'md:transition-[translate] md:duration-move md:ease-soft-close motion-reduce:transition-none print:transition-none md:starting:translate-x-full'
    : '';
  return (
    <>
      <Link
        className="fixed inset-0 top-15 z-base bg-night/46 max-md:hidden print:hidden"
        to={close}
        preventScrollReset
        aria-hidden
        tabIndex={-1}
      />
      <div
        className={`w-full bg-panel md:fixed md:inset-y-0 md:end-0 md:top-15 md:z-base md:grid md:grid-rows-[auto_minmax(0,1fr)_auto] md:border-s-3 md:border-ink print:static print:block print:max-w-none print:border-0 print:bg-transparent print:text-[10.5pt] md:not-print:[body:has(&)]:overflow-hidden ${beside ? 'md:max-lg:max-w-160 lg:max-w-304' : 'md:max-w-160'} ${way}`}
        role="dialog"
        aria-labelledby="dt"
      >
        <div className="flex items-start justify-between gap-4 border-b border-line ps-7 pe-3 pt-5 pb-4 max-[30rem]:ps-4 print:block print:border-b-[0.3mm] print:border-black print:p-0 print:pb-[4mm] large-letters:grid">
          {head}
          {neighbours ? (
            <nav className="flex flex-none print:hidden" aria-label={words.enquiries}>
              <Neighbour to={newer} rel="prev" label={words.newer} keys="k ArrowLeft" />
              <Neighbour to={older} rel="next" label={words.older} keys="j ArrowRight" />
              {cross}
            </nav>
          ) : (
            cross
          )}
        </div>
        <div
          className={`px-7 pb-7 max-[30rem]:px-4 md:overflow-auto print:block print:overflow-visible print:p-0 ${beside ? 'lg:grid lg:grid-cols-2 lg:overflow-hidden lg:p-0 lg:*:overflow-auto lg:*:px-7 lg:*:pb-7' : ''}`}
        >
          <Record isAside={Boolean(beside)}>{children}</Record>
          {beside && <div className="lg:border-s lg:border-line print:hidden">{beside}</div>}
        </div>
        <div className="sticky bottom-0 print:hidden">
          <div className="grid *:static! *:w-auto! *:p-0!">
            {framed}
            {toasts}
          </div>
          {!beside && (
            <div className="flex flex-wrap items-end gap-3 border-t border-ink bg-paper px-7 pt-4 pb-[calc(1rem+env(safe-area-inset-bottom))] max-[30rem]:px-4">
              {foot}
              <ButtonLink
                variant="plain"
                className="ms-auto max-md:hidden"
                to={close}
                preventScrollReset
              >
                {words.close}
              </ButtonLink>
            </div>
          )}
        </div>
      </div>
    </>
  );
}

/**
 * Folded where somebody answers on a narrow screen (DK-3); beside the reply it is open whatever its
 * attribute says. The same element in all cases: what was typed in it stays.
 */
function Record({ isAside, children }: { isAside: boolean; children: ReactNode }) {
  const { enquiry: words } = useOpenWords();
  return (
    <details
      open={!isAside}
      className="lg:details-content:[content-visibility:visible] print:details-content:[content-visibility:visible]"
    >
      <summary
        className="min-h-11 py-3 underline underline-offset-4 supports-[selector(::details-content)]:lg:hidden print:hidden"
        hidden={!isAside}
      >
        {words.record}
      </summary>
      {children}
    </details>
  );
}

export function DrawerTitle(props: Omit<ComponentProps<'h2'>, 'id' | 'className'>) {
  return (
    <h2
      id="dt"
      className="scroll-mt-20 text-lead leading-heading focus:outline-none print:mb-[1mm] print:text-[24pt]"
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

export function DrawerText(props: Omit<ComponentProps<'p'>, 'dir' | 'className'>) {
  return (
    <p
      className="pt-1.5 text-[1.0625rem]/[1.6] wrap-anywhere whitespace-pre-line print:text-[11pt]/text"
      dir="auto"
      {...props}
    />
  );
}

const ARROW =
  'inline-grid size-target place-items-center before:size-3 before:border-current before:border-b-[1.5px] before:border-l-[1.5px]';

interface NeighbourProps {
  to: Place;
  rel: 'prev' | 'next';
  label: string;
  keys: string;
}

function Neighbour({ to, rel, label, keys }: NeighbourProps) {
  const shortcut = useShortcut(keys);
  if (!to) return null;
  const way =
    rel === 'prev'
      ? 'before:translate-x-[0.15rem] before:rotate-45'
      : 'before:-translate-x-[0.15rem] before:-rotate-135';
  return (
    <Link className={`${ARROW} ${way}`} rel={rel} to={to} preventScrollReset replace {...shortcut}>
      <span className="sr-only">{label}</span>
    </Link>
  );
}

type Place = string | null | 0;

function useDialogKeys({
  close,
  newer,
  older,
}: Record<'newer' | 'older', Place> & { close: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      if (isModalOpen()) return;
      if (key === 'Escape') return void navigate(close, { preventScrollReset: true });
      if (target instanceof Element && target.matches('input, select, textarea')) return;
      const to = { ArrowLeft: newer, ArrowRight: older }[key];
      if (to) void navigate(to, { preventScrollReset: true, replace: true });
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [navigate, close, newer, older]);
}
