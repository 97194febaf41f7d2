import { deskMeta } from '#app/routes/desk/frame.tsx';
import { useMemo } from 'react';
import { Form, Link, href } from 'react-router';
import type { Route } from './+types/sign-in.ts';
import type { SignInWords } from '#app/content/desk/sign-in.server.ts';
import {
  type SessionEndWords,
  answerSignIn,
  readSignInPage,
} from '#app/routes/auth/sign-in.server.ts';
import { answerOr, typedIn } from '#app/routes/request-failure.ts';
import { Toasts, useToast } from '#app/components/toast.tsx';
import {
  AuthPage,
  AuthPageHead,
  AuthPageLinks,
  useAuthPageFrame,
} from '#app/routes/auth/auth-page.tsx';
import { TextField } from '#app/components/field.tsx';
import { AuthPageButton, AuthPageFields, useCountdown } from '#app/routes/auth/auth-form.tsx';
import { useFocusOnError } from '#app/components/use-focus-on-error.ts';
import { type SignInAnswer, type UnansweredSignIn, answerToShow, draftIn } from './auth-answers.ts';
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

export function loader(args: Route.LoaderArgs) {
  return readSignInPage(args);
}

export function action(args: Route.ActionArgs) {
  return answerSignIn(args);
}

/** What was typed stays typed (AL-5, AL-7). */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const email = await typedIn(request, 'email');
  const draft = await draftIn(request);
  return answerOr(serverAction, (unanswered): UnansweredSignIn => ({ unanswered, email, draft }));
}

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { forgot, token, notice, words } = loaderData;
  const { failures } = useAuthPageFrame();
  const answer = useMemo(() => {
    const text = forgot ? words.resetFailed : { title: words.failed };
    return answerToShow(actionData, { failures, text });
  }, [actionData, failures, forgot, words]);
  const lockedSeconds = answer?.lockedSeconds || loaderData.lockedSeconds;
  const toast = useToast(answer ? 'error' : (notice?.tone ?? 'neutral'), answer ?? notice);
  return (
    <AuthPage>
      <Toasts messages={toast} />
      <SignedOut why={loaderData.signedOut} hasDraft={Boolean(actionData?.draft)} />
      {forgot ? (
        <ForgotForm token={token} answer={answer} words={words} />
      ) : (
        <LoginForm
          token={token}
          answer={answer}
          draft={actionData?.draft}
          lockedSeconds={lockedSeconds}
          words={words}
        />
      )}
    </AuthPage>
  );
}

interface LoginFormProps {
  token: string;
  answer: SignInAnswer | undefined;
  /** A form that was sent when the session had ended, sealed. */
  draft: string | undefined;
  lockedSeconds: number;
  words: SignInWords;
}

/** E-mail and password (ledger AL-1); while locked, the time that is left instead (AL-6). */
function LoginForm({ token, answer, draft, lockedSeconds, words }: LoginFormProps) {
  const { home } = useAuthPageFrame();
  const left = useCountdown(lockedSeconds);
  const form = useFocusOnError(answer);
  const { title, message } = words.faults.password;
  return (
    <>
      <AuthPageHead title={words.title} note={words.note} lock={{ left, words: words.lock }} />
      <Form method="post" action={href('/admin')} noValidate ref={form}>
        <input type="hidden" name="csrf_token" value={token} />
        {draft && <input type="hidden" name="draft" value={draft} />}
        <AuthPageFields locked={left > 0}>
          <EmailField answer={answer} words={words} />
          <TextField
            label={words.password}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            error={answer?.fields.includes('password') ? { title, text: message } : undefined}
          />
          <AuthPageButton>{words.button}</AuthPageButton>
        </AuthPageFields>
      </Form>
      <AuthPageLinks>
        <Link className="quiet" to={`${href('/admin')}?forgot`}>
          {words.forgot}
        </Link>
        <a className="quiet" href="/">
          {home}
        </a>
      </AuthPageLinks>
    </>
  );
}

interface ForgotFormProps {
  token: string;
  answer: SignInAnswer | undefined;
  words: SignInWords;
}

function ForgotForm({ token, answer, words }: ForgotFormProps) {
  const { backToLogin, home } = useAuthPageFrame();
  const form = useFocusOnError(answer);
  return (
    <>
      <AuthPageHead title={words.forgotTitle} note={words.forgotNote} />
      <Form
        method="post"
        action={`${href('/admin')}?forgot`}
        className="grid gap-5"
        noValidate
        ref={form}
      >
        <input type="hidden" name="csrf_token" value={token} />
        <EmailField answer={answer} words={words} />
        <AuthPageButton>{words.sendReset}</AuthPageButton>
      </Form>
      <AuthPageLinks>
        <Link className="quiet" to={href('/admin')}>
          {backToLogin}
        </Link>
        <a className="quiet" href="/">
          {home}
        </a>
      </AuthPageLinks>
    </>
  );
}

interface EmailFieldProps {
  answer: SignInAnswer | undefined;
  words: SignInWords;
}

function EmailField({ answer, words }: EmailFieldProps) {
  const { title, message } = words.faults.email;
  return (
    <TextField
      label={words.email}
      name="email"
      type="email"
      autoComplete="username"
      defaultValue={answer?.email}
      required
      error={answer?.fields.includes('email') ? { title, text: message } : undefined}
    />
  );
}

function SignedOut({ why, hasDraft }: { why: SessionEndWords | null; hasDraft: boolean }) {
  if (why === null) return null;
  return (
    <div className="border border-s-6 border-ink bg-panel px-5 py-4" role="alert">
      <b>{why.title}</b>
      <p>
        {why.reason} {hasDraft ? why.draft : why.back}
      </p>
    </div>
  );
}
