import {
  PageToasts,
  DeskError,
  deskMeta,
  DeskProvider,
  useDeskFrame,
  answerOrFault,
} from '#app/routes/desk/frame.tsx';
import { adminPages } from '#app/content/words/desk-pages.server.ts';
import { interpolate } from '#app/components/words.ts';
import { readReplyStart } from '#app/domain/desk/replies.server.ts';
import {
  type ShouldRevalidateFunctionArgs as RevalidateArgs,
  data,
  href,
  Link,
} from 'react-router';
import type { Route } from './+types/dashboard.ts';
import {
  type DeskFault,
  type DeskWords,
  deskWords,
  firstHourLine,
} from '#app/content/words/desk.server.ts';
import { type FirstStep, firstHour } from '#app/domain/site/first-hour.server.ts';
import { readView } from '#app/domain/desk/desk-filter.server.ts';
import { readDesk } from '#app/domain/desk/desk.server.ts';
import { type DeskState, presentDesk, presentError } from '#app/routes/desk/presenter.server.ts';
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
import { requireAdmin } from '#app/routes/desk/answers.server.ts';
import { savingDraft } from '#app/routes/desk/drafts.tsx';
import { EnquiryDialog, LostEnquiry, refusedIn } from './enquiry.tsx';
import { KeysHelp } from './keys.tsx';
import { DeskHead } from './list-head.tsx';
import { DeskList } from './list.tsx';
import { useHydrated } from '#app/components/hydrated.tsx';

export const meta: Route.MetaFunction = deskMeta;

export async function loader({ context, url }: Route.LoaderArgs) {
  const admin = requireAdmin(context);
  const { language } = admin;
  const view = readView(url.searchParams);
  const words = deskWords(language, view.enquiry !== '');
  try {
    const state = presentDesk(await readDesk(view, admin), view, language);
    const reply = await readReplyStart(view, admin);
    const steps = await firstHour();
    const missing = view.enquiry !== '' && state.open === null;
    const head = { ...adminPages[language].desk, title: titleOf(state, words) };
    const own = ownLine(steps, firstHourLine[language]);
    return data(
      { head, words, view, state, reply, own, fault: null },
      { status: missing ? 404 : 200 },
    );
  } catch (error) {
    const { status, text } = presentError('desk-not-read', error, language);
    const unread = { state: null, reply: null, own: null, fault: text };
    const head = { ...adminPages[language].desk, title: titleOf(null, words) };
    return data({ head, words, view, ...unread }, { status });
  }
}

function ownLine(steps: readonly FirstStep[], line: string): string | null {
  if (steps.length === 0) return null;
  const open = steps.filter(({ isDone }) => !isDone).length;
  return interpolate(line, { open, all: steps.length });
}

function titleOf(state: DeskState | null, words: DeskWords): string {
  const { open, counts } = state ?? {};
  const name =
    open && words.open ? interpolate(words.open.enquiry.title, { id: open.id }) : words.title;
  return counts && counts.new > 0 ? `(${counts.new}) ${name}` : name;
}

/**
 * A refusal means that somebody else has changed the list (D-4). A reply to an enquiry that is gone
 * stays on the page as it was written.
 */
export function shouldRevalidate(revalidation: RevalidateArgs) {
  const { actionStatus, formAction = '', defaultShouldRevalidate } = revalidation;
  if (actionStatus === 404 && /\/replies\b/.test(formAction)) return false;
  return defaultShouldRevalidate || actionStatus === 404 || actionStatus === 409;
}

// Forms go to this page, so that the code for their answer is here when the network is not.
const faultAt = {
  status: 'update',
  notes: 'note',
  replies: 'reply',
  retry: 'notSentAgain',
  answers: 'answer',
  assignment: 'assign',
  'follow-up': 'followUp',
  selection: 'selection',
} as const satisfies Record<string, DeskFault>;

const formAt = ({ pathname }: URL) => pathname.split('/').at(-1) as keyof typeof faultAt;

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
  const form = formAt(args.url);
  if (!Object.hasOwn(actions, form)) throw new Response(null, { status: 405 });
  return actions[form](args);
}

export async function clientAction({ request, url, serverAction }: Route.ClientActionArgs) {
  return answerOrFault(await savingDraft(request, serverAction), faultAt[formAt(url)]);
}

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  const { words, view, state, reply, fault } = loaderData;
  const refused = refusedIn(actionData);
  const { faults } = useDeskFrame();
  const scripted = useHydrated();
  const covered = view.enquiry !== '' && state !== null;
  const own = actionData && <PageToasts answer={actionData} />;
  return (
    <DeskProvider value={{ words, view }}>
      {!covered && own}
      {/* Below an enquiry it is not drawn as it comes in, column by column: nothing shifts. */}
      <div
        className={`inert:isolate inert:max-md:hidden inert:print:hidden ${scripted ? '' : 'inert:invisible'}`}
        inert={covered}
      >
        <DeskHead state={state} />
        {state && <DeskList state={state} />}
        {loaderData.own && (
          <p className="px-margin pb-6 text-note text-ink-3 print:hidden">
            <Link className="tap" to={href('/admin/dashboard/site')}>
              {loaderData.own}
            </Link>
          </p>
        )}
        {fault !== null && <DeskError title={faults.fetch} text={fault} />}
      </div>
      {covered &&
        (state.open ? (
          <EnquiryDialog
            key={state.open.id}
            enquiry={state.open}
            staff={state.staff}
            me={state.me}
            reply={reply}
            refused={refused}
            toasts={own}
          />
        ) : (
          <LostEnquiry refused={refused} toasts={own} />
        ))}
      <KeysHelp />
    </DeskProvider>
  );
}
