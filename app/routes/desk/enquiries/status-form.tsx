import { useEffect, useState, type ReactNode, type SubmitEvent } from 'react';
import { useHydrated } from '#app/components/hydrated.tsx';
import { interpolate } from '#app/components/messages.ts';
import type { StatusName } from '#app/content/messages/enquiry.server.ts';
import { getDeskPath } from '#app/domain/desk/desk-view.ts';
import { useDraft } from '#app/routes/desk/drafts.tsx';
import type { ShownRow } from '#app/routes/desk/enquiries/presenter.server.ts';
import {
  HiddenFields,
  Options,
  SubmitButton,
  useDeskFrameMessages,
  useDeskMessages,
  useDeskView,
  useFetcherWithToasts,
} from '#app/routes/desk/frame.tsx';
import type { DraftFields } from '#app/routes/draft-storage.ts';
import { useAriaKeyShortcuts, useKeyCommands, type KeyCommands } from './keys.tsx';

type EnquiryStatus = Pick<ShownRow, 'id' | 'name' | 'status'>;

interface StatusChange {
  /** The path to which the form posts. */
  action: string;
  /** The chosen status while it is being stored (D-4), then the stored one. */
  status: StatusName;
  /** Posts another status, and keeps a draft of it until it is stored. */
  changeStatus: (newStatus: string) => void;
  /** A status that was chosen before but not stored (DK-6). */
  draftStatus: StatusName | null;
}

/**
 * Returns an enquiry's status, and a function that posts another. A choice is kept in the browser until it is stored, so
 * that a failed post can be repeated (DK-6).
 */
export function useStatusChange(enquiry: EnquiryStatus): StatusChange {
  const fetcher = useFetcherWithToasts();
  const action = getDeskPath(useDeskView());

  const pendingStatus = fetcher.formData?.get('status') as StatusName | undefined;
  const status = pendingStatus ?? enquiry.status;

  const draft = useDraft(`status ${enquiry.id}`);
  const draftStatus = useDraftStatus(draft, enquiry.status);

  const changeStatus = (newStatus: string) => {
    // A choice from before hydration is reported twice (useReplayEarlyInput): the second report changes nothing.
    if (newStatus === status) return;
    draft.write({ from: status, status: newStatus });
    const change = { enquiry: enquiry.id, from: status, status: newStatus };
    const fields = { intent: 'status', ...change, draft: draft.key };
    void fetcher.submit(fields, { method: 'post', action, flushSync: true });
  };

  // While a choice is being stored, it is not offered again.
  return { action, status, changeStatus, draftStatus: pendingStatus ? null : draftStatus };
}

/** Returns the key commands that set a status by its position: `1` sets the first. */
export function useStatusCommands({ changeStatus }: StatusChange): KeyCommands {
  const names = Object.keys(useDeskFrameMessages().statuses);
  return Object.fromEntries(names.map((name, index) => [index + 1, () => changeStatus(name)]));
}

interface StatusFormProps {
  enquiry: EnquiryStatus;
  change: StatusChange;
}

/** The status form of a row. Its elements have no classes, because a list has fifty; `list-table` styles them. */
export function RowStatusForm({ enquiry, change }: StatusFormProps) {
  const { statusOf, update } = useDeskMessages();
  const label = interpolate(statusOf, { name: enquiry.name });
  const isHydrated = useHydrated();
  return (
    <PlainStatusForm enquiry={enquiry} change={change}>
      <StatusSelect change={change} label={label} />
      {!isHydrated && <button>{update}</button>}
      <DraftStatusButton status={change.draftStatus} />
    </PlainStatusForm>
  );
}

/** The status form of an open enquiry; registers the keys that set a status. Choosing one posts the form at once. */
export function EnquiryStatusForm({ enquiry, label }: { enquiry: EnquiryStatus; label: string }) {
  const { update } = useDeskMessages();
  const change = useStatusChange(enquiry);
  const isHydrated = useHydrated();
  useKeyCommands(useStatusCommands(change));

  return (
    <PlainStatusForm
      enquiry={enquiry}
      change={change}
      className="relative flex min-w-0 items-end gap-3 large-letters:w-full large-letters:flex-wrap"
    >
      <label className="grid min-w-0 gap-1 font-medium large-letters:w-full">
        {label}
        <StatusSelect change={change} />
      </label>
      {/* Once hydrated, each choice posts itself. Above the line, so that nothing moves when the button goes. */}
      {!isHydrated && (
        <SubmitButton className="not-noscript:absolute not-noscript:bottom-full not-noscript:mb-4">
          {update}
        </SubmitButton>
      )}
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
      <HiddenFields values={{ intent: 'status', enquiry: enquiry.id, from: status }} />
      {children}
    </form>
  );
}

function StatusSelect({ change, label }: { change: StatusChange; label?: string }) {
  const { status, changeStatus } = change;
  const { statuses } = useDeskFrameMessages();
  const keys = Object.keys(useStatusCommands(change));
  return (
    <span data-s={status}>
      <select
        name="status"
        value={status}
        aria-label={label}
        onChange={({ currentTarget }) => changeStatus(currentTarget.value)}
        {...useAriaKeyShortcuts(keys.join(' '))}
      >
        <Options labels={statuses} />
      </select>
    </span>
  );
}

/** Offers a status that was chosen before but not stored (DK-6). */
function DraftStatusButton({ status }: { status: StatusName | null }) {
  const { setStatus } = useDeskMessages();
  const { statuses } = useDeskFrameMessages();
  return (
    status && (
      <SubmitButton variant="ink" name="offered" value={status}>
        {interpolate(setStatus, { status: statuses[status] })}
      </SubmitButton>
    )
  );
}

/**
 * Returns the status of an unsaved choice (DK-6). Its draft has the fields `from`, the status before the choice,
 * and `status`. Discards the draft if the stored status has changed since.
 */
function useDraftStatus(
  draft: ReturnType<typeof useDraft>,
  storedStatus: StatusName,
): StatusName | null {
  const [fields, setFields] = useState<DraftFields | null>(null);

  useEffect(() => {
    const draftFields = draft.read();
    const isOutdated = draftFields?.['from'] !== storedStatus;
    setFields(isOutdated ? null : draftFields);
    if (isOutdated) draft.discard();
  }, [draft, storedStatus]);

  return fields?.['from'] === storedStatus ? (fields['status'] as StatusName) : null;
}
