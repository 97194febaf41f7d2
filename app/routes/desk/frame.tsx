import {
  Fragment,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type ComponentProps,
  type ReactNode,
} from 'react';
import {
  href,
  useActionData,
  useFetcher,
  useLoaderData,
  useLocation,
  useOutletContext,
  useRouteLoaderData,
  type FetcherWithComponents,
  type ShouldRevalidateFunctionArgs as RevalidateArgs,
} from 'react-router';
import { Button, ButtonLink } from '#app/components/button.tsx';
import { blockWhilePending } from '#app/components/field.tsx';
import { useHydrated } from '#app/components/hydrated.tsx';
import { getFailureTitle } from '#app/components/texts.ts';
import { ToastRegion, type ToastMessage } from '#app/components/toast.tsx';
import type { DeskFrameTexts, DeskTexts } from '#app/content/texts/desk.server.ts';
import type { DeskView } from '#app/domain/desk/desk-view.ts';
import type { DeskActionData, TypedForm, Undo } from '#app/routes/desk/action-data.ts';
import type { DeskState } from '#app/routes/desk/enquiries/presenter.server.ts';
import { StaffHead } from '#app/routes/page-head.tsx';

interface TitledProps {
  title: string;
  actions?: ReactNode;
  children?: ReactNode;
}

export function DeskTitle({ title, children, actions }: TitledProps) {
  return (
    <div className="flex flex-wrap items-end gap-x-8 gap-y-3 px-margin pt-[clamp(1rem,2vw,1.75rem)] pb-4">
      <div className="max-md:contents">
        <h1 className="min-w-44 text-[clamp(1.75rem,1.4rem+1.4vw,2.5rem)]/[1.05] tracking-tight max-md:flex-1 max-[22rem]:basis-full large-letters:min-w-0 large-letters:text-[1.5rem]">
          {title}
        </h1>
        {children && <div className="max-md:order-1 max-md:basis-full">{children}</div>}
      </div>
      <div className="flex flex-wrap gap-3 empty:hidden md:ms-auto print:hidden large-letters:ms-0">
        {actions}
      </div>
    </div>
  );
}

interface ErrorNoticeProps {
  title?: string | undefined;
  text: string;
  children?: ReactNode;
}

/** A framed error, which screen readers read out when it appears. `children` are buttons or links beside its text. */
export function ErrorNotice({ title, text, children }: ErrorNoticeProps) {
  return (
    <div
      className="mx-margin mb-5 flex flex-wrap items-center gap-x-6 gap-y-2 border-2 border-error bg-error-wash px-4 py-3 print:hidden [#main>&]:mt-5"
      role="alert"
    >
      {title && <b className="font-bold">{title}</b>}
      <span>{text}</span>
      {children && <div className="ms-auto flex">{children}</div>}
    </div>
  );
}

interface ErrorNoticeWithRetryProps extends ErrorNoticeProps {
  /** A page that the router could not load; otherwise the open page failed. */
  failedPath?: string;
}

/** An ErrorNotice with a link that loads the failed page as a document: the code of the open page may be outdated. */
export function ErrorNoticeWithRetry({ failedPath, ...notice }: ErrorNoticeWithRetryProps) {
  const { failures } = useDeskFrameTexts();
  const location = useLocation();
  return (
    <ErrorNotice {...notice}>
      <ButtonLink variant="plain" to={failedPath ?? location} reloadDocument>
        {failures.tryAgain}
      </ButtonLink>
    </ErrorNotice>
  );
}

interface DeskPageProps {
  title: string;
  intro?: string | undefined;
  /** The description of the document; by default the intro. */
  description?: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page with its head, its title and the toasts of its forms. */
export function DeskPage(props: DeskPageProps) {
  const { title, intro, description = intro ?? title, actions, children } = props;
  return (
    <>
      <StaffHead title={title} description={description} />
      <DeskTitle title={title} actions={actions}>
        {intro && <p className="mt-2 measure-40 wrap-anywhere text-ink-2">{intro}</p>}
      </DeskTitle>
      <div className="px-margin pb-16">
        <PageToasts />
        {children}
      </div>
    </>
  );
}

export function DeskListItem({ title, actions, children }: TitledProps) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-4 border-t border-line py-5">
      <div className="max-w-184 min-w-0 flex-1 basis-80 wrap-anywhere">
        <h2 dir="auto">{title}</h2>
        {children}
      </div>
      {actions}
    </li>
  );
}

/** Returns the texts that all pages of the desk share. Throws on other pages. */
export function useDeskFrameTexts(): DeskFrameTexts {
  const texts = useRouteLoaderData('routes/desk/desk-area') as DeskFrameTexts | undefined;
  if (!texts) throw new Error('Not a page of the desk');
  return texts;
}

/** Returns the texts that the loader of the list of enquiries sends. */
export const useDeskTexts = () => useLoaderData<{ texts: DeskTexts }>().texts;

/** Returns filters, page and open enquiry from the URL, as the loader of the list of enquiries sends them. */
export const useDeskView = () => useLoaderData<{ view: DeskView }>().view;

/** Returns the list of enquiries as it was loaded; null if it could not be loaded. */
export const useDeskState = () => useLoaderData<{ state: DeskState | null }>().state;

/** Returns the texts of the open enquiry. Throws when none is open. */
export function useOpenEnquiryTexts(): NonNullable<DeskTexts['open']> {
  const { open } = useDeskTexts();
  if (!open) throw new Error('No enquiry is open');
  return open;
}

export function FieldGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 border-0 border-t border-ink p-0 pt-6">
      <legend className="float-start mb-4 w-full p-0 text-large">{label}</legend>
      {children}
    </fieldset>
  );
}

export const COMPACT = 'input min-h-11! min-w-0 px-3! py-1! text-[1rem]! text-ink';

export function SearchField({ label, ...field }: { label: string } & ComponentProps<'input'>) {
  return <input className={`${COMPACT} md:max-w-88`} type="search" aria-label={label} {...field} />;
}

interface TickBoxProps extends ComponentProps<'input'> {
  label: ReactNode;
}

export function TickBox({ label, className = '', ...input }: TickBoxProps) {
  return (
    <label className={`flex min-h-11 items-center gap-3 ${className}`}>
      <input className="tick-box" type="checkbox" {...input} />
      {label}
    </label>
  );
}

/** As in the query of a list: `after` leads to the rows before a cursor, which are newer in most lists. */
interface PageStart {
  before: string;
  after: string;
  page: '' | 'last';
}

const FIRST_PAGE: PageStart = { before: '', after: '', page: '' };

interface ListPagerProps {
  /** Leads to the rows before these in the order of the list; null on the first page. */
  previousCursor: string | null;
  /** Leads to the rows after these; null on the last page. */
  nextCursor: string | null;
  /** The first page has the oldest rows: only the words of the links differ. */
  isOldestFirst?: boolean;
  toPath: (start: PageStart) => string;
}

export function ListPager({ previousCursor, nextCursor, isOldestFirst, toPath }: ListPagerProps) {
  const texts = useDeskFrameTexts();
  const previousText = isOldestFirst ? texts.olderPage : texts.newerPage;
  const nextText = isOldestFirst ? texts.newerPage : texts.olderPage;
  const links: PagerProps['links'][number][] = [];

  if (previousCursor !== null) {
    const previousPath = toPath({ ...FIRST_PAGE, after: previousCursor });
    links.push({ text: texts.firstPage, to: toPath(FIRST_PAGE) });
    links.push({ text: previousText, to: previousPath, rel: 'prev' });
  }
  if (nextCursor !== null) {
    const nextPath = toPath({ ...FIRST_PAGE, before: nextCursor });
    links.push({ text: nextText, to: nextPath, rel: 'next' });
    links.push({ text: texts.lastPage, to: toPath({ ...FIRST_PAGE, page: 'last' }) });
  }

  return <Pager label={texts.pages} links={links} />;
}

interface PagerProps {
  label: string;
  /** False for a page that the list does not have. */
  links: readonly (false | { text: string; to: string; rel?: string | undefined })[];
}

export function Pager({ label, links }: PagerProps) {
  const pages = links.filter((link) => link !== false);
  if (pages.length === 0) return null;
  return (
    <nav className="mt-4 flex flex-wrap gap-2" aria-label={label}>
      {pages.map(({ text, ...link }) => (
        <ButtonLink key={text} variant="plain" {...link}>
          {text}
        </ButtonLink>
      ))}
    </nav>
  );
}

/**
 * While `disabled` it does nothing. Once scripts run it then keeps the focus, which a browser takes from a disabled
 * button.
 */
export function SubmitButton({ disabled, onClick, ...button }: ComponentProps<typeof Button>) {
  const isHydrated = useHydrated();
  return (
    <Button
      variant="plain"
      type="submit"
      disabled={disabled && !isHydrated}
      aria-disabled={disabled}
      onClick={disabled ? (event) => event.preventDefault() : onClick}
      {...button}
    />
  );
}

export function Options({ labels }: { labels: Readonly<Record<string, string>> }) {
  return Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

export function HiddenFields({ values }: { values: Readonly<Record<string, string | number>> }) {
  return Object.entries(values).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

/** Joins texts and elements with slashes, without the empty ones. */
export function SlashSeparated({ parts }: { parts: readonly ReactNode[] }) {
  return parts.filter(Boolean).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && (
        <>
          {/* With a no-break space no line begins with a slash. */}
          <span className="slash">&nbsp;/</span>{' '}
        </>
      )}
      {part}
    </Fragment>
  ));
}

/** Returns the form with this intent if the page's action has returned it with its typed values. */
export function useTypedForm(intent: string): TypedForm | undefined {
  return findTypedForm(useActionData<DeskActionData>(), intent);
}

/** Returns a result as a form if it is that of this intent: a new object each time, so no effect may depend on it. */
export function findTypedForm(
  result: DeskActionData | undefined,
  intent: string,
): TypedForm | undefined {
  if (!result || !('values' in result)) return undefined;
  const { values } = result;
  return values?.['intent'] === intent ? { ...result, values } : undefined;
}

export interface DeskContext {
  show: (result: DeskActionData) => void;
  /** The frame's toasts, for a drawer that covers it. */
  toasts: ReactNode;
  /** Shows in the navigation how many enquiries wait by now, until the page is loaded again. */
  showWaiting: (count: number) => void;
}

/** Loads a page again also after 404 and 409, because a colleague has changed its data (D-4). */
export function revalidateAfterConflict(revalidation: RevalidateArgs): boolean {
  const { actionStatus, defaultShouldRevalidate } = revalidation;
  return defaultShouldRevalidate || actionStatus === 404 || actionStatus === 409;
}

function useResultToast(result: DeskActionData | null | undefined): ToastMessage | undefined {
  const { failureTitles, failures } = useDeskFrameTexts();
  return useMemo(() => {
    switch (result?.kind) {
      case 'unanswered': {
        const title = getFailureTitle(failureTitles, result.intent);
        return { tone: 'error', title, text: failures[result.reason] };
      }
      case 'done':
        return { ...result.toast, action: result.undo && <UndoForm undo={result.undo} /> };
      default:
        return result?.toast;
    }
  }, [result, failureTitles, failures]);
}

/** Shows the toast of the page's PostForm, or that its request has failed. */
export function PageToasts() {
  return <ToastRegion toast={useResultToast(useActionData<DeskActionData>())} />;
}

type DeskFetcher = FetcherWithComponents<DeskActionData>;

interface FetcherFormProps extends Omit<ComponentProps<DeskFetcher['Form']>, 'method'> {
  fetcher: DeskFetcher;
}

/** A form of the caller's fetcher. While a submission is pending, another one is ignored. */
export function FetcherForm({ fetcher, onSubmit, ...rest }: FetcherFormProps) {
  return (
    <fetcher.Form
      method="post"
      onSubmit={blockWhilePending(fetcher.state !== 'idle', onSubmit)}
      {...rest}
    />
  );
}

/**
 * A form that is part of a page: a fetcher submits it, so that the page and the text in its other forms stay, and the
 * frame shows the toast of the result. A form whose result is the page again, with an error at each field, is a
 * PostForm instead. Both work without JavaScript.
 */
export function ToastForm(props: Omit<FetcherFormProps, 'fetcher'>) {
  return <FetcherForm fetcher={useFetcherWithToasts()} {...props} />;
}

/** Returns a fetcher for a FetcherForm whose own data the caller needs. The frame shows the toasts of its results. */
export function useFetcherWithToasts(): DeskFetcher {
  const { show } = useOutletContext<DeskContext>();
  const fetcher = useFetcher<DeskActionData>();
  useShowResult(fetcher.data, show);
  return fetcher;
}

// At once, before the page is loaded again: the list may then no longer have the row of this form.
function useShowResult(result: DeskActionData | undefined, show: DeskContext['show']) {
  useEffect(() => {
    if (result) show(result);
  }, [result, show]);
}

// The frame shows the result of an Undo, because the toast with its button may have disappeared by then.
const UNDO_FETCHER = 'undo';

/**
 * Returns the toast of the frame, which is the last result that `show` got on this page, or else the flash message. The
 * forms of the page call `show` (useFetcherWithToasts), and so does the Undo of a toast.
 */
export function useDeskToasts(flash: DeskActionData | null): Omit<DeskContext, 'showWaiting'> {
  const { key } = useLocation();
  const [result, setResult] = useState<DeskActionData | null>(null);
  // A copy each time: the same object would be no new toast, even as the result of another form.
  const show = useCallback((newResult: DeskActionData) => setResult({ ...newResult }), []);
  useEffect(() => setResult(null), [key]);

  const undoFetcher = useFetcher<DeskActionData>({ key: UNDO_FETCHER });
  useShowResult(undoFetcher.data, show);

  const toast = useResultToast(result ?? flash);
  return { show, toasts: <ToastRegion toast={toast} /> };
}

function UndoForm({ undo }: { undo: Undo }) {
  const fetcher = useFetcher<DeskActionData>({ key: UNDO_FETCHER });
  const texts = useDeskFrameTexts();
  const { search } = useLocation();
  return (
    <FetcherForm fetcher={fetcher} action={href('/admin/dashboard') + search}>
      <HiddenFields values={{ ...undo }} />
      <button
        className="min-h-11 border border-current px-4 font-medium text-on-ink hover:text-oak-light"
        type="submit"
      >
        {texts.undoLabel}
      </button>
    </FetcherForm>
  );
}
