import { href, redirect, redirectDocument } from 'react-router';
import type { Language } from '#app/content/language.ts';
import { endCookie, withCookies } from '#app/http/cookies/cookies.server.ts';
import {
  deviceCookies,
  secondStepCookie,
  sessionCookie,
} from '#app/http/cookies/sign-in-cookies.server.ts';
import { endWayBackCookie, readWayBack } from '#app/http/cookies/way-back.server.ts';
import { flashCookie } from '#app/http/cookies/flash-message.server.ts';
import type { SignedIn } from '#app/routes/admin/authenticator/authenticator.server.ts';

/**
 * The answer to a login that went through: the dashboard, or the page of it that the login was
 * asked for. Never an address from outside: the way back is sealed by the site itself. `spoken` is
 * the language of the login: another one is that of another document.
 */
export async function welcome(
  request: Request,
  passed: SignedIn,
  spoken: Language,
): Promise<Response> {
  const { admin, session, device } = passed;
  const lead = spoken === admin.language ? redirect : redirectDocument;
  return lead((await readWayBack(request, admin.id)) ?? href('/admin/dashboard'), {
    status: 303,
    headers: await withCookies([
      sessionCookie().serialize(session),
      endCookie(secondStepCookie()),
      endWayBackCookie(),
      ...deviceCookies(request, admin.email, device),
      flashCookie('welcome'),
    ]),
  });
}
