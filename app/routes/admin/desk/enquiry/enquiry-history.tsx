import { useDeskWords } from '#app/routes/admin/desk/use-desk-words.ts';
import { useDeskFrame } from '#app/routes/admin/frame/use-desk-frame.ts';
import { phrase } from '#app/ui/language/phrase.ts';
import type { DeskState } from '#app/domain/desk/desk.server.ts';

type Open = NonNullable<DeskState['open']>;

/** Notes of the staff, and who changed the status when from what to what. */
export function EnquiryHistory({ notes, changes }: Pick<Open, 'notes' | 'changes'>) {
  const { enquiry: words } = useDeskWords();
  const { statuses } = useDeskFrame();
  return (
    <>
      {notes.length > 0 && <h3>{words.notes}</h3>}
      {notes.map(({ id, who, time, note }) => (
        <div className="note" key={id}>
          <p className="note__by">
            {who} <span className="slash">/</span> {time}
          </p>
          <p className="message" dir="auto">
            {note}
          </p>
        </div>
      ))}
      {changes.length > 0 && <h3>{words.changes}</h3>}
      {changes.length > 0 && (
        <ol className="changes">
          {changes.map(({ id, who, time, from, to }) => (
            <li key={id}>
              {phrase(words.change, { from: statuses[from], to: statuses[to] })}
              <span className="note__by">
                {who} <span className="slash">/</span> {time}
              </span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
