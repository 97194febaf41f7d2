import { data } from 'react-router';
import { resetErrors } from '#app/content/desk/auth-page/reset-password.server.ts';
import { blockedMessage, signInMessages } from '#app/content/desk/auth-page/sign-in.server.ts';
import type { Language } from '#app/content/language.ts';
import { MINUTE, SECOND } from '#app/domain/clock.server.ts';
import { withCookies } from '#app/http/cookies/cookies.server.ts';
import { endPasswordFormCookie } from '#app/http/cookies/sign-in-cookies.server.ts';
import type { ResetAnswer } from './reset-answer.ts';

/** The answer to a post that set no password; `field` when it is about one. */
export function refuse(
  message: string,
  status: number,
  field: string | null = null,
  headers: HeadersInit = {},
) {
  return data({ field, message } satisfies ResetAnswer as ResetAnswer, { status, headers });
}

/** The answer to a link or code that was not taken: it ends the form of an earlier one. */
export function refuseLink(message: string, status: number, headers: HeadersInit = {}) {
  return data({ field: null, message, link: true } satisfies ResetAnswer as ResetAnswer, {
    status,
    headers: withCookies([endPasswordFormCookie()], headers),
  });
}

/** The answer to any code from an address with too many wrong ones (ledger RP-6, as AL-6). */
export function refuseBlocked(remainingMs: number, language: Language) {
  const { title, message } = blockedMessage(Math.ceil(remainingMs / MINUTE), language);
  const seconds = Math.ceil(remainingMs / SECOND);
  return refuseLink(`${title}: ${message}`, 429, { 'Retry-After': String(seconds) });
}

/** The answer to a form that is not of a page of ours. */
export function refuseInsecure(language: Language) {
  const { title, message } = signInMessages[language].security;
  return refuse(`${title}: ${message}`, 403);
}

/** The answer where the link has died since its form was opened (ledger RP-3). */
export const refuseDead = (language: Language) => refuseLink(resetErrors[language].dead, 400);
