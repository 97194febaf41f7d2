import { data, redirect } from 'react-router';
import type { Route } from './+types/second-step.ts';
import { adminPages } from '#app/content/desk/admin-pages.ts';
import { secondStep as words, signInMessages } from '#app/content/desk/sign-in.ts';
import { holdAnswer } from '#app/domain/sign-in/constant-time-response.server.ts';
import { readSecondStep, signInWithCode } from '#app/domain/sign-in/second-step.server.ts';
import { withCookies } from '#app/http/cookies/cookies.server.ts';
import {
  browserOfForm,
  clientOf,
  meetBrowser,
  readSecondStepCookie,
} from '#app/http/cookies/sign-in-cookies.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { type Passed, SignInRefused } from '#app/routes/admin/sign-in/authenticator.server.ts';
import { welcome } from '#app/routes/admin/sign-in/sign-in-response.server.ts';
import { answerOr } from '#app/routes/request-failure.ts';
import { Toasts, useToast } from '#app/ui/toast.tsx';
import { deskMeta } from '#app/routes/admin/frame/desk-meta.ts';
import { CodeForm } from './code-form.tsx';
import { AuthPage } from '#app/routes/admin/auth-page/auth-page.tsx';
import { type SignInAnswer, answerOf } from './sign-in-answer.ts';
import '#app/styles/desk.css';

/** Its posts wait apart from all other work: see the front door. */
export const handle = { answersLate: true };

export function meta({ matches }: Route.MetaArgs) {
  return deskMeta(matches, { ...adminPages.secondStep, title: words.title });
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  const retry = actionHeaders.get('Retry-After');
  return retry ? { 'Retry-After': retry } : {};
}

/** Open only to a browser whose password was right a moment ago. */
export async function loader({ request }: Route.LoaderArgs) {
  if (!(await readSecondStep(readSecondStepCookie(request)))) return redirect('/admin', 303);
  const { token, cookies } = meetBrowser(request);
  return data({ token }, { headers: withCookies(cookies) });
}

export async function action({ request, context }: Route.ActionArgs) {
  const startedAt = performance.now();
  try {
    return welcome(request, await passCode(request, context));
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
    return refuse(error);
  } finally {
    await holdAnswer(startedAt, context.get(requestContext).hold);
  }
}

/** The code stays in its field. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  const { title } = signInMessages.failed;
  return answerOr(serverAction, (message): SignInAnswer => {
    return { title, message, email: '', fields: [], lockedSeconds: 0 };
  });
}

async function passCode(request: Request, context: Route.ActionArgs['context']) {
  const form = await request.formData();
  const admin = await readSecondStep(readSecondStepCookie(request));
  const browserId = browserOfForm(request, form, context);
  if (!admin || !browserId) throw new SignInRefused({ kind: 'security', email: '' });
  const client = clientOf(request, context, browserId, admin.email);
  const outcome = await signInWithCode(admin, String(form.get('code') ?? ''), client);
  if (outcome.kind === 'signed-in') return outcome satisfies Passed;
  if (outcome.kind === 'second-step') throw new Error('the second step has no second step');
  throw new SignInRefused({ ...outcome, email: '' });
}

function refuse({ refused }: SignInRefused) {
  const { answer, status, retry } = answerOf(refused);
  const said: SignInAnswer =
    refused.kind === 'failed'
      ? { ...answer, title: signInMessages.failed.title, message: words.wrong }
      : answer;
  return data(said, { status, headers: retry ? { 'Retry-After': String(retry) } : {} });
}

export default function SecondStep({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AuthPage>
      <Toasts messages={useToast('error', actionData)} />
      <CodeForm token={loaderData.token} lockedSeconds={actionData?.lockedSeconds ?? 0} />
    </AuthPage>
  );
}
