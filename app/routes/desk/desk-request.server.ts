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
import { config } from '#app/config.server.ts';
import type { Language } from '#app/content/language.ts';
import type { DeskErrorKey } from '#app/content/messages/desk.server.ts';
import { deskErrors } from '#app/content/messages/enquiry.server.ts';
import type { FlashMessage } from '#app/content/messages/flash-messages.server.ts';
import { storePostedForm } from '#app/domain/accounts/posted-forms.server.ts';
import {
  authenticateSession,
  deleteSessionDraft,
  readSessionEnd,
  type Author,
  type SignedInAdmin,
} from '#app/domain/accounts/sessions.server.ts';
import type { Requester } from '#app/domain/audit.server.ts';
import { SIGNED_OUT } from '#app/domain/desk/live.server.ts';
import { createCookieHeaders, readSessionCookie } from '#app/http/cookies.server.ts';
import {
  isDataRequest,
  requestContext,
  staffLanguageContext,
} from '#app/http/request-context.server.ts';
import { Refusal } from '#app/http/responses.server.ts';
import { getRouteFacts } from '#app/http/route-facts.server.ts';
import { readFormData, type UploadedForm } from '#app/http/uploads.server.ts';
import { presentRefusalOrLogError } from '#app/routes/desk/presenter.server.ts';
import { serializeFlashCookie } from '#app/routes/flash.server.ts';
import {
  getReturnPath,
  readReturnNote,
  serializeReturnNote,
} from '#app/routes/sign-in-cookies.server.ts';

interface PostedDeskForm<Typed> {
  admin: SignedInAdmin;
  requester: Requester;
  /** `admin` and `requester` together. */
  author: Author;
  form: FormData;
  files: UploadedForm['files'];
  url: URL;
  /** Submitted by a script, which can show the result in its page. */
  isScripted: boolean;
  typed: Typed;
  refuse: Refuse;
}

/** Returns action data with an error toast, the typed values and `changes`, which take precedence. */
export type Refuse = (
  text: string,
  status: number,
  changes?: object,
) => ReturnType<typeof data<object>>;

interface DeskActionOptions<Typed> {
  errorKey: DeskErrorKey;
  /** The name of the log line when the action fails. */
  event: string;
  /** Returns the values that a refused form gets back. */
  parseTyped?: (form: FormData, language: Language) => Typed;
  takesFiles?: boolean;
}

type DeskActionArgs = Pick<ActionFunctionArgs, 'request' | 'context' | 'url'>;

/**
 * Returns an action that runs `work` for the signed-in admin. If `work` throws, the action logs the error
 * (D-5) and refuses the form with its typed values.
 */
export function createDeskAction<Typed extends object, Result>(
  { errorKey, event, parseTyped, takesFiles = false }: DeskActionOptions<Typed>,
  work: (posted: PostedDeskForm<Typed>) => Promise<Result>,
) {
  return async ({
    request,
    context,
    url,
  }: DeskActionArgs): Promise<Result | ReturnType<Refuse>> => {
    const admin = requireAdmin(context);
    const { language } = admin;
    const { form: posted, ...requester } = context.get(requestContext);
    const title = deskErrors[language][errorKey];
    // There are no typed values to give back until the form is read.
    let refuse = createRefuse(title, {});
    try {
      const { fields: form, files } = takesFiles
        ? await (posted ?? readFormData(request))
        : { fields: await request.formData(), files: undefined };
      const typed = parseTyped?.(form, language) ?? ({} as Typed);
      refuse = createRefuse(title, typed);
      const isScripted = isDataRequest(request);
      const author = { admin, requester };
      return await work({ ...author, author, form, files, url, isScripted, typed, refuse });
    } catch (error) {
      const { text, status } = presentRefusalOrLogError(event, error, language);
      return refuse(text, status);
    }
  };
}

function createRefuse(title: string, typed: object): Refuse {
  return (text, status, changes) =>
    data<object>({ ...typed, ...changes, toast: { tone: 'error', title, text } }, { status });
}

interface FlashOptions {
  /** The id of the reported status change or of the assignee, or the outcome of a selection (packSelectionOutcome). */
  numbers?: readonly number[];
  cookies?: readonly (string | Promise<string>)[];
}

/** Redirects with 303; the next page shows the message. */
export async function redirectWithFlash(
  to: string,
  message: FlashMessage,
  { numbers, cookies = [] }: FlashOptions = {},
): Promise<Response> {
  const headers = await createCookieHeaders([serializeFlashCookie(message, numbers), ...cookies]);
  return redirect(to, { status: 303, headers });
}

const DESK = href('/admin/dashboard');

const adminContext = createContext<SignedInAdmin | null>(null);

/** Lets only signed-in admins through; redirects others to the login (D-1). Hides a disabled People page. */
export const guardDesk: MiddlewareFunction<Response> = async (args, next) => {
  const { request, context } = args;
  const token = await readSessionCookie(request);
  const admin = await authenticateSession(token);
  const isHidden = !config().hasPeoplePage && args.pattern.includes('dashboard/people');
  if (!token || !admin) {
    // The login would only lead to a page that does not exist.
    if (isHidden) return new Response(null, { status: 404 });
    throw isEventStream(request) ? createSignedOutEvent() : await redirectToLogin(args);
  }
  const isPost = request.method === 'POST';
  context.set(adminContext, isPost ? await endRestoredDraft(admin, token) : admin);
  context.set(staffLanguageContext, admin.language);
  // Thrown once admin and language are known, which the error page of the desk needs.
  if (isHidden) throw data(null, { status: 404 });
  return next();
};

/** A POST deletes the form that was restored after the login (DK-6). */
async function endRestoredDraft(admin: SignedInAdmin, token: string): Promise<SignedInAdmin> {
  if (admin.sealedForm === null) return admin;
  await deleteSessionDraft(token);
  return { ...admin, sealedForm: null };
}

const isEventStream = ({ headers }: Request) => headers.get('accept') === 'text/event-stream';

/** A redirect would make the browser report an error on the console of the page that listens. */
function createSignedOutEvent(): Response {
  return new Response(SIGNED_OUT, { headers: { 'Content-Type': 'text/event-stream' } });
}

/** Throws the redirect to /admin if guardDesk has let no admin through (D-1). */
export function requireAdmin(context: Readonly<RouterContextProvider>): SignedInAdmin {
  const admin = context.get(adminContext);
  if (!admin) throw redirect(href('/admin'), 303);
  return admin;
}

type GuardedRequest = Pick<ActionFunctionArgs, 'request' | 'context' | 'url' | 'pattern'>;

/**
 * Stores a posted form until its admin signs in (DK-6), and leaves a return note: a cookie that tells the
 * login to which page to return (D-1), and with which form.
 */
async function redirectToLogin(args: GuardedRequest): Promise<Response> {
  const { request, url, pattern } = args;
  const endedSession = await readSessionEnd(await readSessionCookie(request));
  const isPost = request.method === 'POST';
  const isData = isDataRequest(request);
  const { keepsForm, returnTo } = getRouteFacts(pattern);
  const posted = isPost && keepsForm ? await readForm(args) : null;
  // With a script, the browser itself keeps the form.
  const form = posted && !isData ? await storeForm(posted, args, endedSession?.adminId) : null;
  // After storeForm: the fields that follow the files of a form are complete only when the files are read.
  const page = getFormPage(url, posted?.fields);
  const adminId = endedSession?.adminId ?? null;
  const earlierNote = await readReturnNote(request);
  const earlierForm = earlierNote?.adminId === adminId ? earlierNote.form : null;
  const note = {
    to: getReturnPath(page, returnTo, request.headers.get('referer')),
    adminId,
    wasAtDesk: isPost || isData || cameFromDesk(request),
    // Another tab that finds the session ended does not lose the form of this one.
    form: form ?? earlierForm,
  };
  const headers = await createCookieHeaders([serializeReturnNote(note)]);
  // Another document, because the login is in the language of the browser, not of the admin.
  return redirectDocument(href('/admin'), { status: 303, headers });
}

/** Adds the enquiry to which a form belongs, unless it changes a status, which the list can do too. */
function getFormPage(url: URL, form: FormData | undefined): URL {
  const page = new URL(url);
  const enquiry = form?.get('enquiry');
  if (enquiry && !url.pathname.endsWith('/status')) {
    page.searchParams.set('enquiry', String(enquiry));
  }
  return page;
}

/** Returns null for a form that cannot be read. */
async function readForm(args: GuardedRequest): Promise<UploadedForm | null> {
  const { request, context } = args;
  try {
    const { form } = context.get(requestContext);
    return await (form ?? readFormData(request));
  } catch {
    return null;
  }
}

async function storeForm(
  posted: UploadedForm,
  { context, url }: GuardedRequest,
  adminId: number | undefined,
): Promise<{ id: string; hasFiles: boolean } | null> {
  const { ipAddress } = context.get(requestContext);
  try {
    const id = await storePostedForm(posted, url.pathname, { adminId, ipAddress });
    return id === null ? null : { id, hasFiles: posted.files !== undefined };
  } catch (error) {
    // A file that is too large or arrives too slowly.
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** Returns 1 without a valid number. */
export function parsePageNumber({ searchParams }: URL, parameter: string): number {
  const text = searchParams.get(parameter) ?? '';
  return /^\d{1,6}$/.test(text) ? Math.max(1, Number(text)) : 1;
}

function cameFromDesk(request: Request): boolean {
  const from = request.headers.get('referer');
  return from !== null && URL.canParse(from) && new URL(from).pathname.startsWith(DESK);
}
