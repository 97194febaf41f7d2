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
    <div className="desk__table" aria-busy={busy}>
      {/* The roles stay when narrow screens show the rows as blocks. */}
      <table className="rows" role="table" {...moves}>
        <caption className="vh">{tableCaption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col">{columns.date}</th>
            <th scope="col">{columns.full_name}</th>
            <th scope="col" className="c-phone">
              {columns.phone}
            </th>
            <th scope="col">{columns.company}</th>
            <th scope="col">{columns.project}</th>
            <th scope="col" className="c-msg">
              {columns.message}
            </th>
            <th scope="col">{columns.status}</th>
            <th scope="col">
              <span className="vh">{details}</span>
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <EnquiryRow key={row.id} view={view} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
