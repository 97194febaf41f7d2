import { staffLanguage } from '#app/http/request-context.server.ts';
import { deskMeta } from '#app/routes/desk/frame.tsx';
import { useMemo } from 'react';
import { Form, Link, data, href, redirect } from 'react-router';
import type { Route } from './+types/second-step.ts';
import { adminPages } from '#app/content/desk/admin-pages.server.ts';
import { type SecondStepWords, secondStepWords } from '#app/content/desk/sign-in.server.ts';
import { readSecondStep } from '#app/domain/sign-in/second-factor.server.ts';
import { readCookie, withCookies } from '#app/http/cookies.server.ts';
import { meetBrowser, secondStepCookie } from '#app/http/sign-in-cookies.server.ts';
import { answerCode } from '#app/routes/auth/sign-in.server.ts';
import { answerOr } from '#app/routes/request-failure.ts';
import { Toasts, useToast } from '#app/components/toast.tsx';
import {
  AuthPage,
  AuthPageHead,
  AuthPageLinks,
  useAuthPageFrame,
} from '#app/routes/auth/auth-page.tsx';
import { TextField } from '#app/components/field.tsx';
import { AuthPageButton, AuthPageFields, useCountdown } from '#app/routes/auth/auth-form.tsx';
import { type UnansweredSignIn, answerToShow, draftIn } from './auth-answers.ts';
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

export function action(args: Route.ActionArgs) {
  return answerCode(args);
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

export default function SecondStep({ loaderData, actionData }: Route.ComponentProps) {
  const { token, words } = loaderData;
  const { failures } = useAuthPageFrame();
  const answer = useMemo(
    () => answerToShow(actionData, { failures, text: { title: words.failed } }),
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

interface CodeFormProps {
  token: string;
  draft: string | undefined;
  lockedSeconds: number;
  words: SecondStepWords;
}

function CodeForm({ token, draft, lockedSeconds, words }: CodeFormProps) {
  const { backToLogin } = useAuthPageFrame();
  const left = useCountdown(lockedSeconds);
  return (
    <>
      <AuthPageHead title={words.title} note={words.note} lock={{ left, words: words.lock }} />
      <Form method="post" action={href('/admin/code')}>
        <input type="hidden" name="csrf_token" value={token} />
        {draft && <input type="hidden" name="draft" value={draft} />}
        <AuthPageFields locked={left > 0}>
          <TextField
            label={words.code}
            name="code"
            autoComplete="one-time-code"
            spellCheck={false}
            maxLength={40}
            required
          />
          <AuthPageButton>{words.button}</AuthPageButton>
        </AuthPageFields>
      </Form>
      <AuthPageLinks>
        <Link className="quiet" to={href('/admin')}>
          {backToLogin}
        </Link>
      </AuthPageLinks>
    </>
  );
}
