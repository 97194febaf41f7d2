import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type InputEvent,
  type MouseEvent,
  type RefObject,
} from 'react';
import { Link, useNavigate, useNavigation } from 'react-router';
import { Button } from '#app/components/button.tsx';
import { Drawing } from '#app/components/drawing.tsx';
import { useHydrated } from '#app/components/hydrated.tsx';
import { Cell, Row, Table } from '#app/components/table.tsx';
import { interpolate, pluralize } from '#app/components/texts.ts';
import {
  getDeskPath,
  getEnquiryPath,
  getListPath,
  isFiltered,
} from '#app/domain/desk/desk-view.ts';
import type { DeskState, ShownRow } from '#app/routes/desk/enquiries/presenter.server.ts';
import {
  COMPACT,
  FetcherForm,
  HiddenFields,
  ListPager,
  Options,
  SubmitButton,
  useDeskFrameTexts,
  useDeskTexts,
  useDeskView,
  useFetcherWithToasts,
} from '#app/routes/desk/frame.tsx';
import { StaffOptions } from './enquiry-forms.tsx';
import { getRowLinkId } from './kept-focus.ts';
import { KeysHelpButton, useElementKeyCommands, useKeyCommands } from './keys.tsx';
import { Badge, EnquiryFlags } from './record.tsx';
import { RowStatusForm, useStatusChange, useStatusCommands } from './status-form.tsx';

export function EnquiryList({ state }: { state: DeskState }) {
  const texts = useDeskTexts();
  const isLoading = useNavigation().state === 'loading';
  const isEmpty = state.rows.length === 0;
  const hasFilters = isFiltered(useDeskView());

  return (
    <>
      {isEmpty && (
        <div className="grid justify-items-start gap-3 border-y border-line bg-panel px-margin py-[clamp(3rem,10vw,7rem)] text-ink-2 *:measure-30">
          {!hasFilters && <Drawing className="mb-4 h-36 w-auto text-ink" name="installation" />}
          <p className="text-lead/(--text-title--line-height) tracking-tight">{state.summary}</p>
          {!hasFilters && <p>{texts.emptyHint}</p>}
        </div>
      )}
      {!isEmpty && (
        <div className="group/list @container" aria-busy={isLoading}>
          <EnquiryTable state={state} />
        </div>
      )}
      <ListFoot state={state} isLoading={isLoading} />
    </>
  );
}

/** The table with its selection form: above it without JavaScript, otherwise below it once a row is ticked. */
function EnquiryTable({ state }: { state: DeskState }) {
  const { tableCaption, views, columns, details, selection: texts } = useDeskTexts();
  const isWaitingView = useDeskView().view === 'answer';
  const selectionForm = useRef<HTMLFormElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const shortcuts = useRowFocus(table);
  const [tickedCount, setTickedCount] = useState(0);
  const isHydrated = useHydrated();

  const countTicked = useCallback(() => {
    const form = selectionForm.current;
    if (form) setTickedCount(new FormData(form).getAll('ids').length);
  }, []);

  // Counts boxes ticked before the script ran, and drops those of rows that have left the list.
  useEffect(countTicked, [countTicked, state.rows]);

  const tickAll = ({ currentTarget: { checked } }: InputEvent<HTMLInputElement>) => {
    for (const box of selectionForm.current!.elements) {
      if (box instanceof HTMLInputElement && box.name === 'ids') box.checked = checked;
    }
  };

  const dateHead = (
    <>
      <input
        className="tick-box no-js:hidden"
        type="checkbox"
        form={SELECTION_ID}
        aria-label={texts.tickAll}
        onInput={tickAll}
      />
      {columns.date}
    </>
  );

  const form = (
    <SelectionForm
      key="form"
      rows={state.rows}
      tickedCount={tickedCount}
      ref={selectionForm}
      onReset={() => setTickedCount(0)}
    />
  );

  const list = (
    <Table
      key="list"
      className={LIST_TABLE}
      role="table"
      // The roles of its rows and cells come by script: hundreds of them in the served HTML would cost bytes.
      hasRoles={isHydrated}
      ref={table}
      caption={isWaitingView ? views.tableCaption : tableCaption}
      columns={{
        date: dateHead,
        sender: columns.full_name,
        phone: columns.phone,
        company: columns.company,
        project: columns.project,
        message: columns.message,
        status: columns.status,
        view: <span className="sr-only">{details}</span>,
      }}
      // React calls no onChange for a box that is ticked again after the form was reset.
      onInput={countTicked}
      {...shortcuts}
    >
      {state.rows.map((row) => (
        <EnquiryRow key={row.id} row={row} />
      ))}
    </Table>
  );

  return isHydrated ? [list, form] : [form, list];
}

// From edge to edge, with a sticky head.
const LIST_TABLE =
  'list-table w-full border-b border-line bg-panel leading-note text-ink-2 [--tick:2rem] print:[--color-ink:#000]';

/** Moves the focus from row to row by j and k (DA-6). */
function useRowFocus(table: RefObject<HTMLTableElement | null>) {
  const isListOnTop = useDeskView().enquiry === '';

  const moveBy = (steps: number) => {
    const rows = [...table.current!.tBodies[0]!.rows];
    const focusedIndex = rows.findIndex((row) => row.contains(document.activeElement));
    const nextIndex = focusedIndex < 0 ? 0 : focusedIndex + steps;

    const nextRow = rows[Math.min(Math.max(nextIndex, 0), rows.length - 1)];
    nextRow?.querySelector('a')?.focus();
  };

  const commands = { j: () => moveBy(1), k: () => moveBy(-1) };
  return useKeyCommands(isListOnTop ? commands : {});
}

function EnquiryRow({ row }: { row: ShownRow }) {
  const view = useDeskView();
  const navigate = useNavigate();
  const { view: label, viewOf, assignment, answers, views } = useDeskTexts();
  const statusChange = useStatusChange(row);
  const replyView = { enquiry: String(row.id), reply: '1', template: '' } as const;
  const replyPath = `${getDeskPath(view, replyView)}#reply`;
  const keys = useElementKeyCommands({
    ...useStatusCommands(statusChange),
    r: () => void navigate(replyPath, { preventScrollReset: true }),
  });

  return (
    <Row data-unread={row.isUnread ? '' : undefined} onClick={openByClickOnText} {...keys}>
      <Cell column="date">
        <input
          className="tick-box"
          type="checkbox"
          form={SELECTION_ID}
          name="ids"
          value={row.id}
          aria-label={row.name}
        />
        {row.time}
      </Cell>
      <Cell column="sender">
        <bdi title={row.name}>{row.name}</bdi>
        <EnquiryFlags row={row} />
        {row.fileCount > 0 && <FileClip count={row.fileCount} />}
        {row.isUnread && <Badge as="b">{answers.answered}</Badge>}
        {row.isUndelivered && (
          <b className="me-2 font-medium text-error">{views.reasons.undelivered}</b>
        )}
        {row.waiting && (
          <p>
            <b className="font-medium">{row.waiting.reason}</b> <span className="slash">/</span>{' '}
            {row.waiting.since}
          </p>
        )}
        <div title={row.email}>{row.email}</div>
      </Cell>
      <Cell column="phone" data-empty={row.phone ? undefined : ''}>
        {row.phone || '-'}
      </Cell>
      <Cell column="company" data-empty={row.company ? undefined : ''}>
        {row.company ? <bdi title={row.company}>{row.company}</bdi> : '-'}
      </Cell>
      <Cell column="project">{row.project}</Cell>
      <Cell column="message">
        <span dir="auto" lang={row.messageLanguage}>
          {row.message}
        </span>
      </Cell>
      <Cell column="status">
        <RowStatusForm enquiry={row} statusChange={statusChange} />
        {row.assignee && (
          <p className="max-w-40 truncate" title={`${assignment.assignedTo} ${row.assignee.name}`}>
            <span className="sr-only">{assignment.assignedTo} </span>
            {row.assignee.name}
          </p>
        )}
      </Cell>
      <Cell column="view">
        <Link
          id={getRowLinkId(row.id)}
          to={getEnquiryPath(view, row.id)}
          // All routes are known from the start: there is nothing to discover.
          discover="none"
          preventScrollReset
          aria-label={interpolate(viewOf, { name: row.name })}
        >
          {label}
        </Link>
      </Cell>
    </Row>
  );
}

/** Follows the link of a row, in a new tab too, by a click that neither selects text nor uses a control (D-3). */
function openByClickOnText({ target, currentTarget, nativeEvent }: MouseEvent<HTMLElement>) {
  const isControl = (target as Element).closest('a, button, input, select') !== null;
  if (isControl || !getSelection()!.isCollapsed) return;
  currentTarget.querySelector('a')!.dispatchEvent(new window.MouseEvent('click', nativeEvent));
}

const SELECTION_ID = 'selection';

interface SelectionFormProps {
  rows: readonly ShownRow[];
  tickedCount: number;
  ref: RefObject<HTMLFormElement | null>;
  onReset: () => void;
}

/** Changes the status or the assignee of the ticked rows (DK-5). */
function SelectionForm({ rows, tickedCount, ref, onReset }: SelectionFormProps) {
  const { selection: texts, assignment, columns } = useDeskTexts();
  const { statuses } = useDeskFrameTexts();
  const view = useDeskView();
  const fetcher = useFetcherWithToasts();

  // With these the server recognises rows that have changed since this page was loaded.
  const shownRows = rows.map(({ id, status, assignee }) => `${id}.${status}.${assignee?.id ?? ''}`);
  const { state: phase, data } = fetcher;
  const isOnTop = tickedCount > 0 && view.enquiry === '';
  const focusFirstField = () => ref.current?.querySelector('select')?.focus();
  const shortcut = useKeyCommands(isOnTop ? { s: focusFirstField } : {});

  useEffect(() => {
    if (phase === 'idle' && data?.kind === 'done') ref.current?.reset();
  }, [phase, data, ref]);

  return (
    <FetcherForm
      fetcher={fetcher}
      id={SELECTION_ID}
      ref={ref}
      className="flex flex-wrap items-center gap-2 px-margin pb-4 print:hidden js:fixed js:inset-x-0 js:bottom-0 js:z-header js:border-t js:border-ink js:bg-paper js:py-3 js:group-not-has-[[name=ids]:checked]/list:hidden"
      action={getDeskPath(view)}
      onReset={onReset}
      {...shortcut}
    >
      <HiddenFields values={{ intent: 'selection', shown: shownRows.join() }} />
      {/* Before hydration nothing is counted, but the form is shown for a ticked row. */}
      <p
        className={`me-3 font-medium no-js:hidden ${tickedCount > 0 ? '' : 'invisible'}`}
        role="status"
      >
        {interpolate(texts.ticked, { count: tickedCount })}
      </p>
      <select className={SELECTION_FIELD} name="status" aria-label={columns.status}>
        <option value="">{columns.status}</option>
        <Options labels={statuses} />
      </select>
      <select className={SELECTION_FIELD} name="admin" aria-label={assignment.assignedTo}>
        <option value="">{assignment.assignedTo}</option>
        <option value="nobody">{assignment.unassigned}</option>
        <StaffOptions />
      </select>
      <SubmitButton>{texts.set}</SubmitButton>
      <Button variant="plain" className="no-js:hidden" type="reset">
        {texts.clear}
      </Button>
    </FetcherForm>
  );
}

const SELECTION_FIELD = `${COMPACT} w-auto! flex-1 basis-32 appearance-auto! md:max-w-60`;

function FileClip({ count }: { count: number }) {
  const text = pluralize(useDeskTexts().clip, count);
  return (
    <span className="me-2 inline-flex items-center gap-1 whitespace-nowrap text-ink-2" title={text}>
      <svg viewBox="0 0 12 18" width="12" height="18" aria-hidden="true">
        <path
          className="fill-none stroke-current stroke-[1.25]"
          d="M3 5v8a3 3 0 0 0 6 0V4a2 2 0 0 0-4 0v8a1 1 0 0 0 2 0V5"
        />
      </svg>
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{text}</span>
    </span>
  );
}

function ListFoot({ state, isLoading }: { state: DeskState; isLoading: boolean }) {
  const view = useDeskView();
  const texts = useDeskTexts();

  return (
    <div className="px-margin pt-4 pb-16 text-ink-2 print:hidden">
      <p role="status">{isLoading ? texts.loading : state.rows.length > 0 && state.summary}</p>
      <ListPager
        previousCursor={state.newerCursor}
        nextCursor={state.olderCursor}
        isOldestFirst={view.view === 'answer'}
        toPath={(start) => getListPath(view, start)}
      />
      <p className="mt-4 min-h-target">
        <KeysHelpButton />
      </p>
    </div>
  );
}
