import {
  data,
  href,
  Link,
  type ShouldRevalidateFunctionArgs as RevalidateArgs,
} from 'react-router';
import { useHydrated } from '#app/components/hydrated.tsx';
import { interpolate } from '#app/components/messages.ts';
import { getAdminPageHeads } from '#app/content/messages/desk-pages.server.ts';
import {
  getDeskMessages,
  setupMessage,
  type DeskFault,
  type DeskMessages,
} from '#app/content/messages/desk.server.ts';
import { readView } from '#app/domain/desk/desk-filter.server.ts';
import { getOpenEnquiryId } from '#app/domain/desk/desk-view.ts';
import { markAnswersRead, readDesk } from '#app/domain/desk/desk.server.ts';
import { readReplyStart } from '#app/domain/desk/replies.server.ts';
import { getSetupChecklist, type SetupStep } from '#app/domain/site/setup-checklist.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { requireAdmin } from '#app/routes/desk/answers.server.ts';
import { wrapDraftAction } from '#app/routes/desk/drafts.tsx';
import {
  addNote,
  assign,
  changeSelected,
  changeStatus,
  recordElsewhere,
  sendReplyAgain,
  sendReplyForm,
  setFollowUpDay,
} from '#app/routes/desk/enquiries/actions.server.ts';
import {
  DeskError,
  DeskProvider,
  getDeskMeta,
  PageToasts,
  runDeskAction,
  useDeskFrame,
} from '#app/routes/desk/frame.tsx';
import {
  presentDesk,
  presentError,
  presentReplyStart,
  type DeskState,
} from '#app/routes/desk/presenter.server.ts';
import type { Route } from './+types/dashboard.ts';
import { EnquiryDialog, getRefusedForms, LostEnquiry } from './enquiry.tsx';
import { KeysHelp } from './keys.tsx';
import { DeskHead } from './list-head.tsx';
import { DeskList } from './list.tsx';
import { markAnswered, useLiveNews } from './live-news.tsx';

export const meta: Route.MetaFunction = getDeskMeta;

/** Runs before all loaders, so that the count in the navigation leaves out the enquiry that is being opened. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, context, url }) => {
    const enquiryId = getOpenEnquiryId(readView(url.searchParams));
    const isOpened = request.method === 'GET' && !context.get(requestContext).isHead;
    // A prefetched page has not been seen yet.
    const isAhead = request.headers.get('sec-purpose')?.includes('prefetch');
    if (enquiryId !== null && isOpened && !isAhead) await markAnswersRead(enquiryId);
  },
];

export async function loader({ context, url }: Route.LoaderArgs) {
  const admin = requireAdmin(context);
  const { language } = admin;
  const view = readView(url.searchParams);
  const messages = getDeskMessages(language, view.enquiry !== '');
  try {
    const state = presentDesk(await readDesk(view, admin), view, language);
    const reply = presentReplyStart(await readReplyStart(view, admin));
    const steps = await getSetupChecklist();
    const isMissing = view.enquiry !== '' && state.open === null;
    const head = { ...getAdminPageHeads(language).desk, title: formatTitle(state, messages) };
    const setupLine = formatSetupLine(steps, setupMessage[language]);
    return data(
      { head, messages, view, state, reply, setupLine, fault: null },
      { status: isMissing ? 404 : 200 },
    );
  } catch (error) {
    const { status, text } = presentError('desk-not-read', error, language);
    const unread = { state: null, reply: null, setupLine: null, fault: text };
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

/**
 * Also revalidates after 404 and 409, because a colleague has changed the list (D-4), except after a reply
 * to a deleted enquiry: its text stays on the page.
 */
export function shouldRevalidate(revalidation: RevalidateArgs) {
  const { actionStatus, formAction = '', defaultShouldRevalidate } = revalidation;
  if (actionStatus === 404 && /\/replies\b/.test(formAction)) return false;
  return defaultShouldRevalidate || actionStatus === 404 || actionStatus === 409;
}

/** The message for each form of this page, by the last part of its URL, when the network fails. */
const faultOfForm = {
  status: 'update',
  notes: 'note',
  replies: 'reply',
  retry: 'notSentAgain',
  answers: 'answer',
  assignment: 'assign',
  'follow-up': 'followUp',
  selection: 'selection',
} as const satisfies Record<string, DeskFault>;

const getFormName = ({ pathname }: URL) => pathname.split('/').at(-1) as keyof typeof faultOfForm;

export function action(args: Route.ActionArgs) {
  const actions = {
    status: changeStatus,
    notes: addNote,
    replies: sendReplyForm,
    retry: sendReplyAgain,
    answers: recordElsewhere,
    assignment: assign,
    'follow-up': setFollowUpDay,
    selection: changeSelected,
  };
  const form = getFormName(args.url);
  if (!Object.hasOwn(actions, form)) throw new Response(null, { status: 405 });
  return actions[form](args);
}

export async function clientAction({ request, url, serverAction }: Route.ClientActionArgs) {
  return runDeskAction(await wrapDraftAction(request, serverAction), faultOfForm[getFormName(url)]);
}

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  const { messages, view, reply, setupLine, fault } = loaderData;
  const news = useLiveNews(loaderData.state);
  const state = loaderData.state && markAnswered(loaderData.state, news);
  const refused = getRefusedForms(actionData);
  const { faults } = useDeskFrame();
  const isHydrated = useHydrated();
  const isCovered = view.enquiry !== '' && state !== null;
  const toasts = actionData && <PageToasts answer={actionData} />;
  return (
    <DeskProvider value={{ messages, view }}>
      {!isCovered && toasts}
      {/* Behind an enquiry the list stays invisible until the script runs: a table that grows while the
          page loads would shift the layout. */}
      <div
        className={`inert:isolate inert:max-md:hidden inert:print:hidden ${isHydrated ? '' : 'inert:invisible'}`}
        inert={isCovered}
      >
        <DeskHead state={state} news={news} />
        {state && <DeskList state={state} />}
        {setupLine && (
          <p className="px-margin pb-6 text-note text-ink-3 print:hidden">
            <Link className="tap" to={href('/admin/dashboard/site')}>
              {setupLine}
            </Link>
          </p>
        )}
        {fault !== null && <DeskError title={faults.fetch} text={fault} />}
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
          <LostEnquiry refused={refused} toasts={toasts} />
        ))}
      <KeysHelp />
    </DeskProvider>
  );
}
