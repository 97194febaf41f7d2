import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useOutletContext } from 'react-router';
import { useDeskWords } from '#app/routes/admin/desk/use-desk-words.ts';
import { useDeskFrame } from '#app/routes/admin/frame/use-desk-frame.ts';
import { phrase } from '#app/ui/language/phrase.ts';
import { type DeskView, deskAddress } from '#app/domain/desk/desk-view.ts';
import type { DeskState } from '#app/domain/desk/desk.server.ts';
import type { OfferedChanges } from '#app/domain/sign-in/unsaved-changes.server.ts';
import { EnquiryFacts } from './enquiry-facts.tsx';
import { EnquiryFiles } from './enquiry-files.tsx';
import { EnquiryFlags } from '#app/routes/admin/desk/enquiry/enquiry-flags.tsx';
import { EnquiryHistory } from './enquiry-history.tsx';
import { AssignmentForm } from '#app/routes/admin/desk/handling/assignment-form.tsx';
import { FollowUpForm } from '#app/routes/admin/desk/handling/follow-up-form.tsx';
import { HandlingHistory } from '#app/routes/admin/desk/handling/handling-history.tsx';
import { begunNote } from './begun-note.ts';
import { mailtoHref } from './contact-hrefs.ts';
import { NoteForm } from './note-form.tsx';
import { OfferedChange } from './offered-change.tsx';
import { StatusForm } from './status-form.tsx';
import { useDialogKeys } from './use-dialog-keys.ts';
import type { DeskContext } from '#app/routes/admin/frame/use-said-toast.ts';

interface EnquiryDialogProps {
  view: DeskView;
  enquiry: NonNullable<DeskState['open']>;
  staff: DeskState['staff'];
  me: DeskState['me'];
  /** What could not be saved before the login. */
  offer: OfferedChanges | null;
  note: string | undefined;
  /** A follow-up day that was refused. */
  dueOn: string | undefined;
  /** What else is to be said over it. */
  children: ReactNode;
}

/** An open enquiry (D-3): a drawer with its own URL, over a list that cannot be reached meanwhile. */
export function EnquiryDialog(props: EnquiryDialogProps) {
  const { view, enquiry, staff, me, offer, note, dueOn, children } = props;
  const { id, name, email, replySubject, status, newer, older } = enquiry;
  const at = (other: number | null) => other && deskAddress(view, { enquiry: String(other) });
  const close = deskAddress(view, { enquiry: '' });
  const { enquiry: words } = useDeskWords();
  const { statuses } = useDeskFrame();
  const { toasts } = useOutletContext<DeskContext>();
  const heading = useRef<HTMLHeadingElement>(null);
  useDialogKeys({ close, newer: at(newer), older: at(older) });
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // The list is within reach again only after this: back to where it was opened.
    return () => void setTimeout(() => document.getElementById(`view-${id}`)?.focus());
  }, [id]);
  return (
    <>
      <Link className="scrim" to={close} preventScrollReset aria-hidden tabIndex={-1} />
      <div className="detail" role="dialog" aria-modal="true" aria-labelledby="dt" data-enter>
        <div className="detail__top">
          <div>
            <h2 id="dt" ref={heading} tabIndex={-1} dir="auto">
              {name}
            </h2>
            <p>
              {phrase(words.title, { id })} <span className="slash">/</span> {enquiry.time}
              <span className="hidden print:inline">
                {' '}
                <span className="slash">/</span> {statuses[status]}
              </span>
              <EnquiryFlags row={enquiry} />
            </p>
          </div>
          <nav className="detail__nav" aria-label={words.enquiries}>
            <Neighbour to={at(newer)} rel="prev" label={words.newer} />
            <Neighbour to={at(older)} rel="next" label={words.older} />
            <Link className="x" to={close} preventScrollReset aria-label={words.close} />
          </nav>
        </div>
        <div className="detail__body">
          {offer && <OfferedChange view={view} offer={offer} />}
          <EnquiryFacts enquiry={enquiry} />
          <EnquiryFiles id={id} files={enquiry.files} />
          <div className="flex flex-col gap-5 pt-5 print:hidden">
            <AssignmentForm view={view} enquiry={enquiry} staff={staff} me={me} note={begunNote} />
            <FollowUpForm view={view} enquiry={enquiry} refused={dueOn} note={begunNote} />
          </div>
          <EnquiryHistory notes={enquiry.notes} changes={enquiry.changes} />
          <HandlingHistory assignments={enquiry.assignments} followUps={enquiry.followUps} />
          <div className="detail__room hidden print:block">
            <h3>{words.remarks}</h3>
          </div>
          <NoteForm key={enquiry.notes.length} view={view} id={id} note={note ?? offer?.note} />
        </div>
        <div className="detail__said">
          {toasts}
          {children}
        </div>
        <div className="detail__foot">
          <StatusForm view={view} row={enquiry} label={words.updateStatus} />
          <a className="plainbtn" href={mailtoHref(email, replySubject)}>
            {words.reply}
          </a>
          <Link className="plainbtn plainbtn--ink" to={close} preventScrollReset>
            {words.close}
          </Link>
        </div>
      </div>
    </>
  );
}

function Neighbour(props: { to: string | null | 0; rel: 'prev' | 'next'; label: string }) {
  if (!props.to) return null;
  return (
    <Link className="arrow" rel={props.rel} to={props.to} preventScrollReset replace>
      <span className="vh">{props.label}</span>
    </Link>
  );
}
