import { data, type ShouldRevalidateFunctionArgs as RevalidateArgs } from 'react-router';
import type { Route } from './+types/dashboard.ts';
import type { DeskFault } from '#app/content/desk/desk-frame.server.ts';
import { adminPages } from '#app/content/desk/admin-pages.server.ts';
import { desk } from '#app/content/desk/desk.server.ts';
import { deskWords } from '#app/content/desk/desk-words.server.ts';
import { enquiryWords } from '#app/content/desk/enquiry.server.ts';
import type { Language } from '#app/content/language.ts';
import { phrase } from '#app/ui/language/phrase.ts';
import { requireAdmin } from '#app/http/request-context.server.ts';
import { readView } from '#app/domain/desk/desk-filter.server.ts';
import { type DeskState, readDesk } from '#app/domain/desk/desk.server.ts';
import { readReplyStart } from '#app/domain/replies/reply-start.server.ts';
import { faultOf } from '#app/routes/admin/desk/desk-error.server.ts';
import { assign, setFollowUpDay } from '#app/routes/admin/desk/handling/handling.server.ts';
import { addNote } from '#app/routes/admin/desk/notes.server.ts';
import { sendReplyAgain, sendReplyForm } from '#app/routes/admin/desk/reply/replies.server.ts';
import { changeStatus } from '#app/routes/admin/desk/status.server.ts';
import { savingDraft } from '#app/routes/admin/frame/drafts.tsx';
import { deskMeta } from '#app/routes/admin/frame/desk-meta.ts';
import { useToastOf } from '#app/routes/admin/frame/use-toast-of.ts';
import { answerOrFault } from '#app/routes/request-failure.ts';
import { refusedIn } from '#app/routes/admin/desk/enquiry/enquiry-dialog.tsx';
import { DeskPage } from './desk-page.tsx';

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return loaderData ? deskMeta(matches, loaderData.head) : [];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const admin = requireAdmin(context);
  const { language } = admin;
  const view = readView(url.searchParams);
  const words = deskWords(language, view.enquiry !== '');
  try {
    const state = await readDesk(view, admin);
    const reply = await readReplyStart(view, admin);
    const missing = view.enquiry !== '' && state.open === null;
    const head = headOf(state, language);
    return data({ head, words, view, state, reply, fault: null }, { status: missing ? 404 : 200 });
  } catch (error) {
    const { status, text } = faultOf('desk-not-read', error, language);
    const unread = { state: null, reply: null, fault: text };
    return data({ head: headOf(null, language), words, view, ...unread }, { status });
  }
}

function headOf(state: DeskState | null, language: Language) {
  const fresh = state?.counts.new ?? 0;
  const open = enquiryWords[language].title;
  const name = state?.open ? phrase(open, { id: state.open.id }) : desk[language].title;
  return { ...adminPages[language].desk, title: `${fresh > 0 ? `(${fresh}) ` : ''}${name}` };
}

/**
 * After a refused change the list is read again too: somebody else has changed it (D-4). A reply to
 * an enquiry that is gone stays on the page as it was written.
 */
export function shouldRevalidate(revalidation: RevalidateArgs) {
  const { actionStatus, formAction = '', defaultShouldRevalidate } = revalidation;
  if (actionStatus === 404 && /\/replies\b/.test(formAction)) return false;
  return defaultShouldRevalidate || actionStatus === 404 || actionStatus === 409;
}

/**
 * The addresses of the forms of an enquiry: each is this page, which so has the code for what comes
 * of them, whatever becomes of the network.
 */
const faultAt = {
  status: 'update',
  notes: 'note',
  replies: 'reply',
  retry: 'notSentAgain',
  assignment: 'assign',
  'follow-up': 'followUp',
} as const satisfies Record<string, DeskFault>;

const formAt = ({ pathname }: URL) => pathname.split('/').at(-1) as keyof typeof faultAt;

export function action(args: Route.ActionArgs) {
  const actions = {
    status: changeStatus,
    notes: addNote,
    replies: sendReplyForm,
    retry: sendReplyAgain,
    assignment: assign,
    'follow-up': setFollowUpDay,
  };
  const form = formAt(args.url);
  if (!Object.hasOwn(actions, form)) throw new Response(null, { status: 405 });
  return actions[form](args);
}

/** What was written stays in its form, and the enquiry open (D-5). */
export async function clientAction({ request, url, serverAction }: Route.ClientActionArgs) {
  return answerOrFault(await savingDraft(request, serverAction), faultAt[formAt(url)]);
}

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <DeskPage {...loaderData} toast={useToastOf(actionData)} refused={refusedIn(actionData)} />
  );
}
