import type { RouterContextProvider } from 'react-router';
import { countEvent } from '#app/domain/audit-counts.server.ts';
import {
  isSecurityToken,
  newBrowser,
  readBrowser,
  securityToken,
} from '#app/domain/sign-in/browser-id.server.ts';
import { DAY, MINUTE, SECOND } from '#app/domain/clock.server.ts';
import { deviceCookieName } from '#app/domain/sign-in/devices.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import type { SignInClient } from '#app/domain/sign-in/sign-in.server.ts';
import { clearingLine, cookieLine, cookiesNamed, readCookie } from './cookies.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';

const BROWSER = 'brw';
const SESSION = 'sid';
const PASSWORD_FORM = 'pw';
const SECOND_STEP = 'step';
const DEVICE_PREFIX = 'dv_';
const inSeconds = (ms: number): number => ms / SECOND;

/** The browser behind a page of the gate: its name, a token for the forms, a cookie if it is new. */
export function meetBrowser(request: Request): { id: string; token: string; cookies: string[] } {
  const known = readBrowser(readCookie(request, BROWSER));
  if (known) return { id: known, token: securityToken(known), cookies: [] };
  const { id, cookie } = newBrowser();
  const maxAgeSeconds = inSeconds(AUTH.browserCookieDays * DAY);
  const line = cookieLine(BROWSER, cookie, { maxAgeSeconds });
  return { id, token: securityToken(id), cookies: [line] };
}

/** The browser that posted a form, or null when the form's token is not its own (ledger AL-3). */
export function browserOfForm(
  request: Request,
  form: FormData,
  context: Readonly<RouterContextProvider>,
): string | null {
  const id = readBrowser(readCookie(request, BROWSER));
  if (id && isSecurityToken(String(form.get('csrf_token') ?? ''), id)) return id;
  countEvent(context.get(requestContext), 'login.token');
  return null;
}

/** What the sign-in needs to know about a request for an account. */
export function clientOf(
  request: Request,
  context: Readonly<RouterContextProvider>,
  browserId: string,
  email: string,
): SignInClient {
  return {
    requester: context.get(requestContext),
    browserId,
    device: readDeviceCookie(request, email),
    session: readSessionCookie(request),
    agent: request.headers.get('user-agent') ?? '',
  };
}

export const readSessionCookie = (request: Request): string | null => readCookie(request, SESSION);

export const sessionCookie = (token: string): string =>
  cookieLine(SESSION, token, { maxAgeSeconds: inSeconds(AUTH.sessionMaxDays * DAY) });

export const endSessionCookie = (): string => clearingLine(SESSION);

export const readDeviceCookie = (request: Request, email: string): string | null =>
  readCookie(request, deviceCookieName(email));

/** The cookie that makes the browser known for an account; of more than four others, some go. */
export function deviceCookies(request: Request, email: string, value: string): string[] {
  const name = deviceCookieName(email);
  const maxAgeSeconds = inSeconds(AUTH.deviceDays * DAY);
  const others = cookiesNamed(request, DEVICE_PREFIX).filter((other) => other !== name);
  const surplus = others
    .slice(AUTH.devicesPerBrowser - 1)
    .filter((n) => /^dv_[0-9a-f]{8}$/.test(n));
  return [
    cookieLine(name, value, { maxAgeSeconds, sameSite: 'Strict' }),
    ...surplus.map((other) => clearingLine(other, 'Strict')),
  ];
}

export const readPasswordFormCookie = (request: Request): string | null =>
  readCookie(request, PASSWORD_FORM);

export const passwordFormCookie = (note: string): string =>
  cookieLine(PASSWORD_FORM, note, {
    maxAgeSeconds: inSeconds(AUTH.passwordFormMinutes * MINUTE),
    sameSite: 'Strict',
  });

export const endPasswordFormCookie = (): string => clearingLine(PASSWORD_FORM, 'Strict');

export const readSecondStepCookie = (request: Request): string | null =>
  readCookie(request, SECOND_STEP);

export const secondStepCookie = (note: string): string =>
  cookieLine(SECOND_STEP, note, {
    maxAgeSeconds: inSeconds(AUTH.secondStepMinutes * MINUTE),
    sameSite: 'Strict',
  });

export const endSecondStepCookie = (): string => clearingLine(SECOND_STEP, 'Strict');
