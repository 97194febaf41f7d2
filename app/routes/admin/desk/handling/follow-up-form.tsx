import { href } from 'react-router';
import { type DeskView, queryOf } from '#app/domain/desk/desk-view.ts';
import type { DeskState } from '#app/domain/desk/desk.server.ts';
import { DeskForm } from '#app/routes/admin/frame/toasts.tsx';
import { Draft, useRestored } from '#app/routes/admin/frame/drafts.tsx';
import { useDeskWords } from '#app/routes/admin/frame/words.ts';

interface FollowUpFormProps {
  view: DeskView;
  enquiry: Pick<NonNullable<DeskState['open']>, 'id' | 'dueOn'>;
  /** A day that was refused. */
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
      <button className="plain-button" type="submit">
        {words.saveDay}
      </button>
    </DeskForm>
  );
}
