// The cookies of the sign-in (security model 1.3 to 1.5): browser, device, steps, return path.
import type { RouterContextProvider } from 'react-router';
import { z } from 'zod';
import {
  createSecurityToken,
  isSecurityToken,
  type SignInClient,
} from '#app/domain/accounts/sign-in.server.ts';
import { countEvent } from '#app/domain/audit.server.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#app/domain/clock.server.ts';
import { readView } from '#app/domain/desk/desk-filter.server.ts';
import { getDeskPath } from '#app/domain/desk/desk-view.ts';
import { createRandomToken, seal, unseal, type Purpose } from '#app/domain/keys.server.ts';
import { AUTH, DESK } from '#app/domain/limits.ts';
import { getDeviceCookieName } from '#app/domain/rate-limits.server.ts';
import {
  createSiteCookie,
  endCookie,
  listCookieNames,
  readCookie,
  readSessionCookie,
} from '#app/http/cookies.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import type { RouteFacts } from '#app/http/route-facts.server.ts';

const BROWSER_ID_BYTES = 16;
const DEVICE_PREFIX = 'dv_';

const stepCookie = (name: string, minutes: number, signedFor: Purpose) =>
  createSiteCookie(name, {
    maxAgeSeconds: (minutes * MINUTE) / SECOND,
    sameSite: 'strict',
    signedFor,
  });
export const getPasswordFormCookie = () =>
  stepCookie('pw', AUTH.passwordFormMinutes, 'password-form');
export const getSecondStepCookie = () => stepCookie('step', AUTH.secondStepMinutes, 'second-step');

const browserCookie = () =>
  createSiteCookie('brw', {
    maxAgeSeconds: (AUTH.browserCookieDays * DAY) / SECOND,
    signedFor: 'browser',
  });

const deviceCookie = (name: string) =>
  createSiteCookie(name, { maxAgeSeconds: (AUTH.deviceDays * DAY) / SECOND, sameSite: 'strict' });

/** Returns the browser's id, a token for a form of its page, and the cookie to set if the id is new. */
export async function ensureBrowserId(
  request: Request,
): Promise<{ id: string; token: string; cookies: string[] }> {
  const existingId = await readCookie(request, browserCookie());
  const id = existingId ?? createRandomToken(BROWSER_ID_BYTES);
  const cookies = existingId === null ? [await browserCookie().serialize(id)] : [];
  return { id, token: createSecurityToken(id), cookies };
}

/** Returns null, and counts it, for a form without a token of its own browser (ledger AL-3). */
export async function parseSignInClient(
  request: Request,
  form: FormData,
  context: Readonly<RouterContextProvider>,
): Promise<SignInClient | null> {
  const browserId = await readCookie(request, browserCookie());
  if (browserId && isSecurityToken(String(form.get('csrf_token') ?? ''), browserId)) {
    return getSignInClient(request, context, browserId);
  }
  countEvent(context.get(requestContext), 'login.token');
  return null;
}

export async function getSignInClient(
  request: Request,
  context: Readonly<RouterContextProvider>,
  browserId: string,
): Promise<SignInClient> {
  return {
    ...context.get(requestContext),
    browserId,
    session: await readSessionCookie(request),
    agent: request.headers.get('user-agent') ?? '',
    readDeviceCookie: (email) => readCookie(request, deviceCookie(getDeviceCookieName(email))),
  };
}

/** Returns the Set-Cookie lines that remember this browser for an account and forget the surplus ones. */
export function serializeDeviceCookies(
  request: Request,
  email: string,
  device: string,
): Promise<string>[] {
  const name = getDeviceCookieName(email);
  const otherNames = listCookieNames(request, DEVICE_PREFIX).filter((other) => other !== name);
  const surplusNames = otherNames
    .slice(AUTH.devicesPerBrowser - 1)
    .filter((other) => /^dv_[0-9a-f]{8}$/.test(other));
  return [
    deviceCookie(name).serialize(device),
    ...surplusNames.map((other) => endCookie(deviceCookie(other))),
  ];
}

const LIST = '/admin/dashboard';
const SITE = '/admin/dashboard/site';

/**
 * Returns the path and query of the desk's page to show after the sign-in that a request to `url` leads
 * to. The list only gets parameters that it knows.
 */
export function getReturnPath(
  url: URL,
  returnTo: RouteFacts['returnTo'] = LIST,
  referer: string | null,
): string {
  if (returnTo === 'sender') return getSenderPath(referer) ?? SITE;
  const query = new URLSearchParams(url.search);
  query.delete('_routes');
  if (returnTo === LIST) return getDeskPath(readView(query));
  const path = returnTo === 'itself' ? url.pathname : returnTo;
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Returns path and query of the editor of the site that has sent a request; never another origin. */
function getSenderPath(referer: string | null): string | undefined {
  const sender = URL.parse(referer ?? '');
  return sender?.pathname.startsWith(`${SITE}/`) ? sender.pathname + sender.search : undefined;
}

const MAX_RETURN_PATH_LENGTH = 300;

const returnNote = z.object({
  to: z.string(),
  /** Null if no cookie of a known session came with the request. */
  adminId: z.number().nullable(),
  /** Whether a page of the desk was open, so that there was a session. */
  wasAtDesk: z.boolean(),
  /** A form that waits for the sign-in (posted-forms.server.ts). */
  form: z.object({ id: z.string(), hasFiles: z.boolean() }).nullable(),
  expiresAtMs: z.number(),
});

type ReturnNote = z.infer<typeof returnNote>;

const rawReturnToCookie = () =>
  createSiteCookie('back', {
    maxAgeSeconds: (DESK.draftHours * HOUR) / SECOND,
    sameSite: 'strict',
  });

/** Encrypts the note, because the query may contain a name that an admin has searched for. */
export function serializeReturnToCookie(note: Omit<ReturnNote, 'expiresAtMs'>): Promise<string> {
  const to = note.to.length <= MAX_RETURN_PATH_LENGTH ? note.to : note.to.split('?')[0]!;
  const expiresAtMs = Date.now() + DESK.draftHours * HOUR;
  const sealed = seal('way-back', JSON.stringify({ ...note, to, expiresAtMs }));
  return rawReturnToCookie().serialize(sealed);
}

/** Returns null without a valid cookie. The caller checks which admin may use the note. */
export async function readReturnNote(request: Request): Promise<ReturnNote | null> {
  const text = unseal('way-back', (await readCookie(request, rawReturnToCookie())) ?? '');
  const note = text?.startsWith('{') ? returnNote.safeParse(JSON.parse(text)).data : undefined;
  return note && Date.now() < note.expiresAtMs ? note : null;
}

/** Returns the path to show to this admin after the sign-in; null if it is another admin's. */
export async function readReturnTo(request: Request, adminId: number): Promise<string | null> {
  const note = await readReturnNote(request);
  return note && (note.adminId ?? adminId) === adminId ? note.to : null;
}

export const endReturnToCookie = () => endCookie(rawReturnToCookie());
