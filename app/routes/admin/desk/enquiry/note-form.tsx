import { href } from 'react-router';
import { type DeskView, queryOf } from '#app/domain/desk/desk-view.ts';
import { useDeskWords } from '#app/routes/admin/desk/use-desk-words.ts';
import { DESK } from '#app/domain/desk/desk-limits.ts';
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
      className="grid justify-items-start gap-3 pt-5 print:hidden"
      action={`${href('/admin/dashboard/notes')}${queryOf(view)}`}
      preventScrollReset
    >
      <input type="hidden" name="enquiry" value={id} />
      <label className="grid w-full gap-1 text-ink-3">
        {words.noteLabel}
        <textarea
          className="input min-h-22! text-[1rem]! text-ink"
          name="note"
          rows={3}
          maxLength={DESK.noteMax}
          defaultValue={note}
          required
        />
      </label>
      <button className="plain-button" type="submit">
        {words.addNote}
      </button>
    </DeskForm>
  );
}
