import {
  data,
  href,
  Link,
  useOutletContext,
  type ShouldRevalidateFunctionArgs as RevalidateArgs,
} from 'react-router';
import { useHydrated } from '#app/components/hydrated.tsx';
import { interpolate } from '#app/components/messages.ts';
import { getAdminPageHeads } from '#app/content/messages/desk-pages.server.ts';
import {
  getDeskMessages,
  setupMessage,
  type DeskErrorKey,
  type DeskMessages,
} from '#app/content/messages/desk.server.ts';
import { parseDeskView } from '#app/domain/desk/desk-filter.server.ts';
import { getOpenEnquiryId } from '#app/domain/desk/desk-view.ts';
import { markAnswersRead, readDesk, reportDeskError } from '#app/domain/desk/desk.server.ts';
import { readReplyForm } from '#app/domain/desk/replies.server.ts';
import {
  updateAndListSetupSteps,
  type SetupStep,
} from '#app/domain/site/setup-checklist.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { requireAdmin } from '#app/routes/desk/desk-request.server.ts';
import { deleteDraftIfSaved } from '#app/routes/desk/drafts.tsx';
import {
  addNoteAction,
  assignAction,
  changeSelectionAction,
  changeStatusAction,
  recordAnswerAction,
  retryReplyAction,
  sendReplyAction,
  setFollowUpAction,
} from '#app/routes/desk/enquiries/actions.server.ts';
import {
  DeskProvider,
  ErrorNoticeWithRetry,
  getDeskMeta,
  PageToasts,
  revalidateAfterConflict,
  runWithErrorToast,
  useDeskFrameMessages,
  type DeskContext,
} from '#app/routes/desk/frame.tsx';
import {
  logAndPresentError,
  presentDesk,
  presentReplyForm,
  type DeskState,
} from '#app/routes/desk/presenter.server.ts';
import type { Route } from './+types/dashboard.ts';
import { EnquiryDialog, getRefusedForms, MissingEnquiry } from './enquiry.tsx';
import { useFocusRestoration } from './kept-focus.ts';
import { KeysHelpDialog } from './keys.tsx';
import { EnquiryListHead } from './list-head.tsx';
import { EnquiryList } from './list.tsx';
import { markUnread, showCountInTitle, useLiveNews } from './live-news.tsx';

export const meta: Route.MetaFunction = getDeskMeta;

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

export async function loader({ context, url }: Route.LoaderArgs) {
  const admin = requireAdmin(context);
  const { language } = admin;
  const view = parseDeskView(url.searchParams);
  const messages = getDeskMessages(language, { withOpenEnquiry: view.enquiry !== '' });
  try {
    const state = presentDesk(await readDesk(view, admin), view, language);
    const replyForm = await readReplyForm(view, admin);
    const reply = replyForm && presentReplyForm(replyForm);
    const steps = await updateAndListSetupSteps();
    const isMissing = view.enquiry !== '' && state.open === null;
    const head = { ...getAdminPageHeads(language).desk, title: formatTitle(state, messages) };
    const setupLine = formatSetupLine(steps, setupMessage[language]);
    return data(
      { head, messages, view, state, reply, setupLine, error: null },
      { status: isMissing ? 404 : 200 },
    );
  } catch (error) {
    const { status, text } = logAndPresentError('desk-not-read', error, language);
    const unread = { state: null, reply: null, setupLine: null, error: text };
    const head = { ...getAdminPageHeads(language).desk, title: formatTitle(null, messages) };
    return data({ head, messages, view, ...unread }, { status });
  }
}

function formatSetupLine(steps: readonly SetupStep[], line: string): string | null {
  if (steps.length === 0) return null;
  const openCount = steps.filter(({ isDone }) => !isDone).length;
  return interpolate(line, { open: openCount, all: steps.length });
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
  const { actionStatus, formAction = '' } = revalidation;
  if (actionStatus === 404 && /\/replies\b/.test(formAction)) return false;
  return revalidateAfterConflict(revalidation);
}

/** The message for each form of this page, by the last part of its URL, when the network fails. */
const errorKeysByForm = {
  status: 'update',
  notes: 'note',
  replies: 'reply',
  retry: 'notSentAgain',
  answers: 'answer',
  assignment: 'assign',
  'follow-up': 'followUp',
  selection: 'selection',
} as const satisfies Record<string, DeskErrorKey>;

const getFormName = ({ pathname }: URL) =>
  pathname.split('/').at(-1) as keyof typeof errorKeysByForm;

export function action(args: Route.ActionArgs) {
  const actions = {
    status: changeStatusAction,
    notes: addNoteAction,
    replies: sendReplyAction,
    retry: retryReplyAction,
    answers: recordAnswerAction,
    assignment: assignAction,
    'follow-up': setFollowUpAction,
    selection: changeSelectionAction,
  };
  const form = getFormName(args.url);
  if (!Object.hasOwn(actions, form)) throw new Response(null, { status: 405 });
  return actions[form](args);
}

export function clientAction({ request, url, serverAction }: Route.ClientActionArgs) {
  const errorKey = errorKeysByForm[getFormName(url)];
  return runWithErrorToast(() => deleteDraftIfSaved(request, serverAction), errorKey);
}

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  const { messages, view, reply, setupLine, error } = loaderData;
  useFocusRestoration();
  const { showWaiting } = useOutletContext<DeskContext>();
  const news = useLiveNews(loaderData.state, ({ fresh, waiting }) => {
    showWaiting(waiting);
    if (fresh !== undefined) showCountInTitle(fresh);
  });
  const state = loaderData.state && markUnread(loaderData.state, news.answeredIds);
  const refused = getRefusedForms(actionData);
  const { errors } = useDeskFrameMessages();
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
        {setupLine && (
          <p className="px-margin pb-6 text-note text-ink-3 print:hidden">
            <Link className="tap" to={href('/admin/dashboard/site')}>
              {setupLine}
            </Link>
          </p>
        )}
        {error !== null && <ErrorNoticeWithRetry title={errors.fetch} text={error} />}
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
      <KeysHelpDialog />
    </DeskProvider>
  );
}
