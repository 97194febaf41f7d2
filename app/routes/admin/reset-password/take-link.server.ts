import { href, redirect } from 'react-router';
import { resetErrors } from '#app/content/desk/auth-page/reset-password.server.ts';
import type { Language } from '#app/content/language.ts';
import { setPasswordByLink } from '#app/domain/accounts/password-reset.server.ts';
import { withCookies } from '#app/http/cookies/cookies.server.ts';
import { flashCookie } from '#app/http/cookies/flash-message.server.ts';
import {
  deviceCookies,
  endPasswordFormCookie,
  endSessionCookie,
  passwordFormCookie,
  readPasswordFormCookie,
} from '#app/http/cookies/sign-in-cookies.server.ts';
import { staffLanguage } from '#app/http/staff-language.server.ts';
import { authenticate } from '#app/routes/admin/authenticator/authenticator.server.ts';
import {
  LinkRefused,
  type RefusedLink,
} from '#app/routes/admin/authenticator/sign-in-refused.server.ts';
import {
  refuse,
  refuseBlocked,
  refuseDead,
  refuseInsecure,
  refuseLink,
} from '#app/routes/admin/reset-password/reset-refusal.server.ts';
import { OTHER_ACCOUNT } from './reset-answer.ts';
import type { Route } from './+types/reset-password.ts';

/** Whose post it is, and in which language it is answered. */
type Client = Parameters<typeof setPasswordByLink>[1];

/** Takes the tokens or the code of a link: the form of its account is next. */
export async function takeLink(request: Request, context: Route.ActionArgs['context']) {
  try {
    const { note, email, device } = await authenticate('link', request, context);
    return redirect(href('/reset-password'), {
      status: 303,
      headers: withCookies([passwordFormCookie(note), ...deviceCookies(request, email, device)]),
    });
  } catch (error) {
    if (error instanceof LinkRefused) return refused(error.refused, staffLanguage(context));
    throw error;
  }
}

function refused(link: RefusedLink, language: Language) {
  if (link.kind === 'security') return refuseInsecure(language);
  if (link.kind === 'dead') return refuseDead(language);
  if (link.kind === 'blocked') return refuseBlocked(link.remainingMs, language);
  return refuseLink(resetErrors[language][link.kind], 400);
}

/** Sets the password that an accepted link allows. */
export async function setPassword(request: Request, form: FormData, client: Client) {
  const outcome = await setPasswordByLink(
    {
      note: readPasswordFormCookie(request),
      email: String(form.get('email') ?? ''),
      password: String(form.get('password')),
      confirmation: String(form.get('confirm_password') ?? ''),
    },
    client,
  );
  if (outcome.kind === 'refused') return refuse(outcome.message, 422, outcome.field);
  if (outcome.kind === 'other-account') {
    return refuse(resetErrors[client.language].otherAccount, OTHER_ACCOUNT);
  }
  if (outcome.kind === 'dead-link') return refuseDead(client.language);
  return redirect(href('/reset-password'), {
    status: 303,
    headers: withCookies([
      endPasswordFormCookie(),
      endSessionCookie(),
      flashCookie('password-updated'),
    ]),
  });
}
