import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useOutletContext } from 'react-router';
import { useDeskWords, useReplyWords } from '#app/routes/admin/desk/use-desk-words.ts';
import { useShortcut } from '#app/routes/admin/desk/keys/use-shortcut.ts';
import { useDeskFrame } from '#app/routes/admin/frame/use-desk-frame.ts';
import { phrase } from '#app/ui/language/phrase.ts';
import { type DeskView, deskAddress } from '#app/domain/desk/desk-view.ts';
import type { DeskState } from '#app/domain/desk/desk.server.ts';
import type { ReplyStart } from '#app/domain/desk/replies.server.ts';
import {
  ReplyForm,
  type ReplyRefusal,
  refusalIn,
} from '#app/routes/admin/desk/reply/reply-form.tsx';
import { ReplyHistory } from '#app/routes/admin/desk/reply/reply-history.tsx';
import { DrawerHeading, DrawerTitle } from '#app/routes/admin/desk/drawer/drawer-heading.tsx';
import { EnquiryDrawer } from './enquiry-drawer.tsx';
import { EnquiryFacts } from './enquiry-facts.tsx';
import { EnquiryFiles } from './enquiry-files.tsx';
import { EnquiryFlags } from '#app/routes/admin/desk/enquiry/enquiry-flags.tsx';
import { EnquiryHistory } from './enquiry-history.tsx';
import { EnquiryNavigation } from './enquiry-navigation.tsx';
import { AssignmentForm } from '#app/routes/admin/desk/handling/assignment-form.tsx';
import { FollowUpForm } from '#app/routes/admin/desk/handling/follow-up-form.tsx';
import { HandlingHistory } from '#app/routes/admin/desk/handling/handling-history.tsx';
import { mailtoHref } from './contact-hrefs.ts';
import { NoteForm } from './note-form.tsx';
import { StatusForm } from './status-form.tsx';
import { useDialogKeys } from './use-dialog-keys.ts';
import type { DeskContext } from '#app/routes/admin/frame/use-said-toast.ts';

/** A note, a follow-up day or a reply as somebody wrote it. */
export interface RefusedForms {
  note?: string | undefined;
  dueOn?: string | undefined;
  reply?: ReplyRefusal | undefined;
}

/** The form that an answer refuses. */
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
  /** What else is to be said over it. */
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
      said={
        <>
          {toasts}
          {children}
        </>
      }
      foot={
        <>
          <StatusForm view={view} row={enquiry} label={words.updateStatus} />
          {!reply && (
            <Link
              className="plain-button"
              to={`${deskAddress(view, { reply: '1' })}#reply`}
              preventScrollReset
              {...replyShortcut}
            >
              {replies.reply}
            </Link>
          )}
          <a className="plain-button" href={mailtoHref(email, replySubject)}>
            {words.reply}
          </a>
          <Link className="ms-auto plain-button plain-button-ink" to={close} preventScrollReset>
            {words.close}
          </Link>
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
      <HandlingHistory assignments={enquiry.assignments} followUps={enquiry.followUps} />
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
