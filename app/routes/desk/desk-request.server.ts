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
import type { FlashMessage } from '#app/content/texts/flash-texts.server.ts';
import {
  authenticateSession,
  findSignedInAdmin,
  readSessionEnd,
  type SignedInAdmin,
} from '#app/domain/accounts/sessions.server.ts';
import {
  createCookieHeaders,
  readLanguageCookie,
  readSessionCookie,
} from '#app/http/cookies.server.ts';
import { isDataRequest, staffLanguageContext } from '#app/http/request-context.server.ts';
import { getRouteFacts } from '#app/http/route-facts.server.ts';
import { readEndedSession, type EndedSession } from '#app/routes/desk/ended-session.server.ts';
import { serializeFlashCookie, type Flash } from '#app/routes/flash.server.ts';
import { getReturnPath, serializeReturnNote } from '#app/routes/sign-in-cookies.server.ts';

interface FlashOptions extends Partial<Pick<Flash, 'numbers'>> {
  cookies?: readonly (string | Promise<string>)[];
}

/** Returns a redirect with 303, and leaves a message for the next page in a cookie. */
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

/** The response to a form without JavaScript after its session: the sign-in, and the typed texts to copy (DK-6). */
const endedSessionContext = createContext<EndedSession | null>(null);

/**
 * Lets only signed-in admins through, and prolongs their session unless an open page asks by itself; redirects others to
 * the login (D-1), or answers their form with it (DK-6). Hides a disabled People page behind a 404.
 */
export const guardDesk: MiddlewareFunction<Response> = async (args, next) => {
  const { request, context, pattern } = args;
  const { isAutomatic } = getRouteFacts(pattern);
  const findAdmin = isAutomatic ? findSignedInAdmin : authenticateSession;
  const admin = await findAdmin(await readSessionCookie(request));

  const isHidden = !config().hasPeoplePage && pattern.includes('dashboard/people');
  if (!admin) {
    // The login would only lead to a page that does not exist.
    return isHidden ? new Response(null, { status: 404 }) : askForLogin(args, next);
  }

  context.set(adminContext, admin);
  context.set(staffLanguageContext, admin.language);
  // Thrown once admin and language are known, which the error page of the desk needs.
  if (isHidden) throw data(null, { status: 404 });
  return next();
};

const askForLogin: MiddlewareFunction<Response> = async (args, next) => {
  const { request, context } = args;
  const { returnTo } = getRouteFacts(args.pattern);
  const returnCookie = await createReturnCookie(args);
  const isPlainForm = request.method === 'POST' && !isDataRequest(request) && returnTo === 'itself';
  if (!isPlainForm) {
    const headers = await createCookieHeaders([returnCookie]);
    // Another document, because the login is in the language of the browser, not of the admin.
    throw redirectDocument(href('/admin'), { status: 303, headers });
  }

  // The action throws the sign-in page, because only then the loader of the document runs.
  context.set(staffLanguageContext, await readLanguageCookie(request));
  const { page, newCookies } = await readEndedSession(args);
  context.set(endedSessionContext, page);
  const response = await next();
  for (const cookie of [returnCookie, ...newCookies]) response.headers.append('Set-Cookie', cookie);
  return response;
};

/**
 * Returns the admin that guardDesk has let through. Throws without one: the sign-in page with the typed texts (DK-6), or
 * the redirect to /admin (D-1).
 */
export function requireAdmin(context: Readonly<RouterContextProvider>): SignedInAdmin {
  const admin = context.get(adminContext);
  if (admin) return admin;
  const endedSession = context.get(endedSessionContext);
  throw endedSession ? data(endedSession, { status: 401 }) : redirect(href('/admin'), 303);
}

type GuardedRequest = Pick<ActionFunctionArgs, 'request' | 'context' | 'url' | 'pattern'>;

/** Returns the cookie that tells the login to which page to return, and whether there was a session. */
async function createReturnCookie({ request, url, pattern }: GuardedRequest): Promise<string> {
  const endedSession = await readSessionEnd(await readSessionCookie(request));
  const { returnTo } = getRouteFacts(pattern);
  const referer = request.headers.get('referer');
  const cameFromDesk = URL.parse(referer ?? '')?.pathname.startsWith(DESK) === true;

  return serializeReturnNote({
    to: getReturnPath(url, returnTo, referer),
    adminId: endedSession?.adminId ?? null,
    wasAtDesk: request.method === 'POST' || isDataRequest(request) || cameFromDesk,
  });
}

/** Returns the number of a page from a query parameter; 1 without a valid number. */
export function parsePageNumber({ searchParams }: URL, parameter: string): number {
  const text = searchParams.get(parameter) ?? '';
  return /^\d{1,6}$/.test(text) ? Math.max(1, Number(text)) : 1;
}
