import { Link } from 'react-router';
import { desk, statusLabels } from '#app/content/desk/desk.ts';
import { type DeskView, deskAddress, queryOf } from '#app/domain/desk/desk-view.ts';
import type { OfferedChanges } from '#app/domain/sign-in/unsaved-changes.server.ts';
import { DeskForm } from '#app/routes/admin/frame/desk-form.tsx';

interface OfferedChangeProps {
  view: DeskView;
  offer: OfferedChanges;
}

/** What a session that had ended could not save: nothing of it is done before somebody says so. */
export function OfferedChange({ view, offer }: OfferedChangeProps) {
  const { enquiryId, name, status, note } = offer;
  const open = view.enquiry === String(enquiryId);
  const noteElsewhere = status ? desk.unsavedNoteToo : desk.unsavedNote(enquiryId, name);
  const noteWords = open ? desk.unsavedNoteHere : noteElsewhere;
  return (
    <div className="offer" role="status">
      <p>
        <b>{desk.unsaved}</b> {status && desk.unsavedStatus(enquiryId, name, status.to)}{' '}
        {note && noteWords}
      </p>
      <div className="offer__ways">
        {status && <RepeatedStatus view={view} enquiryId={enquiryId} status={status} />}
        {note && !open && (
          <Link className="plainbtn" to={deskAddress(view, { enquiry: String(enquiryId) })}>
            {desk.openEnquiry}
          </Link>
        )}
        <DeskForm action={`/admin/dashboard/unsaved${queryOf(view)}`}>
          <button className="plainbtn" type="submit">
            {desk.dropUnsaved}
          </button>
        </DeskForm>
      </div>
    </div>
  );
}

/** The same form again, guarded by the status that it started from (D-4). */
function RepeatedStatus({
  view,
  enquiryId,
  status: { from, to },
}: {
  view: DeskView;
  enquiryId: number;
  status: NonNullable<OfferedChanges['status']>;
}) {
  return (
    <DeskForm action={`/admin/dashboard/status${queryOf(view)}`}>
      <input type="hidden" name="enquiry" value={enquiryId} />
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="status" value={to} />
      <button className="plainbtn plainbtn--ink" type="submit">
        {desk.setStatus(statusLabels[to])}
      </button>
    </DeskForm>
  );
}
