import { statusLabels } from '#app/content/desk/desk.ts';
import type { DeskState } from '#app/domain/desk/desk.server.ts';

type Open = NonNullable<DeskState['open']>;

/** Notes of the staff, and who changed the status when from what to what. */
export function EnquiryHistory({ notes, changes }: Pick<Open, 'notes' | 'changes'>) {
  return (
    <>
      {notes.length > 0 && <h3>Notes</h3>}
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
      {changes.length > 0 && <h3>Status changes</h3>}
      {changes.length > 0 && (
        <ol className="changes">
          {changes.map(({ id, who, time, from, to }) => (
            <li key={id}>
              {statusLabels[from]} to {statusLabels[to]}
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
