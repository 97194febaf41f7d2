import { signInMessages } from '#app/content/words/auth.server.ts';
import { clientOf } from '#app/http/sign-in-cookies.server.ts';
import { flashCookie, languageCookie, withCookies } from '#app/http/cookies.server.ts';
import { requireAdmin } from '#app/http/request-context.server.ts';
import { data, href, redirect, redirectDocument } from 'react-router';
import type { Route } from './+types/account.ts';
import { redirectWithFlash } from '#app/routes/desk/answers.server.ts';
import { type Language, LANGUAGES } from '#app/content/language.ts';
import {
  type OwnAccountError,
  saveDigest,
  saveLanguage,
  signOutElsewhere,
} from '#app/domain/accounts/accounts.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import type { SecondFactorOffer } from '#app/domain/accounts/second-factor.server.ts';

const ACCOUNT = href('/admin/dashboard/account');

export async function changeLanguage({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const asked = (await request.formData()).get('language');
  const language = LANGUAGES.find((each) => each === asked);
  if (!language) return redirect(ACCOUNT, 303);
  await saveLanguage(admin, language);
  // The language is that of the whole document.
  const headers = await withCookies([flashCookie('language-saved'), languageCookie(language)]);
  return redirectDocument(ACCOUNT, { status: 303, headers });
}

/** A checkbox that is off is not sent, or empty (DA-4). */
export async function changeDigest({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const wanted = Boolean((await request.formData()).get('digest'));
  await saveDigest(admin, wanted);
  return redirectWithFlash(ACCOUNT, wanted ? 'digest-on' : 'digest-off');
}

export async function endOtherSessions({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  await signOutElsewhere(admin, await clientOf(request, context, ''));
  return redirectWithFlash(ACCOUNT, 'signed-out-everywhere');
}

/** Null where the server is too busy to look. `offer` is the second factor, to be shown again. */
export async function refuseAccountChange(
  fault: OwnAccountError | null,
  language: Language,
  cookies: readonly string[] = [],
  offer: SecondFactorOffer | null = null,
) {
  const {
    field,
    message,
    retrySeconds = 0,
  }: OwnAccountError = fault ?? {
    field: null,
    message: signInMessages[language].busy.message,
    retrySeconds: AUTH.passwordBusySeconds,
  };
  const status = fault === null ? 503 : retrySeconds ? 429 : 422;
  const retry: HeadersInit = retrySeconds ? { 'Retry-After': String(retrySeconds) } : {};
  return data({ field, message, offer }, { status, headers: await withCookies(cookies, retry) });
}
