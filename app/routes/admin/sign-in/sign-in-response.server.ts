import { href, redirect, redirectDocument } from 'react-router';
import type { Language } from '#app/content/language.ts';
import { endCookie, flashCookie, withCookies } from '#app/http/cookies.server.ts';
import {
  deviceCookies,
  endWayBackCookie,
  readWayBack,
  secondStepCookie,
  sessionCookie,
} from '#app/http/sign-in-cookies.server.ts';
import { leaveDraft } from '#app/domain/sign-in/drafts.server.ts';
import type { SignedIn } from '#app/routes/admin/authenticator/authenticator.server.ts';

/**
 * The answer to a login that went through: the dashboard, or the page of it that the login was
 * asked for. Never an address from outside: the way back is sealed by the site itself. `spoken` is
 * the language of the login: another one is that of another document. `draft` is a form that was
 * sent when the session had ended, as the login page carried it.
 */
export async function welcome(
  request: Request,
  passed: SignedIn,
  { spoken, draft }: { spoken: Language; draft: string | undefined },
): Promise<Response> {
  const { admin, session, device } = passed;
  if (draft) await leaveDraft(session, admin.id, draft);
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
