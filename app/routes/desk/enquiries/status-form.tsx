import type { StatusName } from '#app/content/words/enquiry.server.ts';
import { Button } from '#app/components/button.tsx';
import { type SubmitEvent, useEffect, useState } from 'react';
import { href } from 'react-router';
import {
  HiddenFields,
  useDeskFetcher,
  useDeskFrame,
  useDeskView,
  useDeskWords,
} from '#app/routes/desk/frame.tsx';
import { useShortcut } from './keys.tsx';
import { interpolate } from '#app/components/words.ts';
import { queryOf } from '#app/domain/desk/desk-view.ts';
import type { ShownRow } from '#app/domain/desk/desk.server.ts';
import {
  forgetDraft,
  keepDraft,
  readDraft,
  useDraftKey,
  useRestored,
} from '#app/routes/desk/drafts.tsx';

interface StatusFormProps {
  row: Pick<ShownRow, 'id' | 'name' | 'status'>;
  label?: string;
}

const look = 'flex min-w-0 items-end gap-3 large-letters:w-full large-letters:flex-wrap';

export function StatusForm({ row, label }: StatusFormProps) {
  const fetcher = useDeskFetcher();
  const { statusOf, update, setStatus } = useDeskWords();
  const choices = useShortcut('1 2 3');
  const { statuses } = useDeskFrame();
  const action = `${href('/admin/dashboard/status')}${queryOf(useDeskView())}`;
  const pending = fetcher.formData?.get('status') as StatusName | undefined;
  const status = pending ?? row.status;
  const key = useDraftKey(`status ${row.id}`);
  const draft = useStatusDraft(row);
  const save = (form: HTMLFormElement | null, chosen?: string) => {
    if (!form) return;
    const fields = new FormData(form);
    if (chosen) fields.set('status', chosen);
    // No change, and none is claimed: what was chosen before the script took over comes twice.
    if (fields.get('status') === status) return;
    fields.set('live', '1');
    fields.set('draft', key);
    keepDraft(key, { from: status, status: String(fields.get('status')) });
    void fetcher.submit(fields, { method: 'post', action, flushSync: true });
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    save(event.currentTarget, (event.nativeEvent.submitter as HTMLButtonElement | null)?.value);
  };
  const select = (
    <span data-s={status}>
      <select
        name="status"
        value={status}
        aria-label={label ? undefined : interpolate(statusOf, { name: row.name })}
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
      <HiddenFields of={{ enquiry: row.id, from: status }} />
      {label ? (
        <label className="grid min-w-0 gap-1 font-medium large-letters:w-full">
          {label}
          {select}
        </label>
      ) : (
        select
      )}
      {label ? (
        <Button variant="plain" className="not-noscript:hidden" type="submit">
          {update}
        </Button>
      ) : (
        <button>{update}</button>
      )}
      {draft && status === row.status && (
        <Button variant="ink" type="submit" name="offered" value={draft}>
          {interpolate(setStatus, { status: statuses[draft] })}
        </Button>
      )}
    </form>
  );
}

/** Chosen and not saved (DK-6): offered for as long as nobody has set another. */
function useStatusDraft({ id, status }: StatusFormProps['row']): StatusName | null {
  const key = useDraftKey(`status ${id}`);
  const restored = useRestored(`status ${id}`);
  const [draft, setDraft] = useState(restored);
  useEffect(() => {
    if (restored) keepDraft(key, restored);
  }, [key, restored]);
  useEffect(() => {
    const kept = readDraft(key);
    const isOver = kept?.['from'] !== status;
    setDraft(isOver ? null : kept);
    if (isOver) forgetDraft(key);
  }, [key, status]);
  return draft?.['from'] === status ? (draft['status'] as StatusName) : null;
}
