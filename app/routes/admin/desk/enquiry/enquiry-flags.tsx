import { useDeskWords } from '#app/routes/admin/desk/use-desk-words.ts';
import type { ShownRow } from '#app/domain/desk/desk.server.ts';

/** What somebody should know of an enquiry at a glance. */
export function EnquiryFlags({ row }: { row: Pick<ShownRow, 'verified' | 'overdue' | 'due'> }) {
  const { enquiry: words, handling } = useDeskWords();
  return (
    <>
      {row.overdue && <span className="flag flag--overdue">{words.overdue}</span>}
      {row.overdue && row.due && ' '}
      {row.due && <span className="flag font-semibold border-oak text-oak">{handling.due}</span>}
      {!row.verified && <span className="flag">{words.unverified}</span>}
    </>
  );
}
