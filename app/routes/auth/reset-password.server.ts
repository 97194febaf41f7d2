import {
  authPages,
  blockedMessage,
  resetErrors,
  resetWords,
  signInMessages,
} from '#app/content/words/auth.server.ts';
import { MOTION } from '#app/components/site-limits.ts';
import { staffLanguage } from '#app/http/request-context.server.ts';
import { storeErrorStatus } from '#app/http/responses.server.ts';
import { data, href, redirect } from 'react-router';
import type { Route } from './+types/reset-password.ts';
import { flashMessages } from '#app/content/words/flash-messages.server.ts';
import type { Language } from '#app/content/language.ts';
import {
  type LinkProof,
  findPasswordForm,
  openLink,
  setPasswordByLink,
} from '#app/domain/accounts/access-links.server.ts';
import { MINUTE, SECOND } from '#app/domain/clock.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { PasswordsBusy } from '#app/domain/accounts/passwords.server.ts';
import type { SignInClient } from '#app/domain/accounts/sign-in.server.ts';
import {
  endCookie,
  flashCookie,
  readCookie,
  takeFlashMessage,
  withCookies,
} from '#app/http/cookies.server.ts';
import {
  clientOfForm,
  deviceCookies,
  meetBrowser,
  passwordFormCookie,
  sessionCookie,
} from '#app/http/sign-in-cookies.server.ts';
import type { ResetAnswer } from './password-fields.tsx';

export async function readResetPage({ request, context }: Route.LoaderArgs) {
  const { token, cookies } = await meetBrowser(request);
  const flash = await takeFlashMessage(request);
  const open = await findPasswordForm(await readCookie(request, passwordFormCookie()));
  const done = flash.message === 'password-updated';
  const language = staffLanguage(context);
  const words = resetWords(language);
  const page = {
    head: { ...authPages[language].resetPassword, title: words.title },
    words,
    token,
    email: open?.admin.email ?? null,
    done: done ? flashMessages[language]['password-updated'] : null,
  };
  const seconds = MOTION.passwordSetRedirectMs / SECOND;
  // For browsers without scripts (ledger RP-5).
  const refresh: HeadersInit = done ? { Refresh: `${seconds}; url=${href('/admin')}` } : {};
  return data(page, { headers: await withCookies([...cookies, ...flash.cookies], refresh) });
}

export async function answerReset({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const language = staffLanguage(context);
  try {
    const client = await clientOfForm(request, form, context);
    if (!client) {
      const { title, message } = signInMessages[language].security;
      return refuse(`${title}: ${message}`, 403);
    }
    return await (form.has('password')
      ? setPassword(request, form, client, language)
      : takeLink(request, form, client, language));
  } catch (error) {
    const { failed } = resetErrors[language];
    if (!(error instanceof PasswordsBusy)) {
      return refuse(failed, storeErrorStatus('reset-store', error));
    }
    return refuse(failed, 503, null, { 'Retry-After': `${AUTH.passwordBusySeconds}` });
  }
}

async function takeLink(
  request: Request,
  form: FormData,
  client: SignInClient,
  language: Language,
) {
  const proof = proofOf(form);
  if (typeof proof === 'string') return refuseLink(resetErrors[language][proof], 400);
  const opened = await openLink(proof, client);
  if (opened.kind === 'dead') return refuseLink(resetErrors[language].dead, 400);
  if (opened.kind === 'blocked') {
    const { title, message } = blockedMessage(Math.ceil(opened.remainingMs / MINUTE), language);
    const seconds = Math.ceil(opened.remainingMs / SECOND);
    return refuseLink(`${title}: ${message}`, 429, { 'Retry-After': String(seconds) });
  }
  const { note, email, device } = opened;
  return redirect(href('/reset-password'), {
    status: 303,
    headers: await withCookies([
      passwordFormCookie().serialize(note),
      ...deviceCookies(request, email, device),
    ]),
  });
}

function proofOf(form: FormData): LinkProof | 'missing' | 'incomplete' {
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
  const given = {
    note: await readCookie(request, passwordFormCookie()),
    email: String(form.get('email') ?? ''),
    password: String(form.get('password')),
    confirmation: String(form.get('confirm_password') ?? ''),
  };
  const outcome = await setPasswordByLink(given, client, language);
  if (outcome.kind === 'refused') return refuse(outcome.message, 422, outcome.field);
  if (outcome.kind === 'other-account') {
    // This status has the page ask again whose form it is: see its shouldRevalidate.
    return refuse(resetErrors[language].otherAccount, 409);
  }
  if (outcome.kind === 'dead-link') return refuseLink(resetErrors[language].dead, 400);
  return redirect(href('/reset-password'), {
    status: 303,
    headers: await withCookies([
      endCookie(passwordFormCookie()),
      endCookie(sessionCookie()),
      flashCookie('password-updated'),
    ]),
  });
}

function refuse(
  message: string,
  status: number,
  field: string | null = null,
  headers: HeadersInit = {},
) {
  return data({ field, message } satisfies ResetAnswer as ResetAnswer, { status, headers });
}

/** The answer to a link or code that was not taken: it ends the form of an earlier one. */
async function refuseLink(message: string, status: number, headers: HeadersInit = {}) {
  return data({ field: null, message, link: true } satisfies ResetAnswer as ResetAnswer, {
    status,
    headers: await withCookies([endCookie(passwordFormCookie())], headers),
  });
}
