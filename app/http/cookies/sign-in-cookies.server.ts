import type { RouterContextProvider } from 'react-router';
import { countEvent } from '#app/domain/audit-counts.server.ts';
import { DAY, MINUTE, SECOND } from '#app/domain/clock.server.ts';
import { randomToken } from '#app/domain/keys.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import {
  type SignInClient,
  isSecurityToken,
  securityToken,
} from '#app/domain/sign-in/sign-in.server.ts';
import { deviceCookieName } from '#app/domain/sign-in/lockout.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { cookiesNamed, endCookie, readCookie, siteCookie } from './cookies.server.ts';

const BROWSER_ID_BYTES = 16;
const DEVICE_PREFIX = 'dv_';

/** A token that is kept nowhere else. */
export const sessionCookie = () =>
  siteCookie('sid', { maxAgeSeconds: (AUTH.sessionMaxDays * DAY) / SECOND });

/** The note that lets a browser set a password. */
export const passwordFormCookie = () =>
  siteCookie('pw', {
    maxAgeSeconds: (AUTH.passwordFormMinutes * MINUTE) / SECOND,
    sameSite: 'strict',
    signedFor: 'password-form',
  });

/** The note that the password was right a moment ago. */
export const secondStepCookie = () =>
  siteCookie('step', {
    maxAgeSeconds: (AUTH.secondStepMinutes * MINUTE) / SECOND,
    sameSite: 'strict',
    signedFor: 'second-step',
  });

const browserCookie = () =>
  siteCookie('brw', {
    maxAgeSeconds: (AUTH.browserCookieDays * DAY) / SECOND,
    signedFor: 'browser',
  });

/** Makes the browser known for an account; signed with the account that it is of. */
const deviceCookie = (name: string) =>
  siteCookie(name, { maxAgeSeconds: (AUTH.deviceDays * DAY) / SECOND, sameSite: 'strict' });

export const readSessionCookie = (request: Request) => readCookie(request, sessionCookie());

/** The browser behind a page of the gate: its name, a token for the forms, a cookie if it is new. */
export async function meetBrowser(
  request: Request,
): Promise<{ id: string; token: string; cookies: string[] }> {
  const known = await readCookie(request, browserCookie());
  if (known) return { id: known, token: securityToken(known), cookies: [] };
  const id = randomToken(BROWSER_ID_BYTES);
  return { id, token: securityToken(id), cookies: [await browserCookie().serialize(id)] };
}

/** Who posted a form with its browser's own token; null for any other form (ledger AL-3). */
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

/** What the sign-in needs to know of who asks. */
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

/** Makes the browser known for an account; of more than four others, some go. */
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
