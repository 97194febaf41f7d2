import { type ChangeEvent, useEffect, useRef } from 'react';
import { Form, Link, href, useNavigation, useSubmit } from 'react-router';
import type { StatusName } from '#app/content/desk/statuses.server.ts';
import type { DeskState, ShownRow } from '#app/domain/desk/desk.server.ts';
import {
  type DeskView,
  NO_FILTERS,
  deskAddress,
  filtersOnly,
  isFiltered,
  queryOf,
} from '#app/domain/desk/desk-view.ts';
import { EnquiryFlags } from '#app/routes/admin/desk/enquiry/enquiry-flags.tsx';
import { StatusForm } from '#app/routes/admin/desk/enquiry/status-form.tsx';
import { KeysButton } from '#app/routes/admin/desk/keys/keys-help.tsx';
import { useShortcut } from '#app/routes/admin/desk/keys/use-shortcut.ts';
import { useDeskWords } from '#app/routes/admin/desk/use-desk-words.ts';
import { ExportLinks } from '#app/routes/admin/downloads/export-links.tsx';
import { DeskTitle } from '#app/routes/admin/frame/page/desk-title.tsx';
import { useDeskFrame } from '#app/routes/admin/frame/use-desk-frame.ts';
import { Drawing } from '#app/ui/drawing.tsx';
import { counted, phrase } from '#app/ui/language/phrase.ts';
import { ListPager, SearchField } from './list-controls.tsx';
import { LiveNews } from './live-news.tsx';

/** Title, counts, exports and filters. */
export function DeskHead({ view, state }: { view: DeskView; state: DeskState | null }) {
  const { title } = useDeskWords();
  return (
    <>
      <DeskTitle title={title} ways={<ExportLinks view={view} />}>
        {state && <StatusTally counts={state.counts} />}
      </DeskTitle>
      <div className="flex flex-wrap items-end gap-x-8 gap-y-3 px-margin pb-5 print:hidden">
        <Filters view={view} />
        {state && <LiveNews view={view} lastId={state.lastId} />}
      </div>
    </>
  );
}

function StatusTally({ counts }: { counts: DeskState['counts'] }) {
  const { inAll, tally } = useDeskWords();
  const all = counts.new + counts.in_progress + counts.completed;
  if (all === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1 leading-note text-ink-2 *:flex *:items-center *:gap-2">
      <li>{phrase(inAll, { count: all })}</li>
      {(Object.keys(tally) as StatusName[]).map((status) => (
        <li key={status}>
          <i className="status-mark" data-s={status} />
          {counted(tally[status], counts[status])}
        </li>
      ))}
    </ul>
  );
}

/** A plain form; with JavaScript a choice filters at once. */
function Filters({ view }: { view: DeskView }) {
  const { filters: words, handling, enquiry } = useDeskWords();
  const { statuses } = useDeskFrame();
  const submit = useSubmit();
  const form = useFieldsOf(view);
  const search = useShortcut('/');
  const onChange = (event: ChangeEvent<HTMLSelectElement | HTMLInputElement>) =>
    void submit(event.currentTarget.form, { preventScrollReset: true });
  const { assigned, anybody, mine, nobodys, language, any, due } = handling.filters;
  const choice = (name: 'status' | 'assigned' | 'language') => ({
    name,
    onChange,
    defaultValue: view[name],
  });
  return (
    <Form className="desk-filters" role="search" action={href('/admin/dashboard')} ref={form}>
      <Choice {...choice('status')} label={words.status} all={words.all} options={statuses} />
      <SearchField
        label={words.search}
        name="q"
        defaultValue={view.q}
        placeholder={words.searchHint}
        {...search}
      />
      <label>
        {words.from}
        <input className="input" type="date" name="from" defaultValue={view.from} />
      </label>
      <label>
        {words.to}
        <input className="input" type="date" name="to" defaultValue={view.to} />
      </label>
      <div className="col-span-full desk-filters">
        <Choice
          {...choice('assigned')}
          label={assigned}
          all={anybody}
          options={{ me: mine, nobody: nobodys }}
        />
        <Choice {...choice('language')} label={language} all={any} options={enquiry.languages} />
        <label className="flex min-h-11 items-center gap-3">
          <input
            className="tick-box"
            type="checkbox"
            name="due"
            value="1"
            defaultChecked={view.due !== ''}
            onChange={onChange}
          />
          {due}
        </label>
        <button className="plain-button" type="submit">
          {words.button}
        </button>
        {isFiltered(view) && (
          <Link className="plain-button" to={deskAddress(filtersOnly(view), NO_FILTERS)}>
            {words.showAll}
          </Link>
        )}
      </div>
    </Form>
  );
}

interface ChoiceProps extends React.SelectHTMLAttributes<HTMLSelectElement> {
  label: string;
  /** What the empty choice is called. */
  all: string;
  options: Readonly<Record<string, string>>;
}

function Choice({ label, all, options, ...select }: ChoiceProps) {
  return (
    <label>
      {label}
      <select className="input" {...select}>
        <option value="">{all}</option>
        {Object.entries(options).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Lets the fields follow the URL (Back, Show all), but for the one somebody is in. */
function useFieldsOf(view: DeskView) {
  const form = useRef<HTMLFormElement>(null);
  const query = queryOf(filtersOnly(view));
  useEffect(() => {
    const filters = { ...NO_FILTERS, ...Object.fromEntries(new URLSearchParams(query)) };
    for (const [name, value] of Object.entries(filters)) {
      const field = form.current?.elements.namedItem(name) as HTMLInputElement | null;
      if (!field || field === document.activeElement) continue;
      if (field.type === 'checkbox') field.checked = value !== '';
      else field.value = value;
    }
  }, [query]);
  return form;
}

/** The list of enquiries (D-2), or why there is none to show. */
export function DeskList({ view, state }: { view: DeskView; state: DeskState }) {
  const words = useDeskWords();
  const loading = useNavigation().state === 'loading';
  const none = state.rows.length === 0;
  const filtered = isFiltered(view);
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
      {!none && <EnquiryTable view={view} rows={state.rows} busy={loading} />}
      <DeskFoot view={view} state={state} loading={loading} />
    </>
  );
}

interface EnquiryTableProps {
  view: DeskView;
  rows: readonly ShownRow[];
  busy: boolean;
}

function EnquiryTable({ view, rows, busy }: EnquiryTableProps) {
  const { tableCaption, columns, details } = useDeskWords();
  const moves = useShortcut('j k');
  return (
    <div className="@container" aria-busy={busy}>
      {/* The roles stay when narrow screens show the rows as blocks. */}
      <table
        className="enquiries w-full border-y border-line bg-panel leading-note @max-rows:block @max-rows:border-0 @max-rows:bg-transparent"
        role="table"
        {...moves}
      >
        <caption className="sr-only">{tableCaption}</caption>
        <thead className="@max-rows:sr-only @max-rows:start-0" role="rowgroup">
          <tr role="row">
            <th scope="col">{columns.date}</th>
            <th scope="col">{columns.full_name}</th>
            <th scope="col">{columns.phone}</th>
            <th scope="col">{columns.company}</th>
            <th scope="col">{columns.project}</th>
            <th scope="col">{columns.message}</th>
            <th scope="col">{columns.status}</th>
            <th scope="col">
              <span className="sr-only">{details}</span>
            </th>
          </tr>
        </thead>
        <tbody className="text-ink-2 @max-rows:block print:[--color-ink:#000]" role="rowgroup">
          {rows.map((row) => (
            <EnquiryRow key={row.id} view={view} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The View link covers the row, so that a click anywhere opens it. */
function EnquiryRow({ view, row }: { view: DeskView; row: ShownRow }) {
  const { view: label, viewOf, handling } = useDeskWords();
  return (
    <tr role="row">
      <td role="cell">{row.time}</td>
      <td role="cell">
        <bdi className={row.status === 'new' ? 'font-[650] text-ink' : 'font-strong text-ink'}>
          {row.name}
        </bdi>
        <EnquiryFlags row={row} />
        {row.files > 0 && <FileClip count={row.files} />}
        <br />
        {row.email}
      </td>
      <td role="cell">{row.phone || '-'}</td>
      <td role="cell">
        <bdi>{row.company || '-'}</bdi>
      </td>
      <td role="cell">{row.project}</td>
      <td role="cell">
        <span className="line-clamp-2 min-w-44" dir="auto">
          {row.message}
        </span>
      </td>
      <td role="cell">
        <StatusForm view={view} row={row} />
        {row.holder && (
          <p className="max-w-40 truncate" title={`${handling.assignedTo} ${row.holder.email}`}>
            <span className="sr-only">{handling.assignedTo} </span>
            {row.holder.email}
          </p>
        )}
      </td>
      <td role="cell">
        <Link
          className="tap decoration-1 underline-offset-[0.22em]"
          id={`view-${row.id}`}
          to={deskAddress(view, { enquiry: String(row.id) })}
          // Fifty times an attribute that nothing reads: all routes are known from the start.
          discover="none"
          preventScrollReset
          aria-label={phrase(viewOf, { name: row.name })}
        >
          {label}
        </Link>
      </td>
    </tr>
  );
}

/** A paper clip with the number of files, drawn in one stroke. */
function FileClip({ count }: { count: number }) {
  const text = counted(useDeskWords().files.clip, count);
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

interface DeskFootProps {
  view: DeskView;
  state: DeskState;
  loading: boolean;
}

/** How much is shown, the other pages, and the desk's other screens. */
function DeskFoot({ view, state, loading }: DeskFootProps) {
  const { rows, counts, quarantined } = state;
  const all = counts.new + counts.in_progress + counts.completed;
  const words = useDeskWords();
  const shown = phrase(isFiltered(view) ? words.shown : words.shownOf, { count: rows.length, all });
  return (
    <div className="px-margin pt-4 pb-16 text-ink-2 print:hidden">
      <p role="status">{loading ? words.loading : rows.length > 0 && shown}</p>
      <ListPager
        newer={state.newer}
        older={state.older}
        at={(start) => deskAddress(view, { ...start, enquiry: '' })}
      />
      <p className="mt-4 flex flex-wrap gap-x-6 gap-y-1 [&_a]:tap [&_a]:underline-offset-[0.22em]">
        <Link to={href('/admin/dashboard/quarantine')}>
          {phrase(words.quarantine, { count: quarantined })}
        </Link>
        <Link to={href('/admin/dashboard/numbers')}>{words.numbers}</Link>
        <Link to={href('/admin/dashboard/person')}>{words.privacy}</Link>
        <Link to={href('/admin/dashboard/templates')}>{words.templates}</Link>
        <KeysButton />
      </p>
    </div>
  );
}
