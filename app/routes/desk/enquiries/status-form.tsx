import { useEffect, useState, type ReactNode, type SubmitEvent } from 'react';
import { href } from 'react-router';
import { Button } from '#app/components/button.tsx';
import { interpolate } from '#app/components/messages.ts';
import type { StatusName } from '#app/content/messages/enquiry.server.ts';
import { formatDeskQuery } from '#app/domain/desk/desk-view.ts';
import { useDraft } from '#app/routes/desk/drafts.tsx';
import {
  HiddenFields,
  useDeskFetcher,
  useDeskFrame,
  useDeskMessages,
  useDeskView,
} from '#app/routes/desk/frame.tsx';
import type { ShownRow } from '#app/routes/desk/presenter.server.ts';
import { useKeyAnnouncement, useKeyCommands, type KeyCommands } from './keys.tsx';

type EnquiryStatus = Pick<ShownRow, 'id' | 'name' | 'status'>;

/** The status as it will be once the pending change is stored (D-4), and what changes it. */
export function useStatusChange(enquiry: EnquiryStatus) {
  const fetcher = useDeskFetcher();
  const action = `${href('/admin/dashboard/status')}${formatDeskQuery(useDeskView())}`;
  const pendingStatus = fetcher.formData?.get('status') as StatusName | undefined;
  const status = pendingStatus ?? enquiry.status;
  const draft = useDraft(`status ${enquiry.id}`);
  const draftStatus = useDraftStatus(draft, enquiry.status);
  const changeStatus = (newStatus: string) => {
    // An early choice is reported twice: the second report changes nothing.
    if (newStatus === status) return;
    draft.write({ from: status, status: newStatus });
    const fields = { enquiry: enquiry.id, from: status, status: newStatus, draft: draft.key };
    void fetcher.submit(fields, { method: 'post', action, flushSync: true });
  };
  return { action, status, changeStatus, draftStatus: pendingStatus ? null : draftStatus };
}

type StatusChange = ReturnType<typeof useStatusChange>;

/** The statuses by their places: `1` sets the first. */
export function useStatusCommands({ changeStatus }: StatusChange): KeyCommands {
  const names = Object.keys(useDeskFrame().statuses);
  return Object.fromEntries(names.map((name, index) => [index + 1, () => changeStatus(name)]));
}

interface StatusFormProps {
  enquiry: EnquiryStatus;
  change: StatusChange;
}

/** The form of a row. Its elements have no classes: a list has fifty, and `list-table` styles them. */
export function RowStatusForm({ enquiry, change }: StatusFormProps) {
  const { statusOf, update } = useDeskMessages();
  const label = interpolate(statusOf, { name: enquiry.name });
  return (
    <PlainStatusForm enquiry={enquiry} change={change}>
      <StatusSelect change={change} label={label} />
      <button>{update}</button>
      <DraftStatusButton status={change.draftStatus} />
    </PlainStatusForm>
  );
}

export function EnquiryStatusForm({ enquiry, label }: { enquiry: EnquiryStatus; label: string }) {
  const { update } = useDeskMessages();
  const change = useStatusChange(enquiry);
  useKeyCommands(useStatusCommands(change));
  return (
    <PlainStatusForm
      enquiry={enquiry}
      change={change}
      className="flex min-w-0 items-end gap-3 large-letters:w-full large-letters:flex-wrap"
    >
      <label className="grid min-w-0 gap-1 font-medium large-letters:w-full">
        {label}
        <StatusSelect change={change} />
      </label>
      <Button variant="plain" className="not-noscript:hidden" type="submit">
        {update}
      </Button>
      <DraftStatusButton status={change.draftStatus} />
    </PlainStatusForm>
  );
}

interface PlainStatusFormProps extends StatusFormProps {
  className?: string;
  children: ReactNode;
}

function PlainStatusForm({ enquiry, change, className, children }: PlainStatusFormProps) {
  const { action, status, changeStatus } = change;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as globalThis.SubmitEvent;
    const offeredStatus = (submitter as HTMLButtonElement | null)?.value;
    changeStatus(offeredStatus || String(new FormData(event.currentTarget).get('status')));
  };
  return (
    <form className={className} method="post" action={action} onSubmit={submit}>
      <HiddenFields values={{ enquiry: enquiry.id, from: status }} />
      {children}
    </form>
  );
}

function StatusSelect({ change, label }: { change: StatusChange; label?: string }) {
  const { status, changeStatus } = change;
  const { statuses } = useDeskFrame();
  const keys = Object.keys(useStatusCommands(change));
  return (
    <span data-s={status}>
      <select
        name="status"
        value={status}
        aria-label={label}
        onChange={({ currentTarget }) => changeStatus(currentTarget.value)}
        {...useKeyAnnouncement(keys.join(' '))}
      >
        {Object.entries(statuses).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </span>
  );
}

function DraftStatusButton({ status }: { status: StatusName | null }) {
  const { setStatus } = useDeskMessages();
  const { statuses } = useDeskFrame();
  return (
    status && (
      <Button variant="ink" type="submit" name="offered" value={status}>
        {interpolate(setStatus, { status: statuses[status] })}
      </Button>
    )
  );
}

/** Returns a status that was chosen but not saved (DK-6), unless the stored status has changed since. */
function useDraftStatus(draft: ReturnType<typeof useDraft>, status: StatusName): StatusName | null {
  const [fields, setFields] = useState(draft.restored);
  useEffect(() => {
    if (draft.restored) draft.write(draft.restored);
  }, [draft]);
  useEffect(() => {
    const draftFields = draft.read();
    const isOutdated = draftFields?.['from'] !== status;
    setFields(isOutdated ? null : draftFields);
    if (isOutdated) draft.discard();
  }, [draft, status]);
  return fields?.['from'] === status ? (fields['status'] as StatusName) : null;
}
