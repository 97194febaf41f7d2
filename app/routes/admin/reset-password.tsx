import { data, redirect } from 'react-router';
import type { Route } from './+types/reset-password';
import { adminPages } from '#app/content/admin-pages.ts';
import { adminNotices } from '#app/content/admin-notices.ts';
import { resetErrors, resetPassword as words, signInMessages } from '#app/content/sign-in.ts';
import { AUTH, MOTION } from '#app/domain/limits.ts';
import {
  findPasswordForm,
  openLink,
  setPasswordByLink,
} from '#app/domain/password-reset.server.ts';
import { PasswordsBusy } from '#app/domain/passwords.server.ts';
import { withCookies } from '#app/http/cookies.server.ts';
import {
  browserOfForm,
  deviceCookies,
  endPasswordFormCookie,
  endSessionCookie,
  meetBrowser,
  passwordFormCookie,
  readDeviceCookie,
  readPasswordFormCookie,
} from '#app/http/gate-request.server.ts';
import { noticeCookie, takeNotice } from '#app/http/notice.server.ts';
import { outageStatus } from '#app/http/outage.server.ts';
import { visitContext } from '#app/http/visit.server.ts';
import { proofOf } from '#app/routes/admin/link-proof.server.ts';
import { Toasts } from '../../ui/toast.tsx';
import { deskMeta } from './desk-meta.ts';
import { Gate } from './gate.tsx';
import { LinkEntry } from './link-entry.tsx';
import { PasswordForm } from './password-form.tsx';
import { PasswordSet } from './password-set.tsx';
import type { ResetAnswer } from './reset-answer.ts';
import '../../styles/desk.css';

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
  const said = takeNotice(request);
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
    caller: context.get(visitContext),
    deviceOf: (email: string) => readDeviceCookie(request, email),
  };
  try {
    return form.has('password')
      ? await setPassword(request, form, client)
      : await showForm(request, form, client);
  } catch (error) {
    if (!(error instanceof PasswordsBusy)) {
      return refuse(resetErrors.failed, outageStatus('reset-store', error));
    }
    return refuse(resetErrors.failed, 503, null, { 'Retry-After': `${AUTH.passwordBusySeconds}` });
  }
}

type Client = Parameters<typeof openLink>[1];

async function showForm(request: Request, form: FormData, client: Client) {
  const proof = proofOf(form);
  if (typeof proof === 'string') return refuse(proof, 400);
  const opened = await openLink(proof, client);
  if (!opened) return refuse(resetErrors.dead, 400);
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
      password: String(form.get('password')),
      confirmation: String(form.get('confirm_password') ?? ''),
    },
    client,
  );
  if (outcome.kind === 'refused') return refuse(outcome.message, 422, outcome.field);
  if (outcome.kind === 'dead-link') {
    return refuse(resetErrors.dead, 400, null, withCookies([endPasswordFormCookie()]));
  }
  return redirect('/reset-password', {
    status: 303,
    headers: withCookies([
      endPasswordFormCookie(),
      endSessionCookie(),
      noticeCookie('password-updated'),
    ]),
  });
}

function refuse(
  message: string,
  status: number,
  field: string | null = null,
  headers: HeadersInit = {},
) {
  return data({ field, message } satisfies ResetAnswer, { status, headers });
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { token, email, done } = loaderData;
  const { tone, title } = adminNotices['password-updated'];
  return (
    <Gate>
      <div className="gate__head">
        <h1>{words.title}</h1>
        {email !== null && <p className="rule">{words.note}</p>}
      </div>
      {done ? (
        <PasswordSet />
      ) : email === null ? (
        <LinkEntry token={token} answer={actionData} />
      ) : (
        <PasswordForm token={token} email={email} answer={actionData} />
      )}
      <Toasts messages={done ? [{ tone, title }] : []} />
    </Gate>
  );
}
