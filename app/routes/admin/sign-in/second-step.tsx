import { useMemo } from 'react';
import { data, href, redirect } from 'react-router';
import type { Route } from './+types/second-step.ts';
import { adminPages } from '#app/content/desk/admin-pages.server.ts';
import { secondStep, secondStepWords, signInMessages } from '#app/content/desk/sign-in.server.ts';
import type { Language } from '#app/content/language.ts';
import { readSecondStep } from '#app/domain/sign-in/second-factor.server.ts';
import { readCookie, withCookies } from '#app/http/cookies.server.ts';
import { meetBrowser, secondStepCookie } from '#app/http/sign-in-cookies.server.ts';
import { staffLanguage } from '#app/http/staff-language.server.ts';
import {
  SignInRefused,
  authenticateCode,
} from '#app/routes/admin/authenticator/authenticator.server.ts';
import { welcome } from '#app/routes/admin/sign-in/sign-in-response.server.ts';
import { answerOr } from '#app/routes/request-failure.ts';
import { Toasts, useToast } from '#app/ui/toast.tsx';
import { deskMeta } from '#app/routes/admin/frame/desk-meta.ts';
import { CodeForm } from './code-form.tsx';
import { AuthPage } from '#app/routes/admin/auth-page/auth-page.tsx';
import { useAuthPageFrame } from '#app/routes/admin/auth-page/use-auth-page-frame.ts';
import { answerOf } from '#app/routes/admin/sign-in/refused-sign-in.server.ts';
import {
  type CarriedDraft,
  type SignInAnswer,
  type UnansweredSignIn,
  answerToShow,
  draftIn,
} from './sign-in-answer.ts';
import '#app/styles/desk.css';

/** Its posts wait apart from all other work: see the front door. */
export const handle = { answersLate: true };

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return loaderData ? deskMeta(matches, loaderData.head) : [];
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  const retry = actionHeaders.get('Retry-After');
  return retry ? { 'Retry-After': retry } : {};
}

/** Open only to a browser whose password was right a moment ago. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const note = await readCookie(request, secondStepCookie());
  if (!(await readSecondStep(note))) return redirect(href('/admin'), 303);
  const { token, cookies } = await meetBrowser(request);
  const language = staffLanguage(context);
  const words = secondStepWords(language);
  const head = { ...adminPages[language].secondStep, title: words.title };
  return data({ head, words, token }, { headers: await withCookies(cookies) });
}

export async function action({ request, context }: Route.ActionArgs) {
  const spoken = staffLanguage(context);
  const draft = await draftIn(request);
  if (draft && !(await request.clone().formData()).has('code')) {
    return data({ carried: true, draft } satisfies CarriedDraft);
  }
  try {
    return await welcome(request, await authenticateCode(request, context), { spoken, draft });
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
    return refuse(error, spoken, draft);
  }
}

/** The code stays in its field. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const draft = await draftIn(request);
  return answerOr(serverAction, (unanswered): UnansweredSignIn => ({
    unanswered,
    email: '',
    draft,
  }));
}

function refuse({ refused }: SignInRefused, language: Language, draft?: string) {
  const { answer, status, retry } = answerOf(refused, language);
  const said: SignInAnswer =
    refused.kind === 'failed'
      ? {
          ...answer,
          title: signInMessages[language].failed.title,
          message: secondStep[language].wrong,
        }
      : answer;
  return data(
    { ...said, draft },
    { status, headers: retry ? { 'Retry-After': String(retry) } : {} },
  );
}

export default function SecondStep({ loaderData, actionData }: Route.ComponentProps) {
  const { token, words } = loaderData;
  const { failures } = useAuthPageFrame();
  const answer = useMemo(
    () => answerToShow(actionData, { failures, said: { title: words.failed } }),
    [actionData, failures, words],
  );
  return (
    <AuthPage>
      <Toasts messages={useToast('error', answer)} />
      <CodeForm
        token={token}
        draft={actionData?.draft}
        lockedSeconds={answer?.lockedSeconds ?? 0}
        words={words}
      />
    </AuthPage>
  );
}
