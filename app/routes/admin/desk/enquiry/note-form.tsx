import { href } from 'react-router';
import { type DeskView, queryOf } from '#app/domain/desk/desk-view.ts';
import { useDeskWords } from '#app/routes/admin/frame/words.ts';
import { DESK } from '#app/domain/desk/desk-limits.ts';
import { DeskForm } from '#app/routes/admin/frame/toasts.tsx';
import { Draft, useRestored } from '#app/routes/admin/frame/drafts.tsx';

interface NoteFormProps {
  view: DeskView;
  id: number;
  /** A note that was refused. */
  note: string | undefined;
  /** Something else is being written. */
  isAside: boolean;
}

/** Adds a note to an enquiry. With JavaScript the page stays. */
export function NoteForm({ view, id, note, isAside }: NoteFormProps) {
  const { enquiry: words } = useDeskWords();
  const restored = useRestored(`notes ${id}`);
  const begun = note ?? restored?.['note'];
  return (
    // One thing is written at a time; a note that was begun is not lost meanwhile.
    <div hidden={isAside && begun === undefined}>
      <DeskForm
        className="grid justify-items-start gap-3 pt-5 print:hidden"
        action={`${href('/admin/dashboard/notes')}${queryOf(view)}`}
        preventScrollReset
      >
        <Draft of="notes" guards={{ enquiry: id }} />
        <label className="grid w-full gap-1 text-ink-3">
          {words.noteLabel}
          <textarea
            className="input min-h-22! text-[1rem]! text-ink"
            name="note"
            rows={3}
            maxLength={DESK.noteMax}
            defaultValue={begun}
            required
          />
        </label>
        <button className="plain-button" type="submit">
          {words.addNote}
        </button>
      </DeskForm>
    </div>
  );
}
