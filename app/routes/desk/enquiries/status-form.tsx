import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '#app/components/button.tsx';
import { useHydrated } from '#app/components/hydrated.tsx';
import { interpolate } from '#app/components/texts.ts';
import { getDeskPath } from '#app/domain/desk/desk-view.ts';
import type { DeskActionData } from '#app/routes/desk/action-data.ts';
import { useDraftKey } from '#app/routes/desk/drafts.tsx';
import type { ShownRow } from '#app/routes/desk/enquiries/presenter.server.ts';
import {
  HiddenFields,
  Options,
  SubmitButton,
  useDeskFrameTexts,
  useDeskTexts,
  useDeskView,
  useFetcherWithToasts,
} from '#app/routes/desk/frame.tsx';
import { deleteDraft, readDraft, writeDraft } from '#app/routes/draft-storage.ts';
import type { Status } from '#db/schema.ts';
import { useAriaKeyShortcuts, useKeyCommands, type KeyCommands } from './keys.tsx';

type EnquiryStatus = Pick<ShownRow, 'id' | 'name' | 'status'>;

interface StatusChange {
  /** The chosen status while it is being stored (D-4), then the stored one. */
  status: Status;
  /** A status that was chosen before but not stored, which the form offers again (DK-6). */
  unstoredStatus: Status | null;
  /** Posts another status, and keeps it in the browser until it is stored. */
  changeStatus: (newStatus: string) => void;
}

/** Returns the status of an enquiry, and the function that changes it. The frame shows the toast of the result. */
export function useStatusChange(enquiry: EnquiryStatus): StatusChange {
  const fetcher = useFetcherWithToasts();
  const action = getDeskPath(useDeskView());
  const draftKey = useDraftKey(`status ${enquiry.id}`);
  const draftStatus = useDraftStatus(draftKey, enquiry.status, fetcher.data);

  const pendingStatus = fetcher.formData?.get('status') as Status | undefined;
  const status = pendingStatus ?? enquiry.status;
  const unstoredStatus = pendingStatus ? null : draftStatus;

  const changeStatus = (newStatus: string) => {
    // A choice from before hydration is reported twice (useReplayEarlyInput): the second report changes nothing.
    if (newStatus === status) return;
    const change = { from: status, status: newStatus };
    writeDraft(draftKey, change);
    const fields = { intent: 'status', enquiry: enquiry.id, ...change, draft: draftKey };
    void fetcher.submit(fields, { method: 'post', action, flushSync: true });
  };

  return { status, unstoredStatus, changeStatus };
}

/** Returns the key commands that set a status by its position: `1` sets the first. Does not register them. */
export function useStatusCommands({ changeStatus }: StatusChange): KeyCommands {
  const names = Object.keys(useDeskFrameTexts().statuses);
  const commands: Record<string, () => void> = {};
  for (const [index, name] of names.entries()) commands[index + 1] = () => changeStatus(name);
  return commands;
}

interface StatusFormProps {
  enquiry: EnquiryStatus;
  statusChange: StatusChange;
}

/** The status form of a row. Its elements have no classes, because a list has fifty; `list-table` styles them. */
export function RowStatusForm({ enquiry, statusChange }: StatusFormProps) {
  const { statusOf, update } = useDeskTexts();
  const label = interpolate(statusOf, { name: enquiry.name });
  const isHydrated = useHydrated();
  return (
    <PlainStatusForm enquiry={enquiry} statusChange={statusChange}>
      <StatusSelect statusChange={statusChange} label={label} />
      {!isHydrated && <button>{update}</button>}
      <UnstoredStatusButton {...statusChange} />
    </PlainStatusForm>
  );
}

/**
 * The status form of an open enquiry; registers the keys that set a status. A choice is posted at once; one that was
 * not stored is offered again (DK-6).
 */
export function EnquiryStatusForm({ enquiry, label }: { enquiry: EnquiryStatus; label: string }) {
  const { update } = useDeskTexts();
  const statusChange = useStatusChange(enquiry);
  const isHydrated = useHydrated();
  useKeyCommands(useStatusCommands(statusChange));

  return (
    <PlainStatusForm
      enquiry={enquiry}
      statusChange={statusChange}
      className="relative flex min-w-0 items-end gap-3 large-letters:w-full large-letters:flex-wrap"
    >
      <label className="grid min-w-0 gap-1 font-medium large-letters:w-full">
        {label}
        <StatusSelect statusChange={statusChange} />
      </label>
      {/* Once hydrated, each choice is posted at once. */}
      {!isHydrated && (
        // Where scripts run, it is out of the flow, so that nothing moves when hydration removes it.
        <SubmitButton className="not-noscript:absolute not-noscript:bottom-full not-noscript:mb-4">
          {update}
        </SubmitButton>
      )}
      <UnstoredStatusButton {...statusChange} />
    </PlainStatusForm>
  );
}

interface PlainStatusFormProps extends StatusFormProps {
  className?: string;
  children: ReactNode;
}

/** Submitted only before hydration: afterwards it has no submit button, and each choice is posted by itself. */
function PlainStatusForm({ enquiry, statusChange, className, children }: PlainStatusFormProps) {
  const action = getDeskPath(useDeskView());
  const fields = { intent: 'status', enquiry: enquiry.id, from: statusChange.status };
  return (
    <form className={className} method="post" action={action}>
      <HiddenFields values={fields} />
      {children}
    </form>
  );
}

function StatusSelect({ statusChange, label }: { statusChange: StatusChange; label?: string }) {
  const { status, changeStatus } = statusChange;
  const { statuses } = useDeskFrameTexts();
  const keys = Object.keys(useStatusCommands(statusChange));
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

function UnstoredStatusButton({ unstoredStatus: status, changeStatus }: StatusChange) {
  const { setStatus } = useDeskTexts();
  const { statuses } = useDeskFrameTexts();
  return (
    status && (
      <Button variant="ink" onClick={() => changeStatus(status)}>
        {interpolate(setStatus, { status: statuses[status] })}
      </Button>
    )
  );
}

/**
 * Returns the status of a draft. Its field `from` is the status before the choice: the draft is deleted if the stored
 * status has changed since. Reads it again after each result of a change, which may not have been stored.
 */
function useDraftStatus(
  draftKey: string,
  storedStatus: Status,
  result: DeskActionData | undefined,
): Status | null {
  const [choice, setChoice] = useState({ from: storedStatus, status: null as Status | null });

  useEffect(() => {
    const draft = readDraft(draftKey);
    const isCurrent = draft?.['from'] === storedStatus;
    if (!isCurrent) deleteDraft(draftKey);
    setChoice({ from: storedStatus, status: isCurrent ? (draft['status'] as Status) : null });
  }, [draftKey, storedStatus, result]);

  return choice.from === storedStatus ? choice.status : null;
}
