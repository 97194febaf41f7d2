import { href } from 'react-router';
import { Button } from '#app/components/button.tsx';
import { type DeskView, queryOf } from '#app/domain/desk/desk-view.ts';
import type { DeskState } from '#app/domain/desk/desk.server.ts';
import { DeskForm } from '#app/routes/admin/frame/toasts.tsx';
import { Draft, useRestored } from '#app/routes/admin/frame/drafts.tsx';
import { useDeskWords } from '#app/routes/admin/frame/words.ts';
import { phrase } from '#app/components/phrase.ts';
import { DESK } from '#app/domain/desk/desk-limits.ts';

interface AssignmentFormProps {
  view: DeskView;
  enquiry: NonNullable<DeskState['open']>;
  staff: DeskState['staff'];
  me: number;
}

/** Gives an enquiry to one of the staff, or takes it with one click (DA-3). */
export function AssignmentForm({ view, enquiry, staff, me }: AssignmentFormProps) {
  const { handling: words } = useDeskWords();
  const { id, holder } = enquiry;
  const form = {
    action: `${href('/admin/dashboard/assignment')}${queryOf(view)}`,
    preventScrollReset: true,
  };
  const guards = { enquiry: id, from: holder?.id ?? '' };
  const restored = useRestored(`assignment ${id}`);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <DeskForm {...form} className="flex grow flex-wrap items-end gap-3">
        <Draft of="assignment" guards={guards} />
        <label className="flex min-w-0 grow flex-col gap-1 text-ink-3">
          {words.assignedTo}
          <select
            className="input min-h-11! min-w-0 appearance-auto! px-3! py-1! text-ink"
            name="admin"
            key={holder?.id}
            defaultValue={restored?.['admin'] ?? guards.from}
          >
            <option value="">{words.nobody}</option>
            {staff.map(({ id: admin, email }) => (
              <option key={admin} value={admin}>
                {admin === me ? phrase(words.you, { email }) : email}
              </option>
            ))}
          </select>
        </label>
        <Button variant="plain" type="submit">
          {words.assign}
        </Button>
      </DeskForm>
      {holder?.id !== me && (
        <DeskForm {...form}>
          {Object.entries({ ...guards, admin: me }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button variant="plain" type="submit">
            {words.take}
          </Button>
        </DeskForm>
      )}
    </div>
  );
}

interface FollowUpFormProps {
  view: DeskView;
  enquiry: Pick<NonNullable<DeskState['open']>, 'id' | 'dueOn'>;
  refused: string | undefined;
}

/** The day on which to come back to an enquiry; an empty one clears it (DA-4). */
export function FollowUpForm({ view, enquiry: { id, dueOn }, refused }: FollowUpFormProps) {
  const { handling: words } = useDeskWords();
  const restored = useRestored(`follow-up ${id}`);
  return (
    <DeskForm
      className="flex flex-wrap items-end gap-3"
      action={`${href('/admin/dashboard/follow-up')}${queryOf(view)}`}
      preventScrollReset
    >
      <Draft of="follow-up" guards={{ enquiry: id, from: dueOn ?? '' }} />
      <label className="flex min-w-0 flex-col gap-1 text-ink-3">
        {words.followUp}
        <input
          className="input min-h-11! min-w-0 px-3! py-1! text-ink"
          type="date"
          name="due_on"
          key={dueOn}
          defaultValue={refused ?? restored?.['due_on'] ?? dueOn ?? ''}
        />
      </label>
      <Button variant="plain" type="submit">
        {words.saveDay}
      </Button>
    </DeskForm>
  );
}

interface NoteFormProps {
  view: DeskView;
  id: number;
  note: string | undefined;
  isAside: boolean;
}

/** Adds a note to an enquiry. With JavaScript the page stays. */
export function NoteForm({ view, id, note, isAside }: NoteFormProps) {
  const { enquiry: words } = useDeskWords();
  const restored = useRestored(`notes ${id}`);
  const initial = note ?? restored?.['note'];
  return (
    // One thing is written at a time; a note that was begun is not lost meanwhile.
    <div hidden={isAside && initial === undefined}>
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
            defaultValue={initial}
            required
          />
        </label>
        <Button variant="plain" type="submit">
          {words.addNote}
        </Button>
      </DeskForm>
    </div>
  );
}
