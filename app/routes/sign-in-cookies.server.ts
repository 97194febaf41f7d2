// The cookies of the sign-in (security model 1.3 to 1.5): browser, device, steps, return path.
import type { Cookie, RouterContextProvider } from 'react-router';
import { z } from 'zod';
import {
  createCsrfToken,
  isValidCsrfToken,
  type SignInClient,
  type StaffClient,
} from '#app/domain/accounts/sign-in.server.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#app/domain/clock.server.ts';
import { parseDeskView } from '#app/domain/desk/desk-filter.server.ts';
import { getDeskPath } from '#app/domain/desk/desk-view.ts';
import { createRandomToken, seal, unseal, type Purpose } from '#app/domain/keys.server.ts';
import { AUTH, DESK } from '#app/domain/limits.ts';
import { getDeviceCookieName } from '#app/domain/rate-limits.server.ts';
import {
  createSiteCookie,
  listCookieNames,
  readCookie,
  readSessionCookie,
  serializeExpiredCookie,
} from '#app/http/cookies.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import type { RouteFacts } from '#app/http/route-facts.server.ts';

const BROWSER_ID_BYTES = 16;
const DEVICE_PREFIX = 'dv_';
const DEVICE_COOKIE = /^dv_[0-9a-f]{8}$/;

const stepCookie = (name: string, minutes: number, signedFor: Purpose) =>
  createSiteCookie(name, {
    maxAgeSeconds: (minutes * MINUTE) / SECOND,
    sameSite: 'strict',
    signedFor,
  });
/** The cookie between an opened link and its form for a new password. */
export const getPasswordFormCookie = (): Cookie =>
  stepCookie('pw', AUTH.passwordFormMinutes, 'password-form');
/** The cookie between the password and the code of a sign-in. */
export const getSecondStepCookie = (): Cookie =>
  stepCookie('step', AUTH.secondStepMinutes, 'second-step');

const browserCookie = () =>
  createSiteCookie('brw', {
    maxAgeSeconds: (AUTH.browserCookieDays * DAY) / SECOND,
    signedFor: 'browser',
  });

const deviceCookie = (name: string) =>
  createSiteCookie(name, { maxAgeSeconds: (AUTH.deviceDays * DAY) / SECOND, sameSite: 'strict' });

/** Reads the id of the browser, or creates one, with a token for its form. The caller must set `newCookies`. */
export async function ensureBrowserId(request: Request) {
  const existingId = await readCookie(request, browserCookie());
  const browserId = existingId ?? createRandomToken(BROWSER_ID_BYTES);
  const newCookies = existingId === null ? [await browserCookie().serialize(browserId)] : [];
  return { browserId, csrfToken: createCsrfToken(browserId), newCookies };
}

/** Returns the browser that signs in; null unless the form has a token for the browser that sends it (AL-3). */
export async function verifySignInClient(
  request: Request,
  form: FormData,
  context: Readonly<RouterContextProvider>,
): Promise<SignInClient | null> {
  const csrfToken = String(form.get('csrf_token') ?? '');
  const browserId = await readCookie(request, browserCookie());
  if (!browserId || !isValidCsrfToken(csrfToken, browserId)) return null;
  return { ...(await readStaffClient(request, context)), browserId };
}

/** Reads the session cookie now, and the device cookie once the email is known. */
export async function readStaffClient(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<StaffClient> {
  return {
    ...context.get(requestContext),
    sessionToken: await readSessionCookie(request),
    agent: request.headers.get('user-agent') ?? '',
    readDeviceCookie: (email) => readCookie(request, deviceCookie(getDeviceCookieName(email))),
  };
}

/** Returns the Set-Cookie line that remembers this browser as a device of the account. */
export function serializeDeviceCookie(email: string, deviceToken: string): Promise<string> {
  return deviceCookie(getDeviceCookieName(email)).serialize(deviceToken);
}

/**
 * Returns Set-Cookie lines that delete device cookies, so that with the one of `email` no more than AUTH.devicesPerBrowser
 * are left: those that the browser sends first.
 */
export function serializeExpiredSurplusDevices(request: Request, email: string): Promise<string>[] {
  const accountCookie = getDeviceCookieName(email);
  const otherCookies = listCookieNames(request, DEVICE_PREFIX).filter(
    (name) => name !== accountCookie && DEVICE_COOKIE.test(name),
  );
  const surplusCookies = otherCookies.slice(AUTH.devicesPerBrowser - 1);
  return surplusCookies.map((name) => serializeExpiredCookie(deviceCookie(name)));
}

const LIST = '/admin/dashboard';
const SITE_EDITOR = '/admin/dashboard/site';

/**
 * Returns path and query of the desk page to open after a sign-in that interrupted a request. `returnTo` is a fact of the
 * requested route. 'itself' opens the same URL; 'sender' opens the page of the site's editor from which the form was
 * sent, or else its first page; a path opens that page with the query of the request; undefined opens the list, in the
 * view of that query.
 */
export function getReturnPath(
  requestUrl: URL,
  returnTo: RouteFacts['returnTo'],
  referer: string | null,
): string {
  if (returnTo === 'sender') return getSenderPath(referer) ?? SITE_EDITOR;

  // React Router adds this parameter to its requests for data.
  const query = new URLSearchParams(requestUrl.search);
  query.delete('_routes');

  const path = returnTo === 'itself' ? requestUrl.pathname : returnTo;
  // The list keeps only the parameters of its view.
  if (path === undefined || path === LIST) return getDeskPath(parseDeskView(query));
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Returns path and query of the editor of the site that has sent a request; never another origin. */
function getSenderPath(referer: string | null): string | undefined {
  const sender = URL.parse(referer ?? '');
  return sender?.pathname.startsWith(`${SITE_EDITOR}/`)
    ? sender.pathname + sender.search
    : undefined;
}

const MAX_RETURN_PATH_LENGTH = 300;

/** A browser without a session keeps it until the next sign-in: the page to return to. */
const returnNote = z.object({
  to: z.string(),
  /** The owner of the path. Null if the request had no cookie of a known session. */
  adminId: z.number().nullable(),
  /** Whether a page of the desk was open, so that there was a session. */
  wasAtDesk: z.boolean(),
  expiresAtMs: z.number(),
});

type ReturnNote = z.infer<typeof returnNote>;

const returnNoteCookie = () =>
  createSiteCookie('back', {
    maxAgeSeconds: (DESK.draftHours * HOUR) / SECOND,
    sameSite: 'strict',
  });

/** Encrypts the note, because the query of its path may name a person. A path that is too long loses its query. */
export function serializeReturnNote(note: Omit<ReturnNote, 'expiresAtMs'>): Promise<string> {
  const to = note.to.length <= MAX_RETURN_PATH_LENGTH ? note.to : note.to.split('?')[0]!;
  const expiresAtMs = Date.now() + DESK.draftHours * HOUR;
  const sealed = seal('way-back', JSON.stringify({ ...note, to, expiresAtMs }));
  return returnNoteCookie().serialize(sealed);
}

/**
 * Returns where the browser was before its session ended, or null without a valid cookie. Another admin may sign in
 * with it: check `adminId` first.
 */
export async function readReturnNote(request: Request): Promise<ReturnNote | null> {
  const json = unseal('way-back', (await readCookie(request, returnNoteCookie())) ?? '');
  if (json === null) return null;

  const note = returnNote.safeParse(JSON.parse(json)).data;
  return note && Date.now() < note.expiresAtMs ? note : null;
}

export const serializeExpiredReturnNote = (): Promise<string> =>
  serializeExpiredCookie(returnNoteCookie());
