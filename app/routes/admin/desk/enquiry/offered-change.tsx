import { Link, href } from 'react-router';
import { useDeskWords } from '#app/routes/admin/desk/use-desk-words.ts';
import { useDeskFrame } from '#app/routes/admin/frame/use-desk-frame.ts';
import { phrase } from '#app/ui/language/phrase.ts';
import { type DeskView, deskAddress, queryOf } from '#app/domain/desk/desk-view.ts';
import type { OfferedChanges } from '#app/domain/sign-in/unsaved-changes.server.ts';
import { DeskForm } from '#app/routes/admin/frame/desk-form.tsx';

interface OfferedChangeProps {
  view: DeskView;
  offer: OfferedChanges;
}

/** What a session that had ended could not save: nothing of it is done before somebody says so. */
export function OfferedChange({ view, offer }: OfferedChangeProps) {
  const { enquiryId, name, status, note, reply } = offer;
  const open = view.enquiry === String(enquiryId);
  const { unsaved: words } = useDeskWords();
  const { statuses } = useDeskFrame();
  const named = { id: enquiryId, name };
  const noteElsewhere = status ? words.noteToo : phrase(words.note, named);
  const noteWords = open ? words.noteHere : noteElsewhere;
  return (
    <div
      className={`flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border border-s-6 border-ink bg-panel px-4 py-3 wrap-anywhere ${open ? 'my-5' : 'mx-margin mb-5'}`}
      role="status"
    >
      <p>
        <b className="font-bold">{words.heading}</b>{' '}
        {status && phrase(words.status, { ...named, status: statuses[status.to] })}{' '}
        {note && noteWords} {reply && (open ? words.replyHere : phrase(words.reply, named))}
      </p>
      <div className="flex flex-wrap gap-2">
        {status && <RepeatedStatus view={view} enquiryId={enquiryId} status={status} />}
        {reply && !(open && view.reply) && (
          <Link
            className="plain-button"
            to={`${deskAddress(view, { enquiry: String(enquiryId), reply: '1' })}#reply`}
          >
            {words.openReply}
          </Link>
        )}
        {note && !reply && !open && (
          <Link className="plain-button" to={deskAddress(view, { enquiry: String(enquiryId) })}>
            {words.open}
          </Link>
        )}
        <DeskForm action={`${href('/admin/dashboard/unsaved')}${queryOf(view)}`}>
          <button className="plain-button" type="submit">
            {words.drop}
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
  const { unsaved: words } = useDeskWords();
  const { statuses } = useDeskFrame();
  return (
    <DeskForm action={`${href('/admin/dashboard/status')}${queryOf(view)}`}>
      <input type="hidden" name="enquiry" value={enquiryId} />
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="status" value={to} />
      <button className="plain-button plain-button-ink" type="submit">
        {phrase(words.setStatus, { status: statuses[to] })}
      </button>
    </DeskForm>
  );
}
