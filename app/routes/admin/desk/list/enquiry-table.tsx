import { desk } from '#app/content/desk/desk.ts';
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
  return (
    <div className="desk__table" aria-busy={busy}>
      {/* The roles stay when narrow screens show the rows as blocks. */}
      <table className="rows" role="table">
        <caption className="vh">{desk.title}, newest first</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col">Date</th>
            <th scope="col">Name</th>
            <th scope="col" className="c-phone">
              Phone
            </th>
            <th scope="col">Company</th>
            <th scope="col">Project Type</th>
            <th scope="col" className="c-msg">
              Message
            </th>
            <th scope="col">Status</th>
            <th scope="col">
              <span className="vh">Details</span>
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
