import { href } from 'react-router';
import { ButtonLink } from '#app/components/button.tsx';
import { PostForm } from '#app/components/field.tsx';
import { interpolate } from '#app/components/texts.ts';
import type { Language } from '#app/content/language.ts';
import { mailPage } from '#app/content/texts/desk-pages.server.ts';
import { formatAthensDateTime } from '#app/domain/clock.server.ts';
import { MAIL } from '#app/domain/limits.ts';
import {
  countMailWithoutTls,
  discardFailedMail,
  dismissBounce,
  readLatestBounces,
  readLatestFailedMail,
  retryFailedMail,
  type FailedMail,
} from '#app/domain/mail/unsent-mail.server.ts';
import { findMissingAnswers } from '#app/domain/mailbox/mailbox-status.server.ts';
import { createDeskActions, type PostedForm } from '#app/routes/desk/desk-actions.server.ts';
import { redirectWithFlash, requireAdmin } from '#app/routes/desk/desk-request.server.ts';
import { runDeskAction } from '#app/routes/desk/drafts.tsx';
import {
  DeskListItem,
  DeskPage,
  HiddenFields,
  revalidateAfterConflict,
  SlashSeparated,
  SubmitButton,
  ToastForm,
} from '#app/routes/desk/frame.tsx';
import type { Route } from './+types/mail.ts';

const PAGE = href('/admin/dashboard/mail');

/** Loads the mails that failed or came back, and notices about waiting mail and missing answers. */
export async function loader({ context }: Route.LoaderArgs) {
  const { language } = requireAdmin(context);
  const texts = mailPage[language];
  const mails = await readMailProblems(language);
  const waitingCount = await countMailWithoutTls();
  const missingAnswers = await findMissingAnswers();

  const hasReturned = mails.some(({ field }) => field === 'bounce');
  const intro = hasReturned ? `${texts.intro} ${texts.returnedIntro}` : texts.intro;
  const notices: string[] = [];
  if (waitingCount > 0) notices.push(interpolate(texts.waitingForTls, { count: waitingCount }));
  if (missingAnswers) notices.push(interpolate(texts.answersMissing, missingAnswers));

  const hasUnsentMail = mails.length > 0 || waitingCount > 0;
  return { texts: { ...texts, intro }, notices, hasUnsentMail, mails };
}

/**
 * Reads the mails that could not be sent, then those that were sent and came back (AN-6): of each the newest first, at
 * most MAIL.failedShown. `field` is the form field for the id of the mail, or of the message that reports a bounce.
 */
async function readMailProblems(language: Language) {
  const texts = mailPage[language];
  const formatReason = (mail: FailedMail) => {
    if (mail.isFromBackup) return texts.fromBackup;
    if (mail.fileError) return texts.fileErrors[mail.fileError];

    const { isGivenUp, responseCode: code, reason } = mail;
    if (isGivenUp) return interpolate(texts.notTaken, { days: MAIL.giveUpDays, reason });
    return code ? interpolate(texts.refused, { code }) : interpolate(texts.notSent, { reason });
  };

  const failedMails = await readLatestFailedMail();
  const bounces = await readLatestBounces();

  return [
    ...failedMails.map((mail) => ({
      ...mail,
      field: 'id' as const,
      time: formatAthensDateTime(new Date(mail.failedAtMs).toISOString(), language),
      reason: formatReason(mail),
      canBeSentAgain: mail.subject !== null && !mail.isLinkExpired && mail.fileError === null,
    })),
    ...bounces.map(({ id, reason, email, ...bounce }) => ({
      id,
      field: 'bounce' as const,
      enquiryId: bounce.enquiry_id,
      subject: bounce.reply_subject ?? texts.receipt,
      to: [email],
      time: formatAthensDateTime(bounce.received_at, language),
      reason: [texts.returned, reason].filter(Boolean).join(': '),
      isLinkExpired: false,
      canBeSentAgain: false,
    })),
  ];
}

export const action = createDeskActions({ retry: sendAgain, discard: discardProblem });

async function sendAgain({ admin, author, form, refuse }: PostedForm) {
  const result = await retryFailedMail(author, Number(form.get('id')));
  if (result === 'not-found') return refuse(mailPage[admin.language].alreadyHandled, 409);
  return redirectWithFlash(PAGE, 'mail-again');
}

async function discardProblem({ author, form }: PostedForm) {
  const discardEntry = form.has('bounce') ? dismissBounce : discardFailedMail;
  const id = Number(form.get('bounce') ?? form.get('id'));
  await discardEntry(author, id);
  return redirectWithFlash(PAGE, 'mail-discarded');
}

export const clientAction = (args: Route.ClientActionArgs) => runDeskAction(args);

export const shouldRevalidate = revalidateAfterConflict;

export default function Mail({ loaderData }: Route.ComponentProps) {
  const { mails, texts, notices, hasUnsentMail } = loaderData;
  return (
    <DeskPage title={texts.title} intro={texts.intro} description={texts.description}>
      {notices.map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
      {!hasUnsentMail && <p>{texts.noUnsentEmails}</p>}
      <ul className="ps-0">
        {mails.map((mail) => (
          <MailItem key={`${mail.field} ${mail.id}`} mail={mail} texts={texts} />
        ))}
      </ul>
    </DeskPage>
  );
}

type MailPage = Route.ComponentProps['loaderData'];
type ListedMail = MailPage['mails'][number];

function MailItem({ mail, texts }: { mail: ListedMail; texts: MailPage['texts'] }) {
  return (
    <DeskListItem
      title={mail.subject ?? texts.unreadable}
      actions={
        <div className="flex flex-wrap gap-2">
          {mail.enquiryId !== null && (
            <ButtonLink
              variant="plain"
              to={`${href('/admin/dashboard')}?enquiry=${mail.enquiryId}`}
            >
              {texts.view}
            </ButtonLink>
          )}
          {mail.canBeSentAgain && (
            <PostForm>
              <HiddenFields values={{ intent: 'retry', id: mail.id }} />
              <SubmitButton>{texts.sendAgain}</SubmitButton>
            </PostForm>
          )}
          <ToastForm>
            <HiddenFields values={{ intent: 'discard', [mail.field]: mail.id }} />
            <SubmitButton>{texts.discard}</SubmitButton>
          </ToastForm>
        </div>
      }
    >
      <p className="text-ink-3">
        <SlashSeparated parts={[mail.to.join(', ') || '-', mail.time, mail.reason]} />
      </p>
      {mail.isLinkExpired && <p className="text-ink-3">{texts.dated}</p>}
    </DeskListItem>
  );
}
