import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { href, Link, useNavigate } from 'react-router';
import { ButtonLink } from '#app/components/button.tsx';
import { interpolate } from '#app/components/messages.ts';
import { DESK } from '#app/domain/desk/desk-limits.ts';
import {
  formatDeskQuery,
  getDeskPath,
  NO_FILTERS,
  pickFilters,
} from '#app/domain/desk/desk-view.ts';
import { DraftFields, useDraft } from '#app/routes/desk/drafts.tsx';
import {
  DeskForm,
  getRowLinkId,
  HiddenFields,
  Slashed,
  Submit,
  useDeskFrame,
  useDeskView,
  useOpenMessages,
} from '#app/routes/desk/frame.tsx';
import type {
  DeskState,
  OpenedEnquiry,
  ShownReplyStart,
} from '#app/routes/desk/presenter.server.ts';
import { Correspondence, LiveAnswer } from './correspondence.tsx';
import { DrawerHeading, DrawerText, DrawerTitle, EnquiryDrawer } from './drawer.tsx';
import { useKeyCommands } from './keys.tsx';
import {
  AssignmentHistory,
  EnquiryFacts,
  EnquiryFlags,
  EnquiryHistory,
  EnquiryMessage,
  LINK,
} from './record.tsx';
import { getReplyRefusal, ReplyForm, type ReplyRefusal } from './reply-form.tsx';
import { EnquiryStatusForm } from './status-form.tsx';

interface RefusedForms {
  note?: string | undefined;
  answer?: string | undefined;
  dueOn?: string | undefined;
  reply?: ReplyRefusal | undefined;
}

export function getRefusedForms(answer: object | undefined): RefusedForms {
  return { ...(answer as RefusedForms | undefined), reply: getReplyRefusal(answer) };
}

interface EnquiryDialogProps extends Pick<DeskState, 'staff' | 'me'> {
  enquiry: OpenedEnquiry;
  reply: ShownReplyStart | null;
  refused: RefusedForms;
  toasts: ReactNode;
}

export function EnquiryDialog({ enquiry, staff, me, reply, refused, toasts }: EnquiryDialogProps) {
  const { id, name, email } = enquiry;
  const { enquiry: messages } = useOpenMessages();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A field that has the focus already keeps it.
    if (!document.activeElement?.closest('[role=dialog]')) heading.current?.focus();
    // The list is within reach again only after this: back to where it was opened.
    return () => void setTimeout(() => document.getElementById(getRowLinkId(id))?.focus());
  }, [id]);
  return (
    <EnquiryDrawer
      neighbours={enquiry}
      head={
        <div className="min-w-0 wrap-anywhere">
          <DrawerTitle ref={heading} tabIndex={-1} dir="auto">
            {name}
          </DrawerTitle>
          <EnquiryLine enquiry={enquiry} />
        </div>
      }
      toasts={
        <>
          <LiveAnswer enquiry={enquiry} />
          {toasts}
        </>
      }
      sideContent={reply && <ReplyForm enquiry={enquiry} start={reply} refused={refused.reply} />}
      foot={
        <>
          <EnquiryStatusForm enquiry={enquiry} label={messages.updateStatus} />
          {email && <ReplyLink />}
        </>
      }
    >
      <EnquiryMessage enquiry={enquiry} />
      <EnquiryFacts enquiry={enquiry} />
      <div className="flex flex-col gap-5 pt-5 print:hidden">
        <ElsewhereForm key={enquiry.replyCount} enquiry={enquiry} refused={refused.answer} />
        <AssignmentForm enquiry={enquiry} staff={staff} me={me} />
        <FollowUpForm enquiry={enquiry} refused={refused.dueOn} />
      </div>
      <Correspondence enquiry={enquiry} />
      <EnquiryHistory notes={enquiry.notes} changes={enquiry.changes} />
      <AssignmentHistory assignments={enquiry.assignments} followUps={enquiry.followUps} />
      <div className="hidden print:block print:break-inside-avoid">
        <DrawerHeading>{messages.remarks}</DrawerHeading>
        {/* Enquiry and reply are one sheet. */}
        <div className={`ruled ${enquiry.correspondence.length > 0 ? 'max-h-27mm' : ''}`} />
      </div>
      <NoteForm
        key={enquiry.notes.length}
        enquiry={enquiry}
        refused={refused.note}
        isAside={reply !== null}
      />
    </EnquiryDrawer>
  );
}

function EnquiryLine({ enquiry }: { enquiry: OpenedEnquiry }) {
  const { statuses } = useDeskFrame();
  return (
    <p className="text-ink-2">
      <Slashed parts={[<EnquiryAddress key="id" id={enquiry.id} />, enquiry.time]} />
      <span className="hidden print:inline">
        {' '}
        <span className="slash">/</span> {statuses[enquiry.status]}
      </span>
      <EnquiryFlags row={enquiry} />
    </p>
  );
}

function EnquiryAddress({ id }: { id: number }) {
  const { enquiry: messages } = useOpenMessages();
  const view = { ...pickFilters(useDeskView()), ...NO_FILTERS };
  return (
    <Link className={`quiet ${LINK}`} to={getDeskPath(view, { enquiry: String(id) })}>
      {interpolate(messages.title, { id })}
    </Link>
  );
}

function ReplyLink() {
  const to = `${getDeskPath(useDeskView(), { reply: '1' })}#reply`;
  const { replies: messages } = useOpenMessages();
  const navigate = useNavigate();
  const open = () => void navigate(to, { preventScrollReset: true });
  return (
    <ButtonLink variant="ink" to={to} preventScrollReset {...useKeyCommands({ r: open })}>
      {messages.reply}
    </ButtonLink>
  );
}

export function LostEnquiry({ refused, toasts }: Pick<EnquiryDialogProps, 'refused' | 'toasts'>) {
  const { enquiry: messages, replies } = useOpenMessages();
  const title = interpolate(messages.title, { id: useDeskView().enquiry });
  const reply = refused.reply?.reply;
  return (
    <EnquiryDrawer neighbours={null} head={<DrawerTitle>{title}</DrawerTitle>} toasts={toasts}>
      <DrawerText>{messages.enquiryNotFound}</DrawerText>
      {reply && (
        <>
          <DrawerHeading>{replies.yourText}</DrawerHeading>
          <DrawerText>{reply.subject}</DrawerText>
          <DrawerText>{reply.message}</DrawerText>
        </>
      )}
    </EnquiryDrawer>
  );
}

interface EnquiryFormProps {
  subject: 'assignment' | 'answers' | 'follow-up' | 'notes';
  guards: { enquiry: number } & Readonly<Record<string, string | number>>;
  className?: string;
  children: ReactNode;
}

function EnquiryForm({ subject, guards, className, children }: EnquiryFormProps) {
  const action = `${href('/admin/dashboard')}/${subject}${formatDeskQuery(useDeskView())}`;
  return (
    <DeskForm className={className} action={action} preventScrollReset>
      <DraftFields form={`${subject} ${guards.enquiry}`} guards={guards} />
      {children}
    </DeskForm>
  );
}

function useTyped(form: string, field: string, refused?: string): string | undefined {
  const { restored } = useDraft(form);
  return refused ?? restored?.[field];
}

interface NoteFieldProps extends Pick<
  ComponentProps<'textarea'>,
  'rows' | 'defaultValue' | 'required'
> {
  label: string;
}

function NoteField({ label, ...field }: NoteFieldProps) {
  return (
    <label className="grid w-full gap-1 text-ink-3">
      {label}
      <textarea
        className="input min-h-22! text-[1rem]! text-ink"
        name="note"
        maxLength={DESK.noteMax}
        {...field}
      />
    </label>
  );
}

const SMALL = 'input min-h-11! min-w-0 px-3! py-1! text-ink';

function AssignmentForm({
  enquiry: { id, assignee },
  staff,
  me,
}: Pick<EnquiryDialogProps, 'enquiry' | 'staff' | 'me'>) {
  const { assignment: messages } = useOpenMessages();
  const guards = { enquiry: id, from: assignee?.id ?? '' };
  const typed = useTyped(`assignment ${id}`, 'admin');
  const query = formatDeskQuery(useDeskView());
  return (
    <div className="flex flex-wrap items-end gap-3">
      <EnquiryForm
        subject="assignment"
        guards={guards}
        className="flex grow flex-wrap items-end gap-3"
      >
        <label className="flex min-w-0 grow flex-col gap-1 text-ink-3">
          {messages.assignedTo}
          <select
            className={`${SMALL} appearance-auto!`}
            name="admin"
            key={assignee?.id}
            defaultValue={typed ?? guards.from}
          >
            <option value="">{messages.unassigned}</option>
            {staff.map(({ id: admin, email }) => (
              <option key={admin} value={admin}>
                {admin === me ? interpolate(messages.currentAdmin, { email }) : email}
              </option>
            ))}
          </select>
        </label>
        <Submit>{messages.assign}</Submit>
      </EnquiryForm>
      {assignee?.id !== me && (
        <DeskForm action={`${href('/admin/dashboard/assignment')}${query}`} preventScrollReset>
          <HiddenFields values={{ ...guards, admin: me }} />
          <Submit>{messages.take}</Submit>
        </DeskForm>
      )}
    </div>
  );
}

interface WrittenFormProps {
  enquiry: OpenedEnquiry;
  refused: string | undefined;
}

function ElsewhereForm({ enquiry: { id, email, formKey }, refused }: WrittenFormProps) {
  const { replies: messages } = useOpenMessages();
  // Its number is that of the page as it was opened: sent again, it is one answer.
  const [key] = useState(formKey);
  const typed = useTyped(`answers ${id}`, 'note', refused);
  return (
    <details open={!email || typed !== undefined}>
      <summary className="min-h-11 content-center underline-offset-4 hover:underline">
        {messages.answeredElsewhere}
      </summary>
      <EnquiryForm
        subject="answers"
        guards={{ enquiry: id, key }}
        className="flex flex-wrap gap-3 pt-1"
      >
        <NoteField label={messages.answerNote} rows={2} defaultValue={typed} />
        {Object.entries(messages.channels).map(([channel, label]) => (
          <Submit key={channel} name="channel" value={channel}>
            {label}
          </Submit>
        ))}
      </EnquiryForm>
    </details>
  );
}

function FollowUpForm({ enquiry: { id, dueOn }, refused }: WrittenFormProps) {
  const { assignment: messages } = useOpenMessages();
  const typed = useTyped(`follow-up ${id}`, 'due_on', refused);
  return (
    <EnquiryForm
      subject="follow-up"
      guards={{ enquiry: id, from: dueOn ?? '' }}
      className="flex flex-wrap items-end gap-3"
    >
      <label className="flex min-w-0 flex-col gap-1 text-ink-3">
        {messages.followUp}
        <input
          className={SMALL}
          type="date"
          name="due_on"
          key={dueOn}
          defaultValue={typed ?? dueOn ?? ''}
        />
      </label>
      <Submit>{messages.saveDay}</Submit>
    </EnquiryForm>
  );
}

function NoteForm({ enquiry: { id }, refused, isAside }: WrittenFormProps & { isAside: boolean }) {
  const { enquiry: messages } = useOpenMessages();
  const typed = useTyped(`notes ${id}`, 'note', refused);
  return (
    // One thing is written at a time; a note that was begun is not lost meanwhile.
    <div hidden={isAside && typed === undefined}>
      <EnquiryForm
        subject="notes"
        guards={{ enquiry: id }}
        className="grid justify-items-start gap-3 pt-5 print:hidden"
      >
        <NoteField label={messages.noteLabel} rows={3} defaultValue={typed} required />
        <Submit>{messages.addNote}</Submit>
      </EnquiryForm>
    </div>
  );
}
