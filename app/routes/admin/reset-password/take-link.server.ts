import { redirect } from 'react-router';
import { resetErrors } from '#app/content/desk/auth-page/reset-password.server.ts';
import type { Language } from '#app/content/language.ts';
import { openLink, setPasswordByLink } from '#app/domain/accounts/password-reset.server.ts';
import { withCookies } from '#app/http/cookies/cookies.server.ts';
import { flashCookie } from '#app/http/cookies/flash-message.server.ts';
import {
  deviceCookies,
  endPasswordFormCookie,
  endSessionCookie,
  passwordFormCookie,
  readPasswordFormCookie,
} from '#app/http/cookies/sign-in-cookies.server.ts';
import { proofOf } from '#app/routes/admin/reset-password/link-proof.server.ts';
import {
  refuse,
  refuseBlocked,
  refuseDead,
  refuseLink,
} from '#app/routes/admin/reset-password/reset-refusal.server.ts';
import { OTHER_ACCOUNT } from './reset-answer.ts';

/** Whose post it is, and in which language it is answered. */
type Client = Parameters<typeof openLink>[1] & { language: Language };

/** Takes the tokens or the code of a link: the form of its account is next. */
export async function showForm(request: Request, form: FormData, client: Client) {
  const proof = proofOf(form);
  if (typeof proof === 'string') return refuseLink(resetErrors[client.language][proof], 400);
  const opened = await openLink(proof, client);
  if (opened.kind === 'dead') return refuseDead(client.language);
  if (opened.kind === 'blocked') return refuseBlocked(opened.remainingMs, client.language);
  const cookies = deviceCookies(request, opened.email, opened.device);
  return redirect('/reset-password', {
    status: 303,
    headers: withCookies([passwordFormCookie(opened.note), ...cookies]),
  });
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
  return redirect('/reset-password', {
    status: 303,
    headers: withCookies([
      endPasswordFormCookie(),
      endSessionCookie(),
      flashCookie('password-updated'),
    ]),
  });
}
