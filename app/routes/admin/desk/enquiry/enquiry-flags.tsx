import type { ShownRow } from '#app/domain/desk/desk.server.ts';

/** What somebody should know of an enquiry at a glance. */
export function EnquiryFlags({ row }: { row: Pick<ShownRow, 'verified' | 'overdue'> }) {
  return (
    <>
      {row.overdue && <span className="flag flag--overdue">Overdue</span>}
      {!row.verified && <span className="flag">Unverified</span>}
    </>
  );
}
