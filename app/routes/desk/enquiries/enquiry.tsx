import { phrase } from '#app/components/words.ts';
import { Button, ButtonAnchor, ButtonLink } from '#app/components/button.tsx';
import type { WrittenReply } from '#db/schema.ts';
import type { ReplyStart } from '#app/domain/desk/replies.server.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { href, Link, useOutletContext } from 'react-router';
import { useDeskFrame, useDeskWords, useReplyWords } from '#app/routes/desk/frame.tsx';
import { useShortcut } from './keys.tsx';
import { type DeskView, deskAddress, queryOf } from '#app/domain/desk/desk-view.ts';
import type { DeskState } from '#app/domain/desk/desk.server.ts';
import { type ReplyRefusal, refusalIn, ReplyForm } from './reply-form.tsx';
import {
  AssignmentHistory,
  EnquiryFacts,
  EnquiryFiles,
  EnquiryFlags,
  EnquiryHistory,
  mailtoHref,
  ReplyHistory,
} from './record.tsx';
import { DrawerHeading, DrawerText, DrawerTitle, EnquiryDrawer, useDialogKeys } from './drawer.tsx';
import { StatusForm } from './status-form.tsx';
import { type DeskContext, DeskForm } from '#app/routes/desk/toasts.tsx';
import { Draft, useRestored } from '#app/routes/desk/drafts.tsx';
import { DESK } from '#app/domain/desk/desk-limits.ts';

/** A note, a follow-up day or a reply as somebody wrote it. */
interface RefusedForms {
  note?: string | undefined;
  dueOn?: string | undefined;
  reply?: ReplyRefusal | undefined;
}

export function refusedIn(answer: object | undefined): RefusedForms {
  const { note, dueOn } = (answer ?? {}) as Pick<RefusedForms, 'note' | 'dueOn'>;
  return { note, dueOn, reply: refusalIn(answer) };
}

interface EnquiryDialogProps {
  view: DeskView;
  enquiry: NonNullable<DeskState['open']>;
  staff: DeskState['staff'];
  me: DeskState['me'];
  reply: ReplyStart | null;
  refused: RefusedForms;
  children: ReactNode;
}

/** An open enquiry (D-3): a drawer with its own URL, over a list that cannot be reached meanwhile. */
export function EnquiryDialog(props: EnquiryDialogProps) {
  const { view, enquiry, staff, me, reply, refused, children } = props;
  const { id, name, email, replySubject, status, newer, older } = enquiry;
  const at = (other: number | null) => other && deskAddress(view, { enquiry: String(other) });
  const close = deskAddress(view, { enquiry: '' });
  const { enquiry: words } = useDeskWords();
  const replies = useReplyWords();
  const { statuses } = useDeskFrame();
  const { toasts } = useOutletContext<DeskContext>();
  const heading = useRef<HTMLHeadingElement>(null);
  const replyShortcut = useShortcut('r');
  useDialogKeys({ close, newer: at(newer), older: at(older) });
  useEffect(() => {
    // A field that somebody writes in already keeps the focus.
    if (!document.activeElement?.closest('[role=dialog]'))
      heading.current?.focus({ preventScroll: true });
    // The list is within reach again only after this: back to where it was opened.
    return () => void setTimeout(() => document.getElementById(`view-${id}`)?.focus());
  }, [id]);
  return (
    <EnquiryDrawer
      close={close}
      enters
      head={
        <>
          <div className="min-w-0 wrap-anywhere">
            <DrawerTitle ref={heading} tabIndex={-1} dir="auto">
              {name}
            </DrawerTitle>
            <p className="text-ink-2">
              {phrase(words.title, { id })} <span className="slash">/</span> {enquiry.time}
              <span className="hidden print:inline">
                {' '}
                <span className="slash">/</span> {statuses[status]}
              </span>
              <EnquiryFlags row={enquiry} />
            </p>
          </div>
          <EnquiryNavigation newer={at(newer)} older={at(older)} close={close} />
        </>
      }
      toasts={
        <>
          {toasts}
          {children}
        </>
      }
      foot={
        <>
          <StatusForm view={view} row={enquiry} label={words.updateStatus} />
          {!reply && (
            <ButtonLink
              variant="plain"
              to={`${deskAddress(view, { reply: '1' })}#reply`}
              preventScrollReset
              {...replyShortcut}
            >
              {replies.reply}
            </ButtonLink>
          )}
          <ButtonAnchor variant="plain" href={mailtoHref(email, replySubject)}>
            {words.reply}
          </ButtonAnchor>
          <ButtonLink variant="ink" className="ms-auto" to={close} preventScrollReset>
            {words.close}
          </ButtonLink>
        </>
      }
    >
      <EnquiryFacts enquiry={enquiry} />
      <EnquiryFiles id={id} files={enquiry.files} />
      <div className="flex flex-col gap-5 pt-5 print:hidden">
        <AssignmentForm view={view} enquiry={enquiry} staff={staff} me={me} />
        <FollowUpForm view={view} enquiry={enquiry} refused={refused.dueOn} />
      </div>
      <ReplyHistory view={view} enquiry={enquiry} />
      <EnquiryHistory notes={enquiry.notes} changes={enquiry.changes} />
      <AssignmentHistory assignments={enquiry.assignments} followUps={enquiry.followUps} />
      <div className="hidden print:block print:break-inside-avoid">
        <DrawerHeading>{words.remarks}</DrawerHeading>
        <div className="ruled" />
      </div>
      {reply && <ReplyForm view={view} enquiry={enquiry} start={reply} refused={refused.reply} />}
      <NoteForm
        key={enquiry.notes.length}
        view={view}
        id={id}
        note={refused.note}
        isAside={reply !== null}
      />
    </EnquiryDrawer>
  );
}

interface EnquiryNavigationProps {
  newer: string | null | 0;
  older: string | null | 0;
  close: string;
}

function EnquiryNavigation({ newer, older, close }: EnquiryNavigationProps) {
  const { enquiry: words } = useDeskWords();
  return (
    <nav className="flex flex-none print:hidden" aria-label={words.enquiries}>
      <Neighbour to={newer} rel="prev" label={words.newer} keys="k ArrowLeft" />
      <Neighbour to={older} rel="next" label={words.older} keys="j ArrowRight" />
      <Link className="cross" to={close} preventScrollReset aria-label={words.close} />
    </nav>
  );
}

const ARROW =
  'inline-grid size-target place-items-center before:size-3 before:border-current before:border-b-[1.5px] before:border-l-[1.5px]';

interface NeighbourProps {
  to: string | null | 0;
  rel: 'prev' | 'next';
  label: string;
  keys: string;
}

function Neighbour({ to, rel, label, keys }: NeighbourProps) {
  const shortcut = useShortcut(keys);
  if (!to) return null;
  const way =
    rel === 'prev'
      ? 'before:translate-x-[0.15rem] before:rotate-45'
      : 'before:-translate-x-[0.15rem] before:-rotate-135';
  return (
    <Link className={`${ARROW} ${way}`} rel={rel} to={to} preventScrollReset replace {...shortcut}>
      <span className="sr-only">{label}</span>
    </Link>
  );
}

interface LostEnquiryProps {
  view: DeskView;
  written?: WrittenReply | undefined;
  children: ReactNode;
}

export function LostEnquiry({ view, written, children }: LostEnquiryProps) {
  const { toasts } = useOutletContext<DeskContext>();
  const close = deskAddress(view, { enquiry: '' });
  const { enquiry: words } = useDeskWords();
  const replies = useReplyWords();
  useDialogKeys({ close, newer: null, older: null });
  return (
    <EnquiryDrawer
      close={close}
      head={
        <>
          <DrawerTitle>{phrase(words.title, { id: view.enquiry })}</DrawerTitle>
          <Link className="cross" to={close} preventScrollReset aria-label={words.close} />
        </>
      }
      toasts={
        <>
          {toasts}
          {children}
        </>
      }
      foot={
        <ButtonLink variant="ink" className="ms-auto" to={close} preventScrollReset>
          {words.close}
        </ButtonLink>
      }
    >
      <DrawerText>{words.unknown}</DrawerText>
      {written && (
        <>
          <DrawerHeading>{replies.written}</DrawerHeading>
          <DrawerText>{written.subject}</DrawerText>
          <DrawerText>{written.message}</DrawerText>
        </>
      )}
    </EnquiryDrawer>
  );
}

interface AssignmentFormProps {
  view: DeskView;
  enquiry: NonNullable<DeskState['open']>;
  staff: DeskState['staff'];
  me: number;
}

/** Gives an enquiry to one of the staff, or takes it with one click (DA-3). */
function AssignmentForm({ view, enquiry, staff, me }: AssignmentFormProps) {
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
        <Button variant="plain" type="submit">
          {words.assign}
        </Button>
      </DeskForm>
      {holder?.id !== me && (
        <DeskForm {...form}>
          {Object.entries({ ...guards, admin: me }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button variant="plain" type="submit">
            {words.take}
          </Button>
        </DeskForm>
      )}
    </div>
  );
}

interface FollowUpFormProps {
  view: DeskView;
  enquiry: Pick<NonNullable<DeskState['open']>, 'id' | 'dueOn'>;
  refused: string | undefined;
}

/** The day on which to come back to an enquiry; an empty one clears it (DA-4). */
function FollowUpForm({ view, enquiry: { id, dueOn }, refused }: FollowUpFormProps) {
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
      <Button variant="plain" type="submit">
        {words.saveDay}
      </Button>
    </DeskForm>
  );
}

interface NoteFormProps {
  view: DeskView;
  id: number;
  note: string | undefined;
  isAside: boolean;
}

/** Adds a note to an enquiry. With JavaScript the page stays. */
function NoteForm({ view, id, note, isAside }: NoteFormProps) {
  const { enquiry: words } = useDeskWords();
  const restored = useRestored(`notes ${id}`);
  const initial = note ?? restored?.['note'];
  return (
    // One thing is written at a time; a note that was begun is not lost meanwhile.
    <div hidden={isAside && initial === undefined}>
      <DeskForm
        className="grid justify-items-start gap-3 pt-5 print:hidden"
        action={`${href('/admin/dashboard/notes')}${queryOf(view)}`}
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
        <Button variant="plain" type="submit">
          {words.addNote}
        </Button>
      </DeskForm>
    </div>
  );
}
