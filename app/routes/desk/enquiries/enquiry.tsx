import {
  HiddenFields,
  Slashed,
  Submit,
  useDeskFrame,
  useDeskView,
  useOpenWords,
} from '#app/routes/desk/frame.tsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { href, Link } from 'react-router';
import { ButtonLink } from '#app/components/button.tsx';
import { phrase } from '#app/components/words.ts';
import { DESK } from '#app/domain/desk/desk-limits.ts';
import { deskAddress, filtersOnly, NO_FILTERS, queryOf } from '#app/domain/desk/desk-view.ts';
import type { DeskState, OpenedEnquiry } from '#app/domain/desk/desk.server.ts';
import type { ReplyStart } from '#app/domain/desk/replies.server.ts';
import { Draft, useRestored } from '#app/routes/desk/drafts.tsx';
import { DeskForm } from '#app/routes/desk/toasts.tsx';
import { DrawerHeading, DrawerText, DrawerTitle, EnquiryDrawer } from './drawer.tsx';
import { useShortcut } from './keys.tsx';
import { type ReplyRefusal, refusalIn, ReplyForm } from './reply-form.tsx';
import {
  AssignmentHistory,
  EnquiryFacts,
  EnquiryFlags,
  EnquiryHistory,
  EnquiryMessage,
  LINK,
  ReplyHistory,
} from './record.tsx';
import { StatusForm } from './status-form.tsx';

interface RefusedForms {
  note?: string | undefined;
  answer?: string | undefined;
  dueOn?: string | undefined;
  reply?: ReplyRefusal | undefined;
}

export function refusedIn(answer: object | undefined): RefusedForms {
  return { ...(answer as RefusedForms | undefined), reply: refusalIn(answer) };
}

interface EnquiryDialogProps extends Pick<DeskState, 'staff' | 'me'> {
  enquiry: OpenedEnquiry;
  reply: ReplyStart | null;
  refused: RefusedForms;
  toasts: ReactNode;
}

export function EnquiryDialog({ enquiry, staff, me, reply, refused, toasts }: EnquiryDialogProps) {
  const { id, name, email } = enquiry;
  const { enquiry: words } = useOpenWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A field that somebody writes in already keeps the focus.
    if (!document.activeElement?.closest('[role=dialog]')) heading.current?.focus();
    // The list is within reach again only after this: back to where it was opened.
    return () => void setTimeout(() => document.getElementById(`view-${id}`)?.focus());
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
      toasts={toasts}
      beside={reply && <ReplyForm enquiry={enquiry} start={reply} refused={refused.reply} />}
      foot={
        <>
          <StatusForm row={enquiry} label={words.updateStatus} />
          {email && <ReplyLink />}
        </>
      }
    >
      <EnquiryMessage enquiry={enquiry} />
      <EnquiryFacts enquiry={enquiry} />
      <div className="flex flex-col gap-5 pt-5 print:hidden">
        <ElsewhereForm key={enquiry.replies.length} enquiry={enquiry} refused={refused.answer} />
        <AssignmentForm enquiry={enquiry} staff={staff} me={me} />
        <FollowUpForm enquiry={enquiry} refused={refused.dueOn} />
      </div>
      <ReplyHistory enquiry={enquiry} />
      <EnquiryHistory notes={enquiry.notes} changes={enquiry.changes} />
      <AssignmentHistory assignments={enquiry.assignments} followUps={enquiry.followUps} />
      <div className="hidden print:block print:break-inside-avoid">
        <DrawerHeading>{words.remarks}</DrawerHeading>
        {/* Enquiry and reply are one sheet. */}
        <div className={`ruled ${enquiry.replies.length > 0 ? 'max-h-[27mm]' : ''}`} />
      </div>
      <NoteForm key={enquiry.notes.length} id={id} note={refused.note} isAside={reply !== null} />
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

/** Without the filters it was found by: what is sent to a colleague. */
function EnquiryAddress({ id }: { id: number }) {
  const { enquiry: words } = useOpenWords();
  const view = { ...filtersOnly(useDeskView()), ...NO_FILTERS };
  return (
    <Link className={`quiet ${LINK}`} to={deskAddress(view, { enquiry: String(id) })}>
      {phrase(words.title, { id })}
    </Link>
  );
}

function ReplyLink() {
  const to = `${deskAddress(useDeskView(), { reply: '1' })}#reply`;
  const { replies: words } = useOpenWords();
  return (
    <ButtonLink variant="ink" to={to} preventScrollReset {...useShortcut('r')}>
      {words.reply}
    </ButtonLink>
  );
}

export function LostEnquiry({ refused, toasts }: Pick<EnquiryDialogProps, 'refused' | 'toasts'>) {
  const { enquiry: words, replies } = useOpenWords();
  const title = phrase(words.title, { id: useDeskView().enquiry });
  const reply = refused.reply?.reply;
  return (
    <EnquiryDrawer neighbours={null} head={<DrawerTitle>{title}</DrawerTitle>} toasts={toasts}>
      <DrawerText>{words.unknown}</DrawerText>
      {reply && (
        <>
          <DrawerHeading>{replies.written}</DrawerHeading>
          <DrawerText>{reply.subject}</DrawerText>
          <DrawerText>{reply.message}</DrawerText>
        </>
      )}
    </EnquiryDrawer>
  );
}

function AssignmentForm({
  enquiry: { id, holder },
  staff,
  me,
}: Pick<EnquiryDialogProps, 'enquiry' | 'staff' | 'me'>) {
  const { handling: words } = useOpenWords();
  const query = queryOf(useDeskView());
  const form = {
    action: `${href('/admin/dashboard/assignment')}${query}`,
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
        <Submit>{words.assign}</Submit>
      </DeskForm>
      {holder?.id !== me && (
        <DeskForm {...form}>
          <HiddenFields of={{ ...guards, admin: me }} />
          <Submit>{words.take}</Submit>
        </DeskForm>
      )}
    </div>
  );
}

interface ElsewhereFormProps {
  enquiry: OpenedEnquiry;
  refused: string | undefined;
}

function ElsewhereForm({ enquiry: { id, email, formKey }, refused }: ElsewhereFormProps) {
  const { replies: words } = useOpenWords();
  const query = queryOf(useDeskView());
  const restored = useRestored(`answers ${id}`);
  // Its number is that of the page as it was opened: sent again, it is one answer.
  const [key] = useState(formKey);
  const initial = refused ?? restored?.['note'];
  return (
    <details open={!email || initial !== undefined}>
      <summary className="min-h-11 content-center underline-offset-4 hover:underline">
        {words.elsewhere}
      </summary>
      <DeskForm
        className="flex flex-wrap gap-3 pt-1"
        action={`${href('/admin/dashboard/answers')}${query}`}
        preventScrollReset
      >
        <Draft of="answers" guards={{ enquiry: id, key }} />
        <label className="grid w-full gap-1 text-ink-3">
          {words.said}
          <textarea
            className="input min-h-22! text-[1rem]! text-ink"
            name="note"
            rows={2}
            maxLength={DESK.noteMax}
            defaultValue={initial}
          />
        </label>
        {Object.entries(words.channels).map(([channel, label]) => (
          <Submit key={channel} name="channel" value={channel}>
            {label}
          </Submit>
        ))}
      </DeskForm>
    </details>
  );
}

interface FollowUpFormProps {
  enquiry: OpenedEnquiry;
  refused: string | undefined;
}

function FollowUpForm({ enquiry: { id, dueOn }, refused }: FollowUpFormProps) {
  const { handling: words } = useOpenWords();
  const query = queryOf(useDeskView());
  const restored = useRestored(`follow-up ${id}`);
  return (
    <DeskForm
      className="flex flex-wrap items-end gap-3"
      action={`${href('/admin/dashboard/follow-up')}${query}`}
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
      <Submit>{words.saveDay}</Submit>
    </DeskForm>
  );
}

interface NoteFormProps {
  id: number;
  note: string | undefined;
  isAside: boolean;
}

function NoteForm({ id, note, isAside }: NoteFormProps) {
  const { enquiry: words } = useOpenWords();
  const query = queryOf(useDeskView());
  const restored = useRestored(`notes ${id}`);
  const initial = note ?? restored?.['note'];
  return (
    // One thing is written at a time; a note that was begun is not lost meanwhile.
    <div hidden={isAside && initial === undefined}>
      <DeskForm
        className="grid justify-items-start gap-3 pt-5 print:hidden"
        action={`${href('/admin/dashboard/notes')}${query}`}
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
        <Submit>{words.addNote}</Submit>
      </DeskForm>
    </div>
  );
}
