import type { SubmitEvent } from 'react';
import { href, useFetcher } from 'react-router';
import type { StatusName } from '#app/content/desk/statuses.server.ts';
import { useDeskWords } from '#app/routes/admin/desk/use-desk-words.ts';
import { useShortcut } from '#app/routes/admin/desk/keys/use-shortcut.ts';
import { useDeskFrame } from '#app/routes/admin/frame/use-desk-frame.ts';
import { phrase } from '#app/ui/language/phrase.ts';
import { type DeskView, queryOf } from '#app/domain/desk/desk-view.ts';
import type { ShownRow } from '#app/domain/desk/desk.server.ts';
import { begunTexts } from '#app/routes/admin/desk/begun-texts.ts';
import { useSaidToast } from '#app/routes/admin/frame/use-said-toast.ts';
import { type DeskAnswer, useToastOf } from '#app/routes/admin/frame/use-toast-of.ts';

interface StatusFormProps {
  view: DeskView;
  row: Pick<ShownRow, 'id' | 'name' | 'status'>;
  /** The label that stands above it; without one the select is named after the sender. */
  label?: string;
}

const look = 'flex min-w-0 items-end gap-3 large-letters:w-full large-letters:flex-wrap';

/** A select and a button; with JavaScript a choice is saved at once (D-4). */
export function StatusForm({ view, row, label }: StatusFormProps) {
  const fetcher = useFetcher<DeskAnswer>();
  useSaidToast(useToastOf(fetcher.state === 'idle' ? fetcher.data : undefined));
  const { statusOf, update } = useDeskWords();
  const choices = useShortcut('1 2 3');
  const { statuses } = useDeskFrame();
  const action = `${href('/admin/dashboard/status')}${queryOf(view)}`;
  const pending = fetcher.formData?.get('status') as StatusName | undefined;
  const status = pending ?? row.status;
  const save = (form: HTMLFormElement | null) => {
    if (!form) return;
    const fields = new FormData(form);
    // No change, and none is claimed: what was chosen before the script took over comes twice.
    if (fields.get('status') === status) return;
    fields.set('live', '1');
    // Should the session have ended, what was begun beside it is not lost either.
    for (const [name, value] of (label && begunTexts()?.fields) || []) {
      if (name !== 'enquiry') fields.set(name, value);
    }
    void fetcher.submit(fields, { method: 'post', action, flushSync: true });
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    save(event.currentTarget);
  };
  const select = (
    <span className="status-mark" data-s={status}>
      <select
        name="status"
        value={status}
        aria-label={label ? undefined : phrase(statusOf, { name: row.name })}
        onChange={(event) => save(event.currentTarget.form)}
        {...choices}
      >
        {Object.entries(statuses).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </span>
  );
  return (
    // A plain one: fifty in a list, and the router's would carry an attribute that nothing reads.
    <form className={label && look} method="post" action={action} onSubmit={submit}>
      <input type="hidden" name="enquiry" value={row.id} />
      <input type="hidden" name="from" value={status} />
      {label ? (
        <label className="grid min-w-0 gap-1 font-medium large-letters:w-full">
          {label}
          {select}
        </label>
      ) : (
        select
      )}
      <button className="plain-button not-noscript:hidden" type="submit">
        {update}
      </button>
    </form>
  );
}
