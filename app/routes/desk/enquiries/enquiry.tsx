import { Fragment, lazy, Suspense, type ReactNode } from 'react';
import { Link, useLoaderData, useNavigate } from 'react-router';
import { ButtonLink } from '#app/components/button.tsx';
import { interpolate } from '#app/components/texts.ts';
import {
  getDeskPath,
  getEnquiryPath,
  keepOnlyFilters,
  NO_FILTERS,
} from '#app/domain/desk/desk-view.ts';
import type { loadDashboard } from '#app/routes/desk/enquiries/dashboard.server.ts';
import type { OpenedEnquiry } from '#app/routes/desk/enquiries/presenter.server.ts';
import {
  SlashSeparated,
  useDeskFrameTexts,
  useDeskView,
  useOpenEnquiryTexts,
  useTypedForm,
} from '#app/routes/desk/frame.tsx';
import { Correspondence, NewAnswerNotice } from './correspondence.tsx';
import { DrawerHeading, DrawerText, DrawerTitle, EnquiryDrawer } from './drawer.tsx';
import { AnsweredElsewhereForm, AssignmentForm, FollowUpForm, NoteForm } from './enquiry-forms.tsx';
import { useKeyCommands } from './keys.tsx';
import { EnquiryFacts, EnquiryFiles, EnquiryFlags, EnquiryHistory, LINK } from './record.tsx';
import { EnquiryStatusForm } from './status-form.tsx';

const importReplyForm = () => import('./reply-form.tsx');
// A served reply is hydrated with its page, without a Suspense boundary: React hydrates those later, and would reset
// what was typed meanwhile (SH-9). Otherwise its code is loaded when it opens.
const isReplyServed = import.meta.env.SSR || new URLSearchParams(location.search).has('reply');
const ReplyForm = isReplyServed ? (await importReplyForm()).default : lazy(importReplyForm);
const ReplyBoundary = isReplyServed ? Fragment : Suspense;

interface EnquiryDialogProps {
  enquiry: OpenedEnquiry;
  toasts: ReactNode;
}

export function EnquiryDialog({ enquiry, toasts }: EnquiryDialogProps) {
  const { name, email } = enquiry;
  const { reply } = useLoaderData<typeof loadDashboard>();
  const { enquiry: texts } = useOpenEnquiryTexts();

  return (
    <EnquiryDrawer
      neighbours={enquiry}
      head={
        <div className="min-w-0 wrap-anywhere">
          <DrawerTitle dir="auto" title={name}>
            {name}
          </DrawerTitle>
          <EnquiryLine enquiry={enquiry} />
          <ContactLine enquiry={enquiry} />
        </div>
      }
      toasts={
        <>
          <NewAnswerNotice enquiry={enquiry} />
          {toasts}
        </>
      }
      sideContent={
        reply && (
          <ReplyBoundary>
            <ReplyForm enquiry={enquiry} start={reply} />
          </ReplyBoundary>
        )
      }
      foot={
        <>
          <EnquiryStatusForm enquiry={enquiry} label={texts.updateStatus} />
          {email && <ReplyLink />}
        </>
      }
    >
      <Correspondence enquiry={enquiry} />
      <EnquiryFiles enquiry={enquiry} />
      <EnquiryFacts enquiry={enquiry} />
      <div className="flex flex-col gap-5 pt-5 print:hidden">
        <AnsweredElsewhereForm key={enquiry.replyCount} enquiry={enquiry} />
        <AssignmentForm enquiry={enquiry} />
        <FollowUpForm enquiry={enquiry} />
      </div>
      <EnquiryHistory enquiry={enquiry} />
      <PrintedRemarks hasCorrespondence={enquiry.latestEntries.length > 0} />
      <NoteForm key={enquiry.notes.length} enquiry={enquiry} isReplying={reply !== null} />
    </EnquiryDrawer>
  );
}

/** Empty lines on paper, for remarks in handwriting. With correspondence they are few: all fits on one sheet. */
function PrintedRemarks({ hasCorrespondence }: { hasCorrespondence: boolean }) {
  const { enquiry: texts } = useOpenEnquiryTexts();
  return (
    <div className="hidden print:block print:break-inside-avoid">
      <DrawerHeading>{texts.remarks}</DrawerHeading>
      <div className={`ruled ${hasCorrespondence ? 'max-h-27mm' : ''}`} />
    </div>
  );
}

function EnquiryLine({ enquiry }: { enquiry: OpenedEnquiry }) {
  const { enquiry: texts } = useOpenEnquiryTexts();
  const { statuses } = useDeskFrameTexts();
  const unfilteredView = { ...keepOnlyFilters(useDeskView()), ...NO_FILTERS };
  const permalink = (
    <Link key="id" className={`quiet ${LINK}`} to={getEnquiryPath(unfilteredView, enquiry.id)}>
      {interpolate(texts.title, { id: enquiry.id })}
    </Link>
  );

  const time = (
    <span key="time" className="whitespace-nowrap">
      {enquiry.time}
    </span>
  );

  return (
    <p className="text-ink-2">
      <SlashSeparated parts={[permalink, time]} />
      <span className="hidden print:inline">
        {' '}
        <span className="slash">/</span> {statuses[enquiry.status]}
      </span>
      <EnquiryFlags row={enquiry} />
    </p>
  );
}

function ContactLine({ enquiry }: { enquiry: OpenedEnquiry }) {
  const { email, phone, mailtoHref, phoneHref } = enquiry;
  const { enquiry: texts } = useOpenEnquiryTexts();
  const emailText = email && (
    <bdi key="email" title={email}>
      {email}
    </bdi>
  );
  const mailLink = mailtoHref && (
    <a key="mail" className={`${LINK} print:hidden`} href={mailtoHref}>
      {texts.mailProgram}
    </a>
  );
  const phoneLink = phoneHref ? (
    <a key="phone" className={LINK} href={phoneHref}>
      {phone}
    </a>
  ) : (
    phone
  );

  return (
    // On a phone each stands on a line of its own. On paper the slash before the link to the mail program goes with it.
    <p className="not-print:max-md:grid not-print:max-md:justify-items-start not-print:max-md:[&_.slash]:hidden print:[&_.slash:has(+a[href^=mailto])]:hidden">
      <SlashSeparated parts={[emailText, mailLink, phoneLink]} />
    </p>
  );
}

function ReplyLink() {
  const to = `${getDeskPath(useDeskView(), { reply: '1' })}#reply`;
  const { replies: texts } = useOpenEnquiryTexts();
  const navigate = useNavigate();
  const open = () => void navigate(to, { preventScrollReset: true });
  return (
    <ButtonLink variant="ink" to={to} preventScrollReset {...useKeyCommands({ r: open })}>
      {texts.reply}
    </ButtonLink>
  );
}

/** The drawer that reports a missing enquiry, with the text of a reply that was typed to it. */
export function MissingEnquiry({ toasts }: { toasts: ReactNode }) {
  const { enquiry: texts, replies } = useOpenEnquiryTexts();
  const title = interpolate(texts.title, { id: useDeskView().enquiry });
  const reply = useTypedForm('reply')?.values;
  return (
    <EnquiryDrawer neighbours={null} head={<DrawerTitle>{title}</DrawerTitle>} toasts={toasts}>
      <DrawerText>{texts.enquiryNotFound}</DrawerText>
      {reply && (
        <>
          <DrawerHeading>{replies.yourText}</DrawerHeading>
          <DrawerText>{reply['subject']}</DrawerText>
          <DrawerText>{reply['message']}</DrawerText>
        </>
      )}
    </EnquiryDrawer>
  );
}
