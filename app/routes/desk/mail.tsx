import { href, redirect } from 'react-router';
import { ButtonLink } from '#app/components/button.tsx';
import { PostForm } from '#app/components/field.tsx';
import { getCompanyFacts } from '#app/content/company.server.ts';
import { mailPage } from '#app/content/messages/desk-pages.server.ts';
import {
  countMailWithoutTls,
  discardFailedMail,
  dismissBounce,
  retryFailedMail,
} from '#app/domain/mail/unsent-mail.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import {
  createDeskAction,
  redirectWithFlash,
  requireAdmin,
} from '#app/routes/desk/desk-request.server.ts';
import {
  DeskForm,
  DeskListItem,
  DeskPage,
  HiddenFields,
  PageToasts,
  revalidateAfterConflict,
  runWithErrorToast,
  SlashSeparated,
  SubmitButton,
} from '#app/routes/desk/frame.tsx';
import { readMailProblems } from '#app/routes/desk/presenter.server.ts';
import type { Route } from './+types/mail.ts';

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData ? [{ title: loaderData.head }] : [];
}

const PAGE = href('/admin/dashboard/mail');

const isDiscard = ({ pathname }: URL) => pathname.endsWith('/discarded');

export async function loader({ context, url }: Route.LoaderArgs) {
  if (isDiscard(url)) throw redirect(PAGE);
  const { language } = requireAdmin(context);
  // These texts are functions, which cannot be sent to the browser.
  const {
    refused: _refused,
    notTaken: _notTaken,
    returned: _returned,
    waitingForTls,
    ...messages
  } = mailPage[language];
  const head = `${messages.title} | ${getCompanyFacts().brand}`;
  const mails = await readMailProblems(language);
  const hasReturned = mails.some(({ field }) => field === 'bounce');
  const intro = hasReturned ? `${messages.intro} ${messages.returnedIntro}` : messages.intro;
  const waitingCount = await countMailWithoutTls();
  const notice = waitingCount > 0 ? waitingForTls(waitingCount) : '';
  return { head, messages: { ...messages, intro }, notice, mails };
}

export function action(args: Route.ActionArgs) {
  return isDiscard(args.url) ? discard(args) : sendAgain(args);
}

const sendAgain = createDeskAction(
  { errorKey: 'notSentAgain', event: 'mail-not-queued' },
  async ({ admin, requester, form, refuse }) => {
    const result = await retryFailedMail(Number(form.get('id')), requester, admin);
    if (result === 'not-found') return refuse(mailPage[admin.language].alreadyHandled, 409);
    return redirectWithFlash(PAGE, 'mail-again');
  },
);

async function discard({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const form = await request.formData();
  const discardEntry = form.has('bounce') ? dismissBounce : discardFailedMail;
  const id = Number(form.get('bounce') ?? form.get('id'));
  await discardEntry(id, context.get(requestContext), admin);
  return redirectWithFlash(PAGE, 'mail-discarded');
}

export function clientAction({ url, serverAction }: Route.ClientActionArgs) {
  return runWithErrorToast(serverAction, isDiscard(url) ? 'notDiscarded' : 'notSentAgain');
}

export const shouldRevalidate = revalidateAfterConflict;

export default function Mail({ loaderData, actionData }: Route.ComponentProps) {
  const { mails, messages, notice } = loaderData;
  return (
    <DeskPage title={messages.title} intro={messages.intro}>
      <PageToasts actionData={actionData} />
      {notice && <p>{notice}</p>}
      {mails.length === 0 && !notice && <p>{messages.noUnsentEmails}</p>}
      <ul className="ps-0">
        {mails.map((mail) => (
          <FailedMail key={`${mail.field} ${mail.id}`} mail={mail} messages={messages} />
        ))}
      </ul>
    </DeskPage>
  );
}

type MailPage = Route.ComponentProps['loaderData'];

function FailedMail({
  mail,
  messages,
}: {
  mail: MailPage['mails'][number];
  messages: MailPage['messages'];
}) {
  return (
    <DeskListItem
      title={mail.subject ?? messages.unreadable}
      actions={
        <div className="flex flex-wrap items-start gap-x-6 gap-y-2">
          {mail.enquiryId !== null && (
            <ButtonLink
              variant="plain"
              to={`${href('/admin/dashboard')}?enquiry=${mail.enquiryId}`}
            >
              {messages.view}
            </ButtonLink>
          )}
          {mail.canBeSentAgain && (
            <PostForm>
              <HiddenFields values={{ id: mail.id }} />
              <SubmitButton>{messages.sendAgain}</SubmitButton>
            </PostForm>
          )}
          <DeskForm action={href('/admin/dashboard/mail/discarded')}>
            <HiddenFields values={{ [mail.field]: mail.id }} />
            <SubmitButton>{messages.discard}</SubmitButton>
          </DeskForm>
        </div>
      }
    >
      <p className="text-ink-3">
        <SlashSeparated parts={[mail.to.join(', ') || '-', mail.time, mail.reason]} />
      </p>
      {mail.isLinkExpired && <p className="text-ink-3">{messages.dated}</p>}
    </DeskListItem>
  );
}
