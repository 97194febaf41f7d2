import { href } from 'react-router';
import { type DeskView, queryOf } from '#app/domain/desk/desk-view.ts';
import type { DeskState } from '#app/domain/desk/desk.server.ts';
import { DeskForm } from '#app/routes/admin/frame/toasts.tsx';
import { Draft, useRestored } from '#app/routes/admin/frame/drafts.tsx';
import { useDeskWords } from '#app/routes/admin/frame/words.ts';
import { phrase } from '#app/ui/language/phrase.ts';

interface AssignmentFormProps {
  view: DeskView;
  enquiry: NonNullable<DeskState['open']>;
  staff: DeskState['staff'];
  /** Id of the admin who looks. */
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
        <button className="plain-button" type="submit">
          {words.assign}
        </button>
      </DeskForm>
      {holder?.id !== me && (
        <DeskForm {...form}>
          {Object.entries({ ...guards, admin: me }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button className="plain-button" type="submit">
            {words.take}
          </button>
        </DeskForm>
      )}
    </div>
  );
}
