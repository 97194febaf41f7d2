import type { ReactNode } from 'react';
import { counted, phrase } from '#app/components/words.ts';
import { Link, useNavigation } from 'react-router';
import type { DeskState, ShownRow } from '#app/domain/desk/desk.server.ts';
import { deskAddress, isFiltered } from '#app/domain/desk/desk-view.ts';
import { EnquiryFlags } from './record.tsx';
import { StatusForm } from './status-form.tsx';
import { KeysButton, useShortcut } from './keys.tsx';
import { ListPager, useDeskView, useDeskWords } from '#app/routes/desk/frame.tsx';
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
          <EnquiryTable rows={state.rows} />
        </div>
      )}
      <DeskFoot state={state} loading={loading} />
    </>
  );
}

const COLUMNS = ['date', 'full_name', 'phone', 'company', 'project', 'message', 'status'] as const;

function EnquiryTable({ rows }: { rows: readonly ShownRow[] }) {
  const { tableCaption, columns, details } = useDeskWords();
  const moves = useShortcut('j k');
  return (
    // The roles stay when narrow screens show the rows as blocks.
    <table
      className="enquiries w-full border-y border-line bg-panel leading-note @max-rows:block @max-rows:border-0 @max-rows:bg-transparent"
      role="table"
      {...moves}
    >
      <caption className="sr-only">{tableCaption}</caption>
      <thead className="@max-rows:sr-only @max-rows:start-0" role="rowgroup">
        <tr role="row">
          {COLUMNS.map((column) => (
            <th key={column} className={column} scope="col">
              {columns[column]}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">{details}</span>
          </th>
        </tr>
      </thead>
      <tbody className="text-ink-2 @max-rows:block print:[--color-ink:#000]" role="rowgroup">
        {rows.map((row) => (
          <EnquiryRow key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function Cell(props: {
  className?: (typeof COLUMNS)[number];
  'data-label'?: string;
  children: ReactNode;
}) {
  return <td role="cell" {...props} />;
}

function EnquiryRow({ row }: { row: ShownRow }) {
  const view = useDeskView();
  const { view: label, viewOf, handling, columns } = useDeskWords();
  return (
    <tr role="row">
      <Cell>{row.time}</Cell>
      <Cell className="full_name">
        <bdi className={row.status === 'new' ? 'font-[650] text-ink' : 'font-strong text-ink'}>
          {row.name}
        </bdi>
        <EnquiryFlags row={row} />
        {row.files > 0 && <FileClip count={row.files} />}
        <br />
        {row.email}
      </Cell>
      <Cell className="phone" data-label={columns.phone}>
        {row.phone || '-'}
      </Cell>
      <Cell className="company" data-label={columns.company}>
        <bdi>{row.company || '-'}</bdi>
      </Cell>
      <Cell data-label={columns.project}>{row.project}</Cell>
      <Cell className="message">
        <span className="line-clamp-2 min-w-44" dir="auto">
          {row.message}
        </span>
      </Cell>
      <Cell className="status">
        <StatusForm row={row} />
        {row.holder && (
          <p className="max-w-40 truncate" title={`${handling.assignedTo} ${row.holder.email}`}>
            <span className="sr-only">{handling.assignedTo} </span>
            {row.holder.email}
          </p>
        )}
      </Cell>
      <Cell>
        <Link
          className="tap"
          id={`view-${row.id}`}
          to={deskAddress(view, { enquiry: String(row.id) })}
          // Fifty times an attribute that nothing reads: all routes are known from the start.
          discover="none"
          preventScrollReset
          aria-label={phrase(viewOf, { name: row.name })}
        >
          {label}
        </Link>
      </Cell>
    </tr>
  );
}

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

function DeskFoot({ state, loading }: { state: DeskState; loading: boolean }) {
  const view = useDeskView();
  const { rows, counts } = state;
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
      <p className="mt-4">
        <KeysButton />
      </p>
    </div>
  );
}
