import {
  createContext,
  data,
  href,
  redirect,
  redirectDocument,
  type ActionFunctionArgs,
  type MiddlewareFunction,
  type RouterContextProvider,
} from 'react-router';
import { interpolate } from '#app/components/messages.ts';
import { config } from '#app/config.server.ts';
import type { Language } from '#app/content/language.ts';
import type { DeskFault } from '#app/content/messages/desk.server.ts';
import { deskFaults } from '#app/content/messages/enquiry.server.ts';
import { refusals } from '#app/content/messages/failures.server.ts';
import type { FlashMessage } from '#app/content/messages/flash-messages.server.ts';
import { storePostedForm } from '#app/domain/accounts/posted-forms.server.ts';
import {
  deleteSessionDraft,
  readSession,
  readSessionEnd,
  type SignedInAdmin,
} from '#app/domain/accounts/sessions.server.ts';
import type { Requester } from '#app/domain/audit.server.ts';
import { SIGNED_OUT } from '#app/domain/desk/live.server.ts';
import { readSessionCookie, withCookies } from '#app/http/cookies.server.ts';
import { requestContext, setStaffLanguage } from '#app/http/request-context.server.ts';
import { Refusal } from '#app/http/responses.server.ts';
import { getRouteFacts } from '#app/http/route-facts.server.ts';
import { readPostedForm, type UploadedForm } from '#app/http/uploads.server.ts';
import { presentError } from '#app/routes/desk/presenter.server.ts';
import { serializeFlashCookie } from '#app/routes/flash.server.ts';
import {
  getReturnPath,
  readReturnNote,
  serializeReturnToCookie,
} from '#app/routes/sign-in-cookies.server.ts';

interface PostedForm<Typed> {
  admin: SignedInAdmin;
  requester: Requester;
  form: FormData;
  files: UploadedForm['files'];
  url: URL;
  /** Submitted by a script, which can show the result in its page. */
  isScripted: boolean;
  typed: Typed;
  refuse: Refuse;
}

type Refuse = (text: string, status: number, changes?: object) => ReturnType<typeof data<object>>;

interface DeskActionOptions<Typed> {
  fault: DeskFault;
  event: string;
  typed?: (form: FormData, language: Language) => Typed;
  takesFiles?: boolean;
}

/** Returns an action that refuses with a message whenever the database fails (D-5). */
export function createDeskAction<Typed extends object, Answer>(
  { fault, event, typed: read, takesFiles = false }: DeskActionOptions<Typed>,
  work: (posted: PostedForm<Typed>) => Promise<Answer>,
) {
  return async ({
    request,
    context,
    url,
  }: Pick<ActionFunctionArgs, 'request' | 'context' | 'url'>) => {
    const admin = requireAdmin(context);
    const { language } = admin;
    const { form: posted, ...requester } = context.get(requestContext);
    let typed = {} as Typed;
    const refuse: Refuse = (text, status, changes) => {
      const toast = { tone: 'error', title: deskFaults[language][fault], text };
      return data<object>({ ...typed, ...changes, toast }, { status });
    };
    try {
      const { fields: form, files } = takesFiles
        ? await (posted ?? readPostedForm(request))
        : { fields: await request.formData(), files: undefined };
      typed = read?.(form, language) ?? typed;
      const isScripted = isDataRequest(request);
      return await work({ admin, requester, form, files, url, isScripted, typed, refuse });
    } catch (error) {
      if (error instanceof Refusal) {
        const { reason, values, status } = error;
        return refuse(interpolate(refusals[language][reason], values), status);
      }
      const { text, status } = presentError(event, error, language);
      return refuse(text, status);
    }
  };
}

export async function redirectWithFlash(
  to: string,
  message: FlashMessage,
  {
    ids,
    cookies = [],
  }: { ids?: readonly number[]; cookies?: readonly (string | Promise<string>)[] } = {},
): Promise<Response> {
  const headers = await withCookies([serializeFlashCookie(message, ids), ...cookies]);
  return redirect(to, { status: 303, headers });
}

const DESK = href('/admin/dashboard');

const adminContext = createContext<SignedInAdmin | null>(null);

export const guardDesk: MiddlewareFunction<Response> = async (args, next) => {
  const { request, context } = args;
  const token = await readSessionCookie(request);
  const admin = await readSession(token);
  const isHidden = !config().hasPeoplePage && args.pattern.includes('dashboard/people');
  if (isHidden && !admin) return new Response(null, { status: 404 });
  if (!token || !admin) throw await redirectToLogin(args);
  const isOver = admin.draft && request.method === 'POST';
  if (isOver) await deleteSessionDraft(token);
  context.set(adminContext, isOver ? { ...admin, draft: null } : admin);
  setStaffLanguage(context, admin.language);
  if (isHidden) throw data(null, { status: 404 });
  return next();
};

/** Returns the admin that the guard has let in; without one, throws the redirect to /admin (D-1). */
export function requireAdmin(context: Readonly<RouterContextProvider>): SignedInAdmin {
  const admin = context.get(adminContext);
  if (!admin) throw redirect(href('/admin'), 303);
  return admin;
}

type GuardedRequest = Pick<ActionFunctionArgs, 'request' | 'context' | 'url' | 'pattern'>;

/** The login leads back (ledger D-1); a posted form waits for its admin meanwhile (DK-6). */
async function redirectToLogin(args: GuardedRequest): Promise<Response> {
  const { request, url, pattern } = args;
  if (request.headers.get('accept') === 'text/event-stream') {
    // A page instead of a stream would be an error on the console of the page that listens.
    return new Response(SIGNED_OUT, { headers: { 'Content-Type': 'text/event-stream' } });
  }
  const endedSession = await readSessionEnd(await readSessionCookie(request));
  const adminId = endedSession?.adminId ?? null;
  const isPost = request.method === 'POST';
  const isData = isDataRequest(request);
  const { keepsForm, returnTo } = getRouteFacts(pattern);
  const posted = isPost && keepsForm ? await readForm(args) : null;
  const page = new URL(url);
  const enquiry = posted?.fields.get('enquiry');
  if (enquiry && !url.pathname.endsWith('/status')) {
    page.searchParams.set('enquiry', String(enquiry));
  }
  // A script keeps the form in the browser.
  const form = posted && !isData ? await storeForm(posted, args, endedSession?.adminId) : null;
  const earlierNote = await readReturnNote(request);
  const note = {
    to: getReturnPath(page, returnTo, request.headers.get('referer')),
    adminId,
    wasAtDesk: isPost || isData || cameFromDesk(request),
    // Another tab that finds the session ended does not lose the form of this one.
    form: form ?? (earlierNote?.adminId === adminId ? earlierNote.form : null),
  };
  const headers = await withCookies([serializeReturnToCookie(note)]);
  // A document of its own: the login speaks the language of the browser, not of the admin.
  return redirectDocument(href('/admin'), { status: 303, headers });
}

/** Returns null for a form that cannot be read. */
async function readForm(args: GuardedRequest): Promise<UploadedForm | null> {
  const { request, context } = args;
  try {
    const { form } = context.get(requestContext);
    return await (form ?? readPostedForm(request));
  } catch {
    return null;
  }
}

async function storeForm(
  posted: UploadedForm,
  { context, url }: GuardedRequest,
  adminId: number | undefined,
): Promise<{ id: string; hasFiles: boolean } | null> {
  const { address: ipAddress } = context.get(requestContext);
  try {
    const id = await storePostedForm(posted, url.pathname, { adminId, ipAddress });
    return id === null ? null : { id, hasFiles: posted.files !== undefined };
  } catch (error) {
    // A file that is too large or arrives too slowly.
    if (error instanceof Refusal) return null;
    throw error;
  }
}

export function isDataRequest(request: Request): boolean {
  return new URL(request.url).pathname.endsWith('.data');
}

function cameFromDesk(request: Request): boolean {
  const from = request.headers.get('referer');
  return from !== null && URL.canParse(from) && new URL(from).pathname.startsWith(DESK);
}
