import type { ComponentProps, ReactNode } from 'react';
import { Link, useNavigate, useOutletContext } from 'react-router';
import { ButtonLink } from '#app/components/button.tsx';
import { getEnquiryPath, getListPath } from '#app/domain/desk/desk-view.ts';
import type { OpenedEnquiry } from '#app/routes/desk/enquiries/presenter.server.ts';
import { useDeskView, useOpenEnquiryTexts, type DeskContext } from '#app/routes/desk/frame.tsx';
import { ENQUIRY_CONTENT_ID, focusEnquiryContent } from './kept-focus.ts';
import { useKeyCommands } from './keys.tsx';

const TITLE_ID = 'enquiry-title';

/** The ids of the enquiries beside the open one; null at an end of the list. */
type NeighbourIds = Pick<OpenedEnquiry, 'previousId' | 'nextId'>;

interface EnquiryDrawerProps {
  /** Null if the drawer only reports a missing enquiry. */
  neighbours: NeighbourIds | null;
  /** Contains a DrawerTitle, which names the dialog. */
  head: ReactNode;
  toasts: ReactNode;
  foot?: ReactNode;
  sideContent?: ReactNode;
  children: ReactNode;
}

/**
 * The panel of an open enquiry over the list. Its content takes the focus when it opens. `sideContent`, the form of a
 * reply, replaces the foot.
 */
export function EnquiryDrawer(props: EnquiryDrawerProps) {
  const { neighbours, head, toasts, foot, sideContent, children } = props;
  const { enquiry: texts } = useOpenEnquiryTexts();
  const view = useDeskView();
  const { toasts: frameToasts } = useOutletContext<DeskContext>();
  const listPath = getListPath(view);

  // The report of a missing enquiry does not slide in.
  const slideInClasses = neighbours
    ? 'md:transition-[translate] md:duration-move md:ease-soft-close motion-reduce:transition-none print:transition-none md:starting:translate-x-full'
    : '';

  return (
    <>
      <Link
        className="fixed inset-0 top-15 z-base bg-night/46 max-md:hidden print:hidden"
        to={listPath}
        preventScrollReset
        aria-hidden
        tabIndex={-1}
      />
      <div
        className={`enquiry-drawer print:text-print ${sideContent ? 'lg:not-print:max-w-304' : ''} ${slideInClasses}`}
        role="dialog"
        aria-labelledby={TITLE_ID}
      >
        <div className="flex scroll-mt-20 items-start justify-between gap-4 border-b border-line ps-7 pe-3 pt-5 pb-4 max-xs:ps-4 print:block print:border-b-[0.3mm] print:border-black print:p-0 print:pb-4mm large-letters:grid">
          {head}
          {neighbours ? <Neighbours {...neighbours} /> : <CloseLink />}
        </div>
        <div
          id={ENQUIRY_CONTENT_ID}
          ref={focusEnquiryContent}
          tabIndex={-1}
          className={`px-7 pb-7 focus:outline-none max-xs:px-4 md:overflow-auto print:block print:overflow-visible print:p-0 ${sideContent ? 'lg:grid lg:grid-cols-2 lg:overflow-hidden lg:p-0 lg:*:overflow-auto lg:*:px-7 lg:*:pb-7' : ''}`}
        >
          <Record isAside={Boolean(sideContent)}>{children}</Record>
          {sideContent && (
            <div className="lg:border-s lg:border-line print:hidden">{sideContent}</div>
          )}
        </div>
        <div className="screen-sticky bottom-0 bg-panel print:hidden">
          <div className="grid *:static! *:w-auto! *:p-0!">
            {frameToasts}
            {toasts}
          </div>
          {!sideContent && (
            <div className="flex flex-wrap items-end gap-3 border-t border-ink bg-paper px-7 pt-4 pb-[calc(1rem+env(safe-area-inset-bottom))] max-xs:px-4">
              {foot}
              <ButtonLink
                variant="plain"
                className="ms-auto max-md:hidden"
                to={listPath}
                preventScrollReset
              >
                {texts.close}
              </ButtonLink>
            </div>
          )}
        </div>
      </div>
    </>
  );
}

/** The record of an enquiry, which folds on narrow screens during a reply (DK-3). Typed text in it stays. */
function Record({ isAside, children }: { isAside: boolean; children: ReactNode }) {
  const { enquiry: texts } = useOpenEnquiryTexts();
  return (
    <details
      open={!isAside}
      // Beside the reply it scrolls by itself, which keys can do only if it takes the focus.
      tabIndex={isAside ? 0 : undefined}
      aria-label={isAside ? texts.record : undefined}
      className="lg:details-content:[content-visibility:visible] print:details-content:[content-visibility:visible]"
    >
      <summary
        className="min-h-11 content-center text-ink-2 underline-offset-4 hover:underline supports-[selector(::details-content)]:lg:hidden print:hidden"
        hidden={!isAside}
      >
        {texts.record}
      </summary>
      {children}
    </details>
  );
}

/** The heading that names the dialog of an enquiry (`aria-labelledby`). */
export function DrawerTitle(props: Omit<ComponentProps<'h2'>, 'id' | 'className'>) {
  return (
    <h2
      id={TITLE_ID}
      className="pt-1 text-lead leading-heading md:line-clamp-2 print:mb-1mm print:line-clamp-none print:text-[24pt]"
      {...props}
    />
  );
}

export function DrawerHeading(props: Pick<ComponentProps<'h3'>, 'id' | 'children'>) {
  return (
    <h3
      className="pt-5 text-note/body font-normal text-ink-3 no-flare print:pt-6mm print:pb-1mm print:text-print"
      {...props}
    />
  );
}

export function DrawerText(props: Omit<ComponentProps<'p'>, 'dir' | 'className'>) {
  return (
    <p
      className="pt-1.5 text-[1.0625rem]/[1.6] wrap-anywhere whitespace-pre-wrap print:text-[11pt]/text"
      dir="auto"
      {...props}
    />
  );
}

const ARROW =
  'inline-grid size-target place-items-center before:size-3 before:border-current before:border-b-[1.5px] before:border-l-[1.5px]';

function Neighbours({ previousId, nextId }: NeighbourIds) {
  const { enquiry: texts } = useOpenEnquiryTexts();
  const view = useDeskView();
  const toEnquiry = (id: number | null) => (id === null ? null : getEnquiryPath(view, id));
  return (
    <nav className="flex flex-none print:hidden" aria-label={texts.enquiries}>
      <Neighbour
        to={toEnquiry(previousId)}
        rel="prev"
        label={texts.previousEnquiry}
        keys={['k', 'ArrowLeft']}
      />
      <Neighbour
        to={toEnquiry(nextId)}
        rel="next"
        label={texts.nextEnquiry}
        keys={['j', 'ArrowRight']}
      />
      <CloseLink />
    </nav>
  );
}

interface NeighbourProps {
  to: string | null;
  rel: 'prev' | 'next';
  label: string;
  keys: readonly string[];
}

function Neighbour({ to, rel, label, keys }: NeighbourProps) {
  const navigate = useNavigate();
  const open = () => to && void navigate(to, { preventScrollReset: true, replace: true });
  const commands = to === null ? {} : Object.fromEntries(keys.map((key) => [key, open]));
  const ariaKeyShortcuts = useKeyCommands(commands);
  if (to === null) return null;

  const direction =
    rel === 'prev'
      ? 'before:translate-x-[0.15rem] before:rotate-45'
      : 'before:-translate-x-[0.15rem] before:-rotate-135';

  return (
    <Link
      className={`${ARROW} ${direction}`}
      rel={rel}
      to={to}
      preventScrollReset
      replace
      {...ariaKeyShortcuts}
    >
      <span className="sr-only">{label}</span>
    </Link>
  );
}

function CloseLink() {
  const { enquiry: texts } = useOpenEnquiryTexts();
  const listPath = getListPath(useDeskView());
  const navigate = useNavigate();
  useKeyCommands({ Escape: () => void navigate(listPath, { preventScrollReset: true }) });
  return <Link className="cross" to={listPath} preventScrollReset aria-label={texts.close} />;
}
