import { data, href, redirect } from 'react-router';
import { MOTION } from '#app/components/site-limits.ts';
import type { Language } from '#app/content/language.ts';
import {
  formatLockTexts,
  getAuthPageDescriptions,
  getResetTexts,
  resetErrors,
  signInTexts,
} from '#app/content/texts/auth.server.ts';
import { flashTexts } from '#app/content/texts/flash-texts.server.ts';
import {
  findLinkByFormToken,
  openAccessLink,
  setPasswordByLink,
  type LinkProof,
} from '#app/domain/accounts/access-links.server.ts';
import { PasswordsBusy } from '#app/domain/accounts/passwords.server.ts';
import type { SignInClient } from '#app/domain/accounts/sign-in.server.ts';
import { countEvent } from '#app/domain/audit.server.ts';
import { MINUTE, SECOND } from '#app/domain/clock.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import {
  createCookieHeaders,
  getSessionCookie,
  readCookie,
  serializeExpiredCookie,
} from '#app/http/cookies.server.ts';
import { readForm } from '#app/http/forms.server.ts';
import { requestContext, requireStaffLanguage } from '#app/http/request-context.server.ts';
import { reportOrRethrowStoreError } from '#app/http/responses.server.ts';
import { presentPasswordError } from '#app/routes/auth/presenter.server.ts';
import { serializeFlashCookie, takeFlash } from '#app/routes/flash.server.ts';
import { OTHER_ACCOUNT_STATUS } from '#app/routes/request-failure.ts';
import {
  ensureBrowserId,
  getPasswordFormCookie,
  serializeDeviceCookie,
  serializeExpiredSurplusDevices,
  verifySignInClient,
} from '#app/routes/sign-in-cookies.server.ts';
import type { Route } from './+types/reset-password.ts';
import type { ResetError } from './password-fields.tsx';

/**
 * Loads the page: without an opened link (`email` is null) it asks for the code, with one for the new password. After the
 * password was set, it has `successMessage` and a Refresh header to the login. Sets the cookie of the browser.
 */
export async function loadResetPage({ request, context }: Route.LoaderArgs) {
  const { csrfToken, newCookies } = await ensureBrowserId(request);
  const formToken = await readCookie(request, getPasswordFormCookie());
  const openedLink = await findLinkByFormToken(formToken);
  const isPasswordSet = takeFlash(context).message === 'password-updated';

  const language = requireStaffLanguage(context);
  const texts = getResetTexts(language);
  const page = {
    head: { title: texts.title, description: getAuthPageDescriptions(language).resetPassword },
    texts,
    token: csrfToken,
    email: openedLink?.admin.email ?? null,
    successMessage: isPasswordSet ? flashTexts[language]['password-updated'] : null,
  };

  const headers = await createCookieHeaders(newCookies);
  if (isPasswordSet) {
    // For browsers without scripts (RP-5).
    const seconds = MOTION.passwordSetRedirectMs / SECOND;
    headers.set('Refresh', `${seconds}; url=${href('/admin')}`);
  }

  return data(page, { headers });
}

/**
 * Opens a link or code, or sets the password of an opened one. Both redirect to the page itself; a refused form gets its
 * error and its status instead, also while too many passwords are verified (503) and for an error of the database.
 * Rethrows other errors.
 */
export async function submitLinkOrNewPassword(
  args: Route.ActionArgs,
): Promise<Response | ReturnType<typeof refuse>> {
  const { request, context } = args;
  const { fields: form } = await readForm(args);
  const language = requireStaffLanguage(context);

  try {
    const client = await verifySignInClient(request, form, context);
    if (!client) {
      countEvent(context.get(requestContext), 'login.token');
      const { title, text } = signInTexts[language].security;
      return refuse(`${title}: ${text}`, 403);
    }

    if (form.has('password')) return await setPassword(request, form, client, language);
    return await submitLink(request, form, client, language);
  } catch (error) {
    const text = resetErrors[language].failed;
    if (error instanceof PasswordsBusy) {
      const headers = { 'Retry-After': `${AUTH.passwordBusySeconds}` };
      return refuse(text, 503, { headers });
    }

    const status = reportOrRethrowStoreError('reset-store', error);
    return refuse(text, status);
  }
}

async function submitLink(
  request: Request,
  form: FormData,
  client: SignInClient,
  language: Language,
) {
  const parsed = parseLinkProof(form);
  if (parsed.kind !== 'proof') return refuseLink(resetErrors[language][parsed.kind], 400);

  const result = await openAccessLink(parsed.proof, client);
  if (result.kind === 'invalid-link') return refuseLink(resetErrors[language].invalidLink, 400);
  if (result.kind === 'rate-limited') {
    const minutes = Math.ceil(result.remainingMs / MINUTE);
    const { title, text } = formatLockTexts(minutes, language);
    const seconds = Math.ceil(result.remainingMs / SECOND);
    return refuseLink(`${title}: ${text}`, 429, { 'Retry-After': String(seconds) });
  }

  const { formToken, email, deviceToken } = result;
  return redirect(href('/reset-password'), {
    status: 303,
    headers: await createCookieHeaders([
      getPasswordFormCookie().serialize(formToken),
      serializeDeviceCookie(email, deviceToken),
      ...serializeExpiredSurplusDevices(request, email),
    ]),
  });
}

type ParsedLink = { kind: 'proof'; proof: LinkProof } | { kind: 'missing' | 'incomplete' };

function parseLinkProof(form: FormData): ParsedLink {
  const field = (name: string) => String(form.get(name) ?? '').trim();
  const code = field('code');
  if (code) return { kind: 'proof', proof: { code } };

  const access = field('access_token');
  const refresh = field('refresh_token');
  const type = field('type');
  if (!access) return { kind: 'missing' };
  if (!refresh || !type) return { kind: 'incomplete' };
  return { kind: 'proof', proof: { access, refresh, type } };
}

async function setPassword(
  request: Request,
  form: FormData,
  client: SignInClient,
  language: Language,
) {
  const fields = {
    formToken: await readCookie(request, getPasswordFormCookie()),
    email: String(form.get('email') ?? ''),
    password: String(form.get('password')),
    confirmation: String(form.get('confirm_password') ?? ''),
  };

  const result = await setPasswordByLink(fields, client);
  if (result.kind === 'invalid') {
    const { field, text } = presentPasswordError(result.error, language);
    return refuse(text, 422, { field });
  }
  if (result.kind === 'other-account') {
    return refuse(resetErrors[language].otherAccount, OTHER_ACCOUNT_STATUS);
  }
  if (result.kind === 'invalid-link') return refuseLink(resetErrors[language].invalidLink, 400);

  return redirect(href('/reset-password'), {
    status: 303,
    headers: await createCookieHeaders([
      serializeExpiredCookie(getPasswordFormCookie()),
      serializeExpiredCookie(getSessionCookie()),
      serializeFlashCookie('password-updated'),
    ]),
  });
}

function refuse(
  text: string,
  status: number,
  { field = null, headers }: { field?: string | null; headers?: HeadersInit } = {},
): ReturnType<typeof data<ResetError>> {
  return data({ field, text }, { status, headers });
}

/** Refuses a link or code, and ends the password form that an earlier link has opened. */
async function refuseLink(
  text: string,
  status: number,
  headers: HeadersInit = {},
): Promise<ReturnType<typeof refuse>> {
  const expiredCookie = serializeExpiredCookie(getPasswordFormCookie());
  return data<ResetError>(
    { field: null, text, isLinkError: true },
    { status, headers: await createCookieHeaders([expiredCookie], headers) },
  );
}
