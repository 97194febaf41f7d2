import { data } from 'react-router';
import { signInMessages } from '#app/content/desk/sign-in.server.ts';
import type { Language } from '#app/content/language.ts';
import { AUTH } from '#app/domain/limits.ts';
import type { OwnAccountError } from '#app/domain/accounts/accounts.server.ts';
import type { SecondFactorOffer } from '#app/domain/accounts/second-factor.server.ts';
import { withCookies } from '#app/http/cookies.server.ts';

/**
 * The answer to a change that was refused; null where the server is too busy to look. `offer` is
 * the second factor that was not taken up, to be shown again.
 */
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
