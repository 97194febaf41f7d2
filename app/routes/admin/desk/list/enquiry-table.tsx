import { useDeskWords } from '#app/routes/admin/desk/use-desk-words.ts';
import { useShortcut } from '#app/routes/admin/desk/keys/use-shortcut.ts';
import type { DeskView } from '#app/domain/desk/desk-view.ts';
import type { ShownRow } from '#app/domain/desk/desk.server.ts';
import { EnquiryRow } from './enquiry-row.tsx';

interface EnquiryTableProps {
  view: DeskView;
  rows: readonly ShownRow[];
  busy: boolean;
}

/** The table of enquiries (D-2). */
export function EnquiryTable({ view, rows, busy }: EnquiryTableProps) {
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
