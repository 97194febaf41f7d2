import { useDeskWords } from '#app/routes/admin/frame/words.ts';
import type { ShownRow } from '#app/domain/desk/desk.server.ts';

/** What somebody should know of an enquiry at a glance. */
export function EnquiryFlags({ row }: { row: Pick<ShownRow, 'verified' | 'overdue' | 'due'> }) {
  const { enquiry: words, handling } = useDeskWords();
  return (
    <>
      {row.overdue && (
        <span className="name-flag border-error font-strong text-error">{words.overdue}</span>
      )}
      {row.overdue && row.due && ' '}
      {row.due && <span className="name-flag">{handling.due}</span>}
      {!row.verified && <span className="name-flag">{words.unverified}</span>}
    </>
  );
}
