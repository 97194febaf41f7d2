import {
  type ChangeEvent,
  type RefObject,
  type SubmitEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Button } from '#app/components/button.tsx';
import { Cell, Row, Table } from '#app/components/table.tsx';
import { pluralize, interpolate } from '#app/components/words.ts';
import { href, Link, useNavigation } from 'react-router';
import type { DeskState, ShownRow } from '#app/domain/desk/desk.server.ts';
import { deskAddress, isFiltered, queryOf } from '#app/domain/desk/desk-view.ts';
import { EnquiryFlags } from './record.tsx';
import { sumOf } from './list-head.tsx';
import { StatusForm } from './status-form.tsx';
import { KeysButton, useShortcut } from './keys.tsx';
import {
  COMPACT,
  HiddenFields,
  ListPager,
  Submit,
  useDeskFetcher,
  useDeskFrame,
  useDeskView,
  useDeskWords,
} from '#app/routes/desk/frame.tsx';
import { Drawing } from '#app/components/drawing.tsx';

export function DeskList({ state }: { state: DeskState }) {
  const words = useDeskWords();
  const loading = useNavigation().state === 'loading';
  const none = state.rows.length === 0;
  const filtered = isFiltered(useDeskView());
  return (
    <>
      {none && (
        <div className="grid justify-items-center gap-3 border-y border-line bg-panel px-margin py-[clamp(3rem,10vw,7rem)] text-center text-ink-2 *:max-w-[30em]">
          {!filtered && <Drawing className="mb-4 h-36 w-auto text-ink" name="installation" />}
          <p className="text-lead/(--text-title--line-height) tracking-tight">
            {filtered ? words.nothingFound : words.empty}
          </p>
          {!filtered && <p>{words.emptyHint}</p>}
        </div>
      )}
      {!none && (
        <div className="@container" aria-busy={loading}>
          <EnquiryTable state={state} />
        </div>
      )}
      <DeskFoot state={state} loading={loading} />
    </>
  );
}

function EnquiryTable({ state }: { state: DeskState }) {
  const { tableCaption, columns, details, selection: words } = useDeskWords();
  const moves = useShortcut('j k');
  const selection = useRef<HTMLFormElement>(null);
  const [ticked, setTicked] = useState(0);
  const count = useCallback(() => {
    if (selection.current) setTicked(tickedIn(selection.current).length);
  }, []);
  // What was ticked before the script was there counts; what has left the list does not.
  useEffect(count, [count, state.rows]);
  const tickAll = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const { checked } = currentTarget;
    const boxes = document.getElementsByName('ids') as NodeListOf<HTMLInputElement>;
    for (const box of boxes) box.checked = checked;
  };
  const { full_name, date, phone, company, project, message, status } = columns;
  const tickBox = (
    <>
      <input
        className="tick-box no-js:hidden"
        type="checkbox"
        aria-label={words.all}
        onChange={tickAll}
      />
      {date}
    </>
  );
  return (
    <>
      <SelectionForm state={state} ticked={ticked} form={selection} onReset={() => setTicked(0)} />
      <Table
        isList
        className="[--tick:2rem]"
        caption={tableCaption}
        columns={[
          tickBox,
          full_name,
          phone,
          company,
          project,
          message,
          status,
          <span key="view" className="sr-only">
            {details}
          </span>,
        ]}
        onChange={count}
        {...moves}
      >
        {state.rows.map((row) => (
          <EnquiryRow key={row.id} row={row} />
        ))}
      </Table>
    </>
  );
}

function EnquiryRow({ row }: { row: ShownRow }) {
  const view = useDeskView();
  const { view: label, viewOf, assignment } = useDeskWords();
  return (
    <Row>
      <Cell>
        <input
          className="tick-box"
          type="checkbox"
          form={SELECTION}
          name="ids"
          value={row.id}
          aria-label={row.name}
        />
        {row.time}
      </Cell>
      <Cell>
        <bdi>{row.name}</bdi>
        <EnquiryFlags row={row} />
        {row.files && <FileClip count={row.files} />}
        <br />
        {row.email}
      </Cell>
      <Cell className={row.phone ? undefined : 'none'}>{row.phone || '-'}</Cell>
      {row.company ? (
        <Cell>
          <bdi>{row.company}</bdi>
        </Cell>
      ) : (
        <Cell className="none">-</Cell>
      )}
      <Cell>{row.project}</Cell>
      <Cell>
        <span dir="auto">{row.message}</span>
      </Cell>
      <Cell>
        <StatusForm row={row} />
        {row.holder && (
          <p className="max-w-40 truncate" title={`${assignment.assignedTo} ${row.holder.email}`}>
            <span className="sr-only">{assignment.assignedTo} </span>
            {row.holder.email}
          </p>
        )}
      </Cell>
      <Cell>
        <Link
          id={`view-${row.id}`}
          to={deskAddress(view, { enquiry: String(row.id) })}
          // Fifty times an attribute that nothing reads: all routes are known from the start.
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

const SELECTION = 'selection';
const tickedIn = (form: HTMLFormElement) => new FormData(form).getAll('ids');

const fieldLook = `${COMPACT} w-auto! flex-1 basis-32 appearance-auto! md:max-w-60`;

interface SelectionFormProps {
  state: DeskState;
  ticked: number;
  form: RefObject<HTMLFormElement | null>;
  onReset: () => void;
}

/** DK-5. Above the list without JavaScript; else below it once something is ticked. */
function SelectionForm({ state: { staff, me, rows }, ticked, form, onReset }: SelectionFormProps) {
  const { selection: words, assignment, columns } = useDeskWords();
  const { statuses } = useDeskFrame();
  const fetcher = useDeskFetcher();
  const action = `${href('/admin/dashboard/selection')}${queryOf(useDeskView())}`;
  const { state: phase, data } = fetcher;
  // What is changed is guarded by what the list says of it.
  const shown = rows.map(({ id, status, holder }) => `${id}.${status}.${holder?.id ?? ''}`).join();
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (phase !== 'idle') return;
    const fields = new FormData(event.currentTarget);
    fields.set('live', '1');
    void fetcher.submit(fields, { method: 'post', action, flushSync: true });
  };
  useEffect(() => {
    if (phase === 'idle' && data && 'undo' in data) form.current?.reset();
  }, [phase, data, form]);
  return (
    <form
      id={SELECTION}
      ref={form}
      className={`flex flex-wrap items-center gap-2 px-margin pb-4 print:hidden js:fixed js:inset-x-0 js:bottom-0 js:z-header js:border-t js:border-ink js:bg-paper js:py-3 ${ticked ? '' : 'js:hidden'}`}
      method="post"
      action={action}
      onSubmit={send}
      onReset={onReset}
    >
      <HiddenFields of={{ shown }} />
      <p className="me-3 font-medium no-js:hidden" role="status">
        {interpolate(words.ticked, { count: ticked })}
      </p>
      <select className={fieldLook} name="status" aria-label={columns.status}>
        <option value="">{columns.status}</option>
        {Object.entries(statuses).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <select className={fieldLook} name="admin" aria-label={assignment.assignedTo}>
        <option value="">{assignment.assignedTo}</option>
        <option value="nobody">{assignment.nobody}</option>
        {staff.map(({ id, email }) => (
          <option key={id} value={id}>
            {id === me ? interpolate(assignment.you, { email }) : email}
          </option>
        ))}
      </select>
      <Submit>{words.set}</Submit>
      <Button variant="plain" className="no-js:hidden" type="reset">
        {words.clear}
      </Button>
    </form>
  );
}

function FileClip({ count }: { count: number }) {
  const text = pluralize(useDeskWords().clip, count);
  return (
    <span className="ms-2 inline-flex items-center gap-1 whitespace-nowrap text-ink-2" title={text}>
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

function DeskFoot({ state, loading }: { state: DeskState; loading: boolean }) {
  const view = useDeskView();
  const { rows, counts } = state;
  const all = sumOf(counts);
  const words = useDeskWords();
  const shown = interpolate(isFiltered(view) ? words.shown : words.shownOf, {
    count: rows.length,
    all,
  });
  return (
    <div className="px-margin pt-4 pb-16 text-ink-2 print:hidden">
      <p role="status">{loading ? words.loading : rows.length > 0 && shown}</p>
      <ListPager
        newer={state.newer}
        older={state.older}
        at={(start) => deskAddress(view, { ...start, enquiry: '' })}
      />
      <p className="mt-4">
        <KeysButton />
      </p>
    </div>
  );
}

const TEXTS = ['time', 'name', 'email', 'phone', 'company', 'project', 'message'] as const;

/** What a page that is served whole says of its rows stands in its HTML, and not again in its data. */
export function withoutTexts(state: DeskState): DeskState {
  for (const row of state.rows) {
    // The server's own rendering sees them; what is sent along is what can be counted up.
    for (const text of TEXTS) Object.defineProperty(row, text, { enumerable: false });
  }
  return state;
}

/** The other half: read where they stand, once, before anything else is shown. */
export function readTexts(rows: ShownRow[]): void {
  for (const row of rows) if (!('name' in row)) Object.assign(row, textsOf(row));
}

function textsOf({ id }: Pick<ShownRow, 'id'>): Partial<ShownRow> {
  const cells = [...document.getElementById(`view-${id}`)!.closest('tr')!.cells];
  const texts = cells.map(({ className, textContent }) => (className ? '' : textContent));
  const sender = cells[1]!;
  return {
    time: texts[0]!,
    name: sender.querySelector('bdi')!.textContent,
    email: (sender.lastChild as Text).data ?? '',
    phone: texts[2]!,
    company: texts[3]!,
    project: texts[4]!,
    message: texts[5]!,
  };
}
