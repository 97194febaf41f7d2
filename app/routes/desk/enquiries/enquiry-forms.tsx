// The small forms of an enquiry. Each has its own draft, and a refused form keeps its text.
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { FieldTexts, getFieldAria, useLengthLimit } from '#app/components/field.tsx';
import { interpolate } from '#app/components/texts.ts';
import { DESK } from '#app/domain/desk/desk-limits.ts';
import { getDeskPath } from '#app/domain/desk/desk-view.ts';
import { DraftAutosave } from '#app/routes/desk/drafts.tsx';
import type { OpenedEnquiry } from '#app/routes/desk/enquiries/presenter.server.ts';
import {
  COMPACT,
  HiddenFields,
  SubmitButton,
  ToastForm,
  useDeskState,
  useDeskTexts,
  useDeskView,
  useOpenEnquiryTexts,
  useTypedForm,
} from '#app/routes/desk/frame.tsx';

interface EnquiryFormProps {
  intent: 'assignee' | 'answer' | 'followUp' | 'note';
  guards: { enquiry: number } & Readonly<Record<string, string | number>>;
  className?: string;
  children: ReactNode;
}

function EnquiryForm({ intent, guards, className, children }: EnquiryFormProps) {
  return (
    <ToastForm className={className} action={getDeskPath(useDeskView())} preventScrollReset>
      <DraftAutosave intent={intent} formName={`${intent} ${guards.enquiry}`} guards={guards} />
      {children}
    </ToastForm>
  );
}

type NoteFieldProps = ComponentProps<'textarea'> & { label: string };

function NoteField({ label, ...field }: NoteFieldProps) {
  const id = useId();
  const { onInput, error, note } = useLengthLimit({ limit: DESK.noteMax, ...field });
  return (
    <div className="grid w-full gap-1 text-ink-3" onInput={onInput}>
      <label htmlFor={id}>{label}</label>
      <textarea
        className="input min-h-22! text-[1rem]! text-ink"
        id={id}
        name="note"
        {...field}
        {...getFieldAria(id, error, note)}
      />
      <FieldTexts name={id} error={error} note={note} />
    </div>
  );
}

interface EnquiryProps {
  enquiry: OpenedEnquiry;
}

export function AssignmentForm({ enquiry }: EnquiryProps) {
  const { assignment: texts } = useOpenEnquiryTexts();
  const { assignee } = enquiry;
  const { me } = useDeskState()!;
  const shownAssigneeId = assignee?.id ?? '';
  const guards = { enquiry: enquiry.id, from: shownAssigneeId };
  const page = getDeskPath(useDeskView());

  return (
    <div className="flex flex-wrap items-end gap-3">
      <EnquiryForm
        intent="assignee"
        guards={guards}
        className="flex grow flex-wrap items-end gap-3"
      >
        <label className="flex min-w-0 grow flex-col gap-1 text-ink-3">
          {texts.assignedTo}
          <select
            className={`${COMPACT} appearance-auto!`}
            name="admin"
            // A new assignee resets the choice.
            key={shownAssigneeId}
            defaultValue={shownAssigneeId}
          >
            <option value="">{texts.unassigned}</option>
            <StaffOptions />
          </select>
        </label>
        <SubmitButton>{texts.assign}</SubmitButton>
      </EnquiryForm>
      {/* Nothing is typed in it, so it needs no draft. */}
      {assignee?.id !== me && (
        <ToastForm action={page} preventScrollReset>
          <HiddenFields values={{ intent: 'assignee', ...guards, admin: me }} />
          <SubmitButton>{texts.take}</SubmitButton>
        </ToastForm>
      )}
    </div>
  );
}

/** The admins to whom an enquiry can be assigned. */
export function StaffOptions() {
  const { currentAdmin } = useDeskTexts().assignment;
  const { staff, me } = useDeskState()!;
  return staff.map(({ id, name }) => (
    <option key={id} value={id}>
      {id === me ? interpolate(currentAdmin, { name }) : name}
    </option>
  ));
}

/** Records an answer that was given by phone, in person or otherwise elsewhere, or that none is needed. */
export function AnsweredElsewhereForm({ enquiry }: EnquiryProps) {
  const { replies: texts } = useOpenEnquiryTexts();
  const { id, email, formKey } = enquiry;
  // A later load of the page brings another key. The form keeps its first: sent twice, it records one answer.
  const [key] = useState(formKey);
  const typedNote = useTypedForm('answer')?.values['note'];

  return (
    <details open={!email || typedNote !== undefined}>
      <summary className="min-h-11 content-center underline-offset-4 hover:underline">
        {texts.answeredElsewhere}
      </summary>
      <EnquiryForm
        intent="answer"
        guards={{ enquiry: id, key }}
        className="flex flex-wrap gap-3 pt-1"
      >
        <NoteField label={texts.answerNote} rows={2} defaultValue={typedNote} />
        {Object.entries(texts.channels).map(([channel, label]) => (
          <SubmitButton key={channel} name="channel" value={channel}>
            {label}
          </SubmitButton>
        ))}
      </EnquiryForm>
    </details>
  );
}

export function FollowUpForm({ enquiry }: EnquiryProps) {
  const { assignment: texts } = useOpenEnquiryTexts();
  const { id, dueOn, dueDay } = enquiry;
  const typedDay = useTypedForm('followUp')?.values['due_on'];

  return (
    <EnquiryForm
      intent="followUp"
      guards={{ enquiry: id, from: dueOn ?? '' }}
      className="flex flex-wrap items-end gap-3"
    >
      <label className="flex min-w-0 flex-col gap-1 text-ink-3">
        {texts.followUp}
        <input
          className={COMPACT}
          type="date"
          name="due_on"
          // A new day resets the field.
          key={dueOn}
          defaultValue={typedDay ?? dueOn ?? ''}
        />
      </label>
      <SubmitButton>{texts.saveDay}</SubmitButton>
      <span className="tap">{dueDay}</span>
    </EnquiryForm>
  );
}

/** Adds a note. Hidden during a reply, unless a refused note came back. */
export function NoteForm({ enquiry, isReplying }: EnquiryProps & { isReplying: boolean }) {
  const { enquiry: texts } = useOpenEnquiryTexts();
  const { id, formKey } = enquiry;
  // As in AnsweredElsewhereForm.
  const [key] = useState(formKey);
  const typedNote = useTypedForm('note')?.values['note'];

  return (
    <div hidden={isReplying && typedNote === undefined}>
      <EnquiryForm
        intent="note"
        guards={{ enquiry: id, key }}
        className="grid justify-items-start gap-3 pt-5 print:hidden"
      >
        <NoteField label={texts.noteLabel} rows={3} defaultValue={typedNote} required />
        <SubmitButton>{texts.addNote}</SubmitButton>
      </EnquiryForm>
    </div>
  );
}
