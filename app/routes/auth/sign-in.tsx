import { pluralize } from '#app/components/words.ts';
import { useHydrated } from '#app/components/hydrated.tsx';
import type { SecondStepWords, SignInWords } from '#app/content/words/auth.server.ts';
import { deskMeta } from '#app/routes/desk/frame.tsx';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Form, Link, href } from 'react-router';
import type { Route } from './+types/sign-in.ts';
import {
  AuthPage,
  AuthPageButton,
  AuthPageHead,
  AuthPageLinks,
  useAuthPageFrame,
} from '#app/routes/auth/auth-page.tsx';
import { type SignInError, loadSignInPage, submitSignIn } from '#app/routes/auth/sign-in.server.ts';
import { forgetDrafts } from '#app/routes/desk/drafts.tsx';
import { AUTH } from '#app/domain/limits.ts';
import { getActionHeaders, runServerAction } from '#app/routes/request-failure.ts';
import { TextField, useFocusOnFirstError } from '#app/components/field.tsx';

export const meta: Route.MetaFunction = deskMeta;

export const headers: Route.HeadersFunction = getActionHeaders;

export const loader = loadSignInPage;

export const action = submitSignIn;

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const email = String(form.get('email') ?? '');
  return runServerAction(serverAction, (failure) => ({ failure, email }));
}

export default function SignIn({ loaderData: page, actionData }: Route.ComponentProps) {
  const { token, flash } = page;
  const { failures } = useAuthPageFrame();
  const error = useMemo((): SignInError | undefined => {
    if (!actionData || !('failure' in actionData)) return actionData;
    const { failure, email } = actionData;
    const texts = page.step === 'forgot' ? page.words.resetFailed : { title: page.words.failed };
    return { message: failures[failure], ...texts, email, fields: [], lockedSeconds: 0 };
  }, [actionData, failures, page]);
  // Drafts expire after a day even if no admin signs in again in this browser (DK-6).
  useEffect(() => forgetDrafts(), []);
  const lockedSeconds = error?.lockedSeconds || page.lockedSeconds;
  const form = { token, error, lockedSeconds };
  return (
    <AuthPage toast={error ?? flash} tone={error ? 'error' : flash?.tone}>
      {page.sessionEnd && <SessionEndNotice {...page.sessionEnd} />}
      {page.step === 'login' && <LoginForm {...form} words={page.words} />}
      {page.step === 'forgot' && <ForgotForm {...form} words={page.words} />}
      {page.step === 'code' && <CodeForm {...form} words={page.words} />}
    </AuthPage>
  );
}

interface SignInFormProps<Words> {
  token: string;
  error: SignInError | undefined;
  lockedSeconds: number;
  words: Words;
}

function LoginForm(props: SignInFormProps<SignInWords>) {
  const { error, words } = props;
  const { home } = useAuthPageFrame();
  const { title, message } = words.faults.password;
  return (
    <>
      <LockableForm {...props} action={href('/admin')} noValidate>
        <EmailField error={error} words={words} />
        <TextField
          label={words.password}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={error?.fields.includes('password') ? { title, text: message } : undefined}
        />
      </LockableForm>
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

function ForgotForm(props: SignInFormProps<SignInWords>) {
  const { backToLogin, home } = useAuthPageFrame();
  const { forgotTitle: title, forgotNote: note, sendReset: button, lock } = props.words;
  const words = { title, note, button, lock };
  return (
    <>
      <LockableForm
        {...props}
        action={`${href('/admin')}?forgot`}
        words={words}
        lockedSeconds={0}
        noValidate
      >
        <EmailField {...props} />
      </LockableForm>
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

function CodeForm(props: SignInFormProps<SecondStepWords>) {
  const { backToLogin } = useAuthPageFrame();
  return (
    <>
      <LockableForm {...props} action={href('/admin/code')}>
        <TextField
          label={props.words.code}
          name="code"
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={40}
          required
        />
      </LockableForm>
      <AuthPageLinks>
        <Link className="quiet" to={href('/admin')}>
          {backToLogin}
        </Link>
      </AuthPageLinks>
    </>
  );
}

interface LockableFormProps extends SignInFormProps<
  Pick<SecondStepWords, 'title' | 'note' | 'button' | 'lock'>
> {
  action: string;
  noValidate?: boolean;
  children: ReactNode;
}

function LockableForm(props: LockableFormProps) {
  const { token, error, lockedSeconds, words, action, noValidate, children } = props;
  const remainingSeconds = useCountdown(lockedSeconds);
  const form = useFocusOnFirstError(error);
  return (
    <>
      <AuthPageHead title={words.title} note={remainingSeconds === 0 && words.note} />
      {remainingSeconds > 0 && <LockoutNotice seconds={remainingSeconds} words={words.lock} />}
      <Form method="post" action={action} noValidate={noValidate} ref={form}>
        <input type="hidden" name="csrf_token" value={token} />
        <fieldset
          className="grid min-w-0 gap-5 border-0 p-0 disabled:[&_input]:cursor-not-allowed disabled:[&_input]:border-line-strong! disabled:[&_input]:bg-paper-2! disabled:[&_input]:text-ink-3"
          disabled={remainingSeconds > 0}
        >
          {children}
          <AuthPageButton>{words.button}</AuthPageButton>
        </fieldset>
      </Form>
    </>
  );
}

function LockoutNotice({ seconds, words }: { seconds: number; words: SignInWords['lock'] }) {
  const isHydrated = useHydrated();
  const minutes = Math.ceil(seconds / 60);
  return (
    <div className="grid gap-1 border border-s-6 border-ink bg-panel px-6 py-5">
      <div role="alert">
        <b className="text-large/list font-bold">{words.title}</b>
        <p>{words.message}</p>
      </div>
      {isHydrated ? (
        <>
          <div
            className="flex text-center text-[clamp(4rem,8vw,6rem)] leading-none font-light flare"
            role="timer"
            aria-label={pluralize(words.left, minutes)}
          >
            {[...formatClock(seconds)].map((digit, place) => (
              <span key={place} className={digit === ':' ? 'w-[0.34em] text-oak' : 'w-[0.64em]'}>
                {digit}
              </span>
            ))}
          </div>
          <p className="text-ink-2">{words.until}</p>
        </>
      ) : (
        <p>{pluralize(words.again, minutes)}</p>
      )}
    </div>
  );
}

function formatClock(seconds: number): string {
  const minutes = String(Math.floor(seconds / 60)).padStart(2, '0');
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}

function useCountdown(seconds: number): number {
  const [remaining, setRemaining] = useState(seconds);
  useEffect(() => {
    setRemaining(seconds);
    if (seconds <= 0) return;
    const endMs = performance.now() + seconds * 1000;
    const timer = setInterval(() => {
      const secondsLeft = Math.max(0, Math.ceil((endMs - performance.now()) / 1000));
      setRemaining(secondsLeft);
      if (secondsLeft === 0) clearInterval(timer);
    }, AUTH.lockoutCountdownMs);
    return () => clearInterval(timer);
  }, [seconds]);
  return remaining;
}

function EmailField({ error, words }: Pick<SignInFormProps<SignInWords>, 'error' | 'words'>) {
  const { title, message } = words.faults.email;
  return (
    <TextField
      label={words.email}
      name="email"
      type="email"
      autoComplete="username"
      defaultValue={error?.email}
      required
      error={error?.fields.includes('email') ? { title, text: message } : undefined}
    />
  );
}

function SessionEndNotice({ title, text }: { title: string; text: string }) {
  return (
    <div className="border border-s-6 border-ink bg-panel px-5 py-4" role="alert">
      <b>{title}</b>
      <p>{text}</p>
    </div>
  );
}
