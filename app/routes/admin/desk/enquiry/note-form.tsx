import { href } from 'react-router';
import { type DeskView, queryOf } from '#app/domain/desk/desk-view.ts';
import { useDeskWords } from '#app/routes/admin/desk/use-desk-words.ts';
import { DESK } from '#app/domain/limits.ts';
import { DeskForm } from '#app/routes/admin/frame/desk-form.tsx';

/** Adds a note to an enquiry; `note` is one that was refused. With JavaScript the page stays. */
export function NoteForm({
  view,
  id,
  note,
}: {
  view: DeskView;
  id: number;
  note?: string | undefined;
}) {
  const { enquiry: words } = useDeskWords();
  return (
    <DeskForm
      className="noteform"
      action={`${href('/admin/dashboard/notes')}${queryOf(view)}`}
      preventScrollReset
    >
      <input type="hidden" name="enquiry" value={id} />
      <label>
        {words.noteLabel}
        <textarea
          className="input"
          name="note"
          rows={3}
          maxLength={DESK.noteMax}
          defaultValue={note}
          required
        />
      </label>
      <button className="plainbtn" type="submit">
        {words.addNote}
      </button>
    </DeskForm>
  );
}
