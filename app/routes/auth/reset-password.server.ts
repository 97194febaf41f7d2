import { data, href, redirect } from 'react-router';
import { MOTION } from '#app/components/site-limits.ts';
import type { Language } from '#app/content/language.ts';
import {
  formatBlockedMessage,
  getAuthPageHeads,
  getResetMessages,
  resetErrors,
  signInMessages,
} from '#app/content/messages/auth.server.ts';
import { flashMessages } from '#app/content/messages/flash-messages.server.ts';
import {
  findPasswordForm,
  openLink,
  setPasswordByLink,
  type LinkProof,
} from '#app/domain/accounts/access-links.server.ts';
import { PasswordsBusy } from '#app/domain/accounts/passwords.server.ts';
import type { SignInClient } from '#app/domain/accounts/sign-in.server.ts';
import { MINUTE, SECOND } from '#app/domain/clock.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { endCookie, getSessionCookie, readCookie, withCookies } from '#app/http/cookies.server.ts';
import { getStaffLanguage } from '#app/http/request-context.server.ts';
import { reportStoreError } from '#app/http/responses.server.ts';
import { presentPasswordError } from '#app/routes/auth/presenter.server.ts';
import { serializeFlashCookie, takeFlash } from '#app/routes/flash.server.ts';
import {
  ensureBrowserId,
  getPasswordFormCookie,
  parseSignInClient,
  serializeDeviceCookies,
} from '#app/routes/sign-in-cookies.server.ts';
import type { Route } from './+types/reset-password.ts';
import type { ResetError } from './password-fields.tsx';

export async function loadResetPage({ request, context }: Route.LoaderArgs) {
  const { token, cookies } = await ensureBrowserId(request);
  const passwordForm = await findPasswordForm(await readCookie(request, getPasswordFormCookie()));
  const isDone = takeFlash(context).message === 'password-updated';
  const language = getStaffLanguage(context);
  const messages = getResetMessages(language);
  const page = {
    head: { ...getAuthPageHeads(language).resetPassword, title: messages.title },
    messages,
    token,
    email: passwordForm?.admin.email ?? null,
    successMessage: isDone ? flashMessages[language]['password-updated'] : null,
  };
  const seconds = MOTION.passwordSetRedirectMs / SECOND;
  // For browsers without scripts (ledger RP-5).
  const refresh: HeadersInit = isDone ? { Refresh: `${seconds}; url=${href('/admin')}` } : {};
  return data(page, { headers: await withCookies(cookies, refresh) });
}

export async function submitReset({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const language = getStaffLanguage(context);
  try {
    const client = await parseSignInClient(request, form, context);
    if (!client) {
      const { title, message } = signInMessages[language].security;
      return refuse(`${title}: ${message}`, 403);
    }
    return await (form.has('password')
      ? setPassword(request, form, client, language)
      : submitLink(request, form, client, language));
  } catch (error) {
    const { failed } = resetErrors[language];
    if (!(error instanceof PasswordsBusy)) {
      return refuse(failed, reportStoreError('reset-store', error));
    }
    return refuse(failed, 503, null, { 'Retry-After': `${AUTH.passwordBusySeconds}` });
  }
}

async function submitLink(
  request: Request,
  form: FormData,
  client: SignInClient,
  language: Language,
) {
  const proof = parseLinkProof(form);
  if (typeof proof === 'string') return refuseLink(resetErrors[language][proof], 400);
  const result = await openLink(proof, client);
  if (result.kind === 'invalid-link') return refuseLink(resetErrors[language].invalidLink, 400);
  if (result.kind === 'rate-limited') {
    const { title, message } = formatBlockedMessage(
      Math.ceil(result.remainingMs / MINUTE),
      language,
    );
    const seconds = Math.ceil(result.remainingMs / SECOND);
    return refuseLink(`${title}: ${message}`, 429, { 'Retry-After': String(seconds) });
  }
  const { formToken, email, device } = result;
  return redirect(href('/reset-password'), {
    status: 303,
    headers: await withCookies([
      getPasswordFormCookie().serialize(formToken),
      ...serializeDeviceCookies(request, email, device),
    ]),
  });
}

function parseLinkProof(form: FormData): LinkProof | 'missing' | 'incomplete' {
  const field = (name: string) => String(form.get(name) ?? '').trim();
  const code = field('code');
  if (code) return { code };
  const [access, refresh, type] = [field('access_token'), field('refresh_token'), field('type')];
  if (!access) return 'missing';
  return refresh && type ? { access, refresh, type } : 'incomplete';
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
    const { field, message } = presentPasswordError(result.error, language);
    return refuse(message, 422, field);
  }
  if (result.kind === 'other-account') {
    // This status makes the page reload its account: see its shouldRevalidate.
    return refuse(resetErrors[language].otherAccount, 409);
  }
  if (result.kind === 'invalid-link') return refuseLink(resetErrors[language].invalidLink, 400);
  return redirect(href('/reset-password'), {
    status: 303,
    headers: await withCookies([
      endCookie(getPasswordFormCookie()),
      endCookie(getSessionCookie()),
      serializeFlashCookie('password-updated'),
    ]),
  });
}

function refuse(
  message: string,
  status: number,
  field: string | null = null,
  headers: HeadersInit = {},
) {
  return data({ field, message } satisfies ResetError as ResetError, { status, headers });
}

/** Refuses a link or code, and ends the password form that an earlier link has opened. */
async function refuseLink(message: string, status: number, headers: HeadersInit = {}) {
  return data({ field: null, message, isLinkError: true } satisfies ResetError as ResetError, {
    status,
    headers: await withCookies([endCookie(getPasswordFormCookie())], headers),
  });
}
