import {
  data,
  useOutletContext,
  type ShouldRevalidateFunctionArgs as RevalidateArgs,
} from 'react-router';
import { useHydrated } from '#app/components/hydrated.tsx';
import { interpolate } from '#app/components/messages.ts';
import { getAdminPageHeads } from '#app/content/messages/desk-pages.server.ts';
import { getDeskMessages, type DeskMessages } from '#app/content/messages/desk.server.ts';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import { parseDeskView } from '#app/domain/desk/desk-filter.server.ts';
import { getOpenEnquiryId, type DeskView } from '#app/domain/desk/desk-view.ts';
import { markAnswersRead, readDesk, reportDeskError } from '#app/domain/desk/desk.server.ts';
import { readReplyForm } from '#app/domain/desk/replies.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { isFromApplePhone } from '#app/routes/attachments.tsx';
import { createDeskActions } from '#app/routes/desk/desk-actions.server.ts';
import { requireAdmin } from '#app/routes/desk/desk-request.server.ts';
import { runDeskAction } from '#app/routes/desk/drafts.tsx';
import {
  addNoteAction,
  assignAction,
  changeStatusAction,
  recordAnswerAction,
  retryReplyAction,
  sendReplyAction,
  setFollowUpAction,
} from '#app/routes/desk/enquiries/actions.server.ts';
import {
  presentDesk,
  presentReplyFileField,
  presentReplyForm,
  type DeskState,
} from '#app/routes/desk/enquiries/presenter.server.ts';
import { changeSelectionAction } from '#app/routes/desk/enquiries/selection-action.server.ts';
import { logAndPresentError } from '#app/routes/desk/failures.server.ts';
import {
  DeskProvider,
  ErrorNoticeWithRetry,
  PageToasts,
  revalidateAfterConflict,
  useDeskFrameMessages,
  type DeskContext,
} from '#app/routes/desk/frame.tsx';
import { getStaffMeta } from '#app/routes/staff-meta.ts';
import type { Route } from './+types/dashboard.ts';
import { EnquiryDialog, MissingEnquiry } from './enquiry.tsx';
import { useFocusRestoration } from './kept-focus.ts';
import { KeysHelp } from './keys.tsx';
import { EnquiryListHead } from './list-head.tsx';
import { EnquiryList } from './list.tsx';
import { markUnread, showCountInTitle, useLiveNews } from './live-news.tsx';

export const meta: Route.MetaFunction = getStaffMeta;

/** Runs before all loaders, so that the count in the navigation leaves out the enquiry that is being opened. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, context, url }) => {
    const enquiryId = getOpenEnquiryId(parseDeskView(url.searchParams));
    const isPageLoad = request.method === 'GET' && !context.get(requestContext).isHead;
    // A prefetched page has not been seen yet.
    const isPrefetch = request.headers.get('sec-purpose')?.includes('prefetch');
    if (enquiryId === null || !isPageLoad || isPrefetch) return;
    try {
      await markAnswersRead(enquiryId);
    } catch (error) {
      // The enquiry opens all the same, and stays unread.
      reportDeskError('answers-not-marked', error);
    }
  },
];

/**
 * An unknown enquiry is a 404 with the list behind it. If the database fails, the page comes with `error`, its status,
 * and no `state`.
 */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const admin = requireAdmin(context);
  const { language } = admin;
  const view = parseDeskView(url.searchParams);
  const messages = getDeskMessages(language, { withOpenEnquiry: view.enquiry !== '' });

  try {
    const state = presentDesk(await readDesk(view, admin), view, language);
    const reply = await readShownReply(view, admin, request);

    const head = { ...getAdminPageHeads(language).desk, title: formatTitle(state, messages) };
    const isMissing = view.enquiry !== '' && state.open === null;
    return data(
      { head, messages, view, state, reply, error: null },
      { status: isMissing ? 404 : 200 },
    );
  } catch (error) {
    const { status, text } = logAndPresentError('desk-not-read', error, language);
    const failedState = { state: null, reply: null, error: text };
    const head = { ...getAdminPageHeads(language).desk, title: formatTitle(null, messages) };
    return data({ head, messages, view, ...failedState }, { status });
  }
}

/** Returns null if no form of a reply is open. */
async function readShownReply(view: DeskView, admin: SignedInAdmin, request: Request) {
  const replyForm = await readReplyForm(view, admin);
  if (!replyForm) return null;

  // When a field does not accept HEIC, an iPhone converts the picture to a good JPEG itself.
  const acceptsHeic = !isFromApplePhone(request);
  const fileField = replyForm.acceptsFiles
    ? presentReplyFileField(admin.language, acceptsHeic)
    : null;
  return { ...presentReplyForm(replyForm), fileField };
}

function formatTitle(state: DeskState | null, messages: DeskMessages): string {
  const { open, counts } = state ?? {};
  const name =
    open && messages.open
      ? interpolate(messages.open.enquiry.title, { id: open.id })
      : messages.title;
  return counts && counts.new > 0 ? `(${counts.new}) ${name}` : name;
}

/** A reply to a deleted enquiry stays. */
export function shouldRevalidate(revalidation: RevalidateArgs) {
  const { actionStatus, formData } = revalidation;
  if (actionStatus === 404 && formData?.get('intent') === 'reply') return false;
  return revalidateAfterConflict(revalidation);
}

export const action = createDeskActions({
  status: changeStatusAction,
  note: addNoteAction,
  reply: sendReplyAction,
  retry: retryReplyAction,
  answer: recordAnswerAction,
  assignee: assignAction,
  followUp: setFollowUpAction,
  selection: changeSelectionAction,
});

export async function clientAction(args: Route.ClientActionArgs) {
  // Only the form of a reply has files.
  const mayHaveFiles = args.request.headers.get('Content-Type')?.startsWith('multipart/');
  if (!mayHaveFiles) return runDeskAction(args);

  // Within the action: without a connection, the failed import is a reply without a response.
  const serverAction = async () => (await import('./reply-upload.ts')).uploadReply(args);
  return runDeskAction({ ...args, serverAction });
}

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  const { messages, view, reply, error } = loaderData;
  useFocusRestoration();
  const { showWaiting } = useOutletContext<DeskContext>();
  const news = useLiveNews(loaderData.state, ({ fresh, waiting }) => {
    showWaiting(waiting);
    showCountInTitle(fresh);
  });
  const state = loaderData.state && markUnread(loaderData.state, news.answeredIds);
  const refused = actionData && 'values' in actionData ? actionData : undefined;
  const { failureTitles } = useDeskFrameMessages();
  const isHydrated = useHydrated();
  const isCovered = view.enquiry !== '' && state !== null;
  const toasts = actionData && <PageToasts actionData={actionData} />;
  return (
    <DeskProvider value={{ messages, view }}>
      {!isCovered && toasts}
      {/* Behind an enquiry the list stays invisible until the script runs: a table that grows while the
          page loads would shift the layout. */}
      <div
        className={`inert:isolate inert:max-md:hidden inert:print:hidden ${isHydrated ? '' : 'inert:invisible'}`}
        inert={isCovered}
      >
        <EnquiryListHead state={state} news={news} />
        {state && <EnquiryList state={state} />}
        {error !== null && <ErrorNoticeWithRetry title={failureTitles.fetch} text={error} />}
      </div>
      {isCovered &&
        (state.open ? (
          <EnquiryDialog
            key={state.open.id}
            enquiry={state.open}
            staff={state.staff}
            me={state.me}
            reply={reply}
            refused={refused}
            toasts={toasts}
          />
        ) : (
          <MissingEnquiry refused={refused} toasts={toasts} />
        ))}
      <KeysHelp />
    </DeskProvider>
  );
}
