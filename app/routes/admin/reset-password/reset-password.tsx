import { data, redirect, type ShouldRevalidateFunctionArgs as RevalidateArgs } from 'react-router';
import type { Route } from './+types/reset-password.ts';
import { adminPages } from '#app/content/desk/admin-pages.ts';
import { flashMessages } from '#app/content/desk/flash-messages.ts';
import { resetErrors, resetPassword as words, signInMessages } from '#app/content/desk/sign-in.ts';
import { AUTH, MOTION } from '#app/domain/limits.ts';
import {
  findPasswordForm,
  openLink,
  setPasswordByLink,
} from '#app/domain/accounts/password-reset.server.ts';
import { PasswordsBusy } from '#app/domain/passwords/passwords.server.ts';
import { withCookies } from '#app/http/cookies/cookies.server.ts';
import {
  browserOfForm,
  deviceCookies,
  endPasswordFormCookie,
  endSessionCookie,
  meetBrowser,
  passwordFormCookie,
  readDeviceCookie,
  readPasswordFormCookie,
} from '#app/http/cookies/sign-in-cookies.server.ts';
import { flashCookie, takeFlashMessage } from '#app/http/cookies/flash-message.server.ts';
import { storeErrorStatus } from '#app/http/response/store-error-status.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { proofOf } from '#app/routes/admin/reset-password/link-proof.server.ts';
import {
  refuse,
  refuseBlocked,
  refuseDead,
  refuseLink,
} from '#app/routes/admin/reset-password/reset-refusal.server.ts';
import { answerOr } from '#app/routes/request-failure.ts';
import { Toasts, useToast } from '#app/ui/toast.tsx';
import { deskMeta } from '#app/routes/admin/frame/desk-meta.ts';
import { AuthPage } from '#app/routes/admin/auth-page/auth-page.tsx';
import { PasswordReset } from './password-reset.tsx';
import { PasswordSet } from './password-set.tsx';
import type { ResetAnswer } from './reset-answer.ts';
import '#app/styles/desk.css';

const OTHER_ACCOUNT = 409;
const REDIRECT_SECONDS = MOTION.passwordSetRedirectMs / 1000;

export function meta({ matches }: Route.MetaArgs) {
  return deskMeta(matches, { ...adminPages.resetPassword, title: words.title });
}

export function headers({ actionHeaders, loaderHeaders }: Route.HeadersArgs) {
  const kept = ['Retry-After', 'Refresh'].map((name) => [
    name,
    actionHeaders.get(name) ?? loaderHeaders.get(name),
  ]);
  return Object.fromEntries(kept.filter(([, value]) => value)) as Record<string, string>;
}

export async function loader({ request }: Route.LoaderArgs) {
  const { token, cookies } = meetBrowser(request);
  const said = takeFlashMessage(request);
  const open = await findPasswordForm(readPasswordFormCookie(request));
  const done = said.notice === 'password-updated';
  const page = { token, email: open?.admin.email ?? null, done };
  // Browsers without scripts follow this header where others count the seconds (ledger RP-5).
  const refresh: HeadersInit = done ? { Refresh: `${REDIRECT_SECONDS}; url=/admin` } : {};
  return data(page, { headers: withCookies([...cookies, ...said.cookies], refresh) });
}

/** Takes the link's tokens or code, or the new password of a browser that has shown them. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const browserId = browserOfForm(request, form, context);
  if (!browserId) {
    return refuse(`${signInMessages.security.title}: ${signInMessages.security.message}`, 403);
  }
  const client = {
    browserId,
    requester: context.get(requestContext),
    deviceOf: (email: string) => readDeviceCookie(request, email),
  };
  try {
    return form.has('password')
      ? await setPassword(request, form, client)
      : await showForm(request, form, client);
  } catch (error) {
    if (!(error instanceof PasswordsBusy)) {
      return refuse(resetErrors.failed, storeErrorStatus('reset-store', error));
    }
    return refuse(resetErrors.failed, 503, null, { 'Retry-After': `${AUTH.passwordBusySeconds}` });
  }
}

/** What was typed stays typed, and a link can be sent again (RP-5). */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const link = !(await request.clone().formData()).has('password');
  const failed: ResetAnswer = { field: null, message: resetErrors.failed, link, unanswered: true };
  return answerOr(serverAction, () => failed);
}

type Client = Parameters<typeof openLink>[1];

async function showForm(request: Request, form: FormData, client: Client) {
  const proof = proofOf(form);
  if (typeof proof === 'string') return refuseLink(proof, 400);
  const opened = await openLink(proof, client);
  if (opened.kind === 'dead') return refuseDead();
  if (opened.kind === 'blocked') return refuseBlocked(opened.remainingMs);
  const cookies = deviceCookies(request, opened.email, opened.device);
  return redirect('/reset-password', {
    status: 303,
    headers: withCookies([passwordFormCookie(opened.note), ...cookies]),
  });
}

async function setPassword(request: Request, form: FormData, client: Client) {
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
  if (outcome.kind === 'other-account') return refuse(resetErrors.otherAccount, OTHER_ACCOUNT);
  if (outcome.kind === 'dead-link') return refuseDead();
  return redirect('/reset-password', {
    status: 303,
    headers: withCookies([
      endPasswordFormCookie(),
      endSessionCookie(),
      flashCookie('password-updated'),
    ]),
  });
}

/** The form of another account is no longer right: the page asks again whose it is. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: RevalidateArgs) {
  return defaultShouldRevalidate || actionStatus === OTHER_ACCOUNT;
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { done } = loaderData;
  const toast = useToast('success', done ? flashMessages['password-updated'] : null);
  return (
    <AuthPage>
      <Toasts messages={toast} />
      <div className="gate__head">
        <h1>{words.title}</h1>
      </div>
      {done ? <PasswordSet /> : <PasswordReset page={loaderData} answer={actionData} />}
    </AuthPage>
  );
}
