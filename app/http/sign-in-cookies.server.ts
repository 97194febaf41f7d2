import { countEvent } from '#app/domain/audit.server.ts';
import type { RouterContextProvider } from 'react-router';
import { z } from 'zod';
import { DAY, MINUTE, SECOND } from '#app/domain/clock.server.ts';
import { type Purpose, randomToken, seal, unseal } from '#app/domain/keys.server.ts';
import { AUTH, DESK } from '#app/domain/limits.ts';
import {
  type SignInClient,
  isSecurityToken,
  securityToken,
} from '#app/domain/accounts/sign-in.server.ts';
import { deviceCookieName } from '#app/domain/rate-limits.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { readView } from '#app/domain/desk/desk-filter.server.ts';
import { deskAddress } from '#app/domain/desk/desk-view.ts';
import type { RouteFacts } from './route-facts.server.ts';
import { cookiesNamed, endCookie, readCookie, siteCookie } from './cookies.server.ts';

const BROWSER_ID_BYTES = 16;
const DEVICE_PREFIX = 'dv_';
export const sessionCookie = () =>
  siteCookie('sid', { maxAgeSeconds: (AUTH.sessionMaxDays * DAY) / SECOND });

const stepCookie = (name: string, minutes: number, signedFor: Purpose) =>
  siteCookie(name, { maxAgeSeconds: (minutes * MINUTE) / SECOND, sameSite: 'strict', signedFor });
export const passwordFormCookie = () => stepCookie('pw', AUTH.passwordFormMinutes, 'password-form');
export const secondStepCookie = () => stepCookie('step', AUTH.secondStepMinutes, 'second-step');

const browserCookie = () =>
  siteCookie('brw', {
    maxAgeSeconds: (AUTH.browserCookieDays * DAY) / SECOND,
    signedFor: 'browser',
  });

const deviceCookie = (name: string) =>
  siteCookie(name, { maxAgeSeconds: (AUTH.deviceDays * DAY) / SECOND, sameSite: 'strict' });

export const readSessionCookie = (request: Request) => readCookie(request, sessionCookie());

export async function meetBrowser(
  request: Request,
): Promise<{ id: string; token: string; cookies: string[] }> {
  const known = await readCookie(request, browserCookie());
  if (known) return { id: known, token: securityToken(known), cookies: [] };
  const id = randomToken(BROWSER_ID_BYTES);
  return { id, token: securityToken(id), cookies: [await browserCookie().serialize(id)] };
}

/** Null for a form without its browser's own token (ledger AL-3). */
export async function clientOfForm(
  request: Request,
  form: FormData,
  context: Readonly<RouterContextProvider>,
): Promise<SignInClient | null> {
  const id = await readCookie(request, browserCookie());
  if (id && isSecurityToken(String(form.get('csrf_token') ?? ''), id)) {
    return clientOf(request, context, id);
  }
  countEvent(context.get(requestContext), 'login.token');
  return null;
}

export async function clientOf(
  request: Request,
  context: Readonly<RouterContextProvider>,
  browserId: string,
): Promise<SignInClient> {
  return {
    ...context.get(requestContext),
    browserId,
    session: await readSessionCookie(request),
    agent: request.headers.get('user-agent') ?? '',
    deviceOf: (email) => readCookie(request, deviceCookie(deviceCookieName(email))),
  };
}

export function deviceCookies(request: Request, email: string, value: string): Promise<string>[] {
  const name = deviceCookieName(email);
  const others = cookiesNamed(request, DEVICE_PREFIX).filter((other) => other !== name);
  const surplus = others
    .slice(AUTH.devicesPerBrowser - 1)
    .filter((other) => /^dv_[0-9a-f]{8}$/.test(other));
  return [
    deviceCookie(name).serialize(value),
    ...surplus.map((other) => endCookie(deviceCookie(other))),
  ];
}

const wayBack = () =>
  siteCookie('back', { maxAgeSeconds: DESK.draftMinutes * 60, sameSite: 'strict' });
const LONGEST = 300;
const note = z.object({
  to: z.string(),
  adminId: z.number().nullable(),
  wasAtDesk: z.boolean(),
  until: z.number(),
});

const LIST = '/admin/dashboard';
const SITE = '/admin/dashboard/site';

/**
 * Returns the path and query of the page of the desk to show after the sign-in that a request to
 * `url` has led to. The list gets the parameters that it knows.
 */
export function getReturnPath(
  url: URL,
  returnTo: RouteFacts['returnTo'] = LIST,
  referer: string | null,
): string {
  if (returnTo === 'sender') return getSenderPath(referer) ?? SITE;
  const query = new URLSearchParams(url.search);
  query.delete('_routes');
  if (returnTo === LIST) return deskAddress(readView(query));
  const path = returnTo === 'itself' ? url.pathname : returnTo;
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Returns the path of the site's editor whose script has sent a request; its host is not needed. */
function getSenderPath(referer: string | null): string | undefined {
  const sender = URL.parse(referer ?? '');
  return sender?.pathname.startsWith(`${SITE}/`) ? sender.pathname + sender.search : undefined;
}

/**
 * Sealed, because what was searched for may be a name. `adminId` is whose session ended; null where
 * nobody's did, or is remembered. `wasAtDesk`: a page of the desk was open, so there was one.
 */
export function wayBackCookie(
  to: string,
  { adminId, wasAtDesk }: { adminId: number | null; wasAtDesk: boolean },
): Promise<string> {
  const short = to.length <= LONGEST ? to : to.split('?')[0]!;
  const until = Date.now() + DESK.draftMinutes * MINUTE;
  const sealed = seal('way-back', JSON.stringify({ to: short, adminId, wasAtDesk, until }));
  return wayBack().serialize(sealed);
}
export async function readWayBack(request: Request, adminId: number) {
  const noted = await readNote(request);
  return !noted || (noted.adminId ?? adminId) !== adminId ? null : noted.to;
}

export async function wasAtDesk(request: Request): Promise<boolean> {
  return (await readNote(request))?.wasAtDesk ?? false;
}

async function readNote(request: Request) {
  const text = unseal('way-back', (await readCookie(request, wayBack())) ?? '');
  const noted = text?.startsWith('{') ? note.safeParse(JSON.parse(text)).data : undefined;
  return noted && Date.now() < noted.until ? noted : undefined;
}

export const endWayBackCookie = () => endCookie(wayBack());
