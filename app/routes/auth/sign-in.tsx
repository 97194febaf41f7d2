import type { SecondStepWords, SignInWords } from '#app/content/words/auth.server.ts';
import { deskMeta } from '#app/routes/desk/frame.tsx';
import { useMemo } from 'react';
import { Form, Link, href } from 'react-router';
import type { Route } from './+types/sign-in.ts';
import {
  AuthPage,
  AuthPageButton,
  AuthPageFields,
  AuthPageHead,
  AuthPageLinks,
  useAuthPageFrame,
  useCountdown,
} from '#app/routes/auth/auth-page.tsx';
import {
  type SignInAnswer,
  answerSignIn,
  readSignInPage,
} from '#app/routes/auth/sign-in.server.ts';
import { answerHeaders, answerOr } from '#app/routes/request-failure.ts';
import { TextField, useFocusOnError } from '#app/components/field.tsx';
import { Toasts, useToast } from '#app/components/toast.tsx';
import '#app/styles/desk.css';

export const handle = { answersLate: true };

export const meta: Route.MetaFunction = deskMeta;

export const headers: Route.HeadersFunction = answerHeaders;

export const loader = readSignInPage;

export const action = answerSignIn;

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const typed = (name: string) => String(form.get(name) ?? '');
  return answerOr(serverAction, (unanswered) => {
    return { unanswered, email: typed('email'), draft: typed('draft') || undefined };
  });
}

export default function SignIn({ loaderData: page, actionData }: Route.ComponentProps) {
  const { token, notice } = page;
  const { failures } = useAuthPageFrame();
  const answer = useMemo((): SignInAnswer | undefined => {
    if (!actionData || 'carried' in actionData) return undefined;
    if (!('unanswered' in actionData)) return actionData;
    const { unanswered, ...typed } = actionData;
    const message = failures[unanswered];
    const said = page.step === 'forgot' ? page.words.resetFailed : { title: page.words.failed };
    return { message, ...said, ...typed, fields: [], lockedSeconds: 0 };
  }, [actionData, failures, page]);
  const toast = useToast(answer ? 'error' : (notice?.tone ?? 'neutral'), answer ?? notice);
  const lockedSeconds = answer?.lockedSeconds || page.lockedSeconds;
  const form = { token, answer, draft: actionData?.draft, lockedSeconds };
  return (
    <AuthPage>
      <Toasts messages={toast} />
      <SignedOut why={page.signedOut} hasDraft={Boolean(actionData?.draft)} />
      {page.step === 'login' && <LoginForm {...form} words={page.words} />}
      {page.step === 'forgot' && <ForgotForm {...form} words={page.words} />}
      {page.step === 'code' && <CodeForm {...form} words={page.words} />}
    </AuthPage>
  );
}

interface SignInFormProps<Words> {
  token: string;
  answer: SignInAnswer | undefined;
  draft: string | undefined;
  lockedSeconds: number;
  words: Words;
}

function LoginForm(props: SignInFormProps<SignInWords>) {
  const { token, answer, draft, lockedSeconds, words } = props;
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

function ForgotForm({ token, answer, words }: SignInFormProps<SignInWords>) {
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

function CodeForm(props: SignInFormProps<SecondStepWords>) {
  const { token, draft, lockedSeconds, words } = props;
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

function EmailField({ answer, words }: Pick<SignInFormProps<SignInWords>, 'answer' | 'words'>) {
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

interface SignedOutProps {
  why: Route.ComponentProps['loaderData']['signedOut'];
  hasDraft: boolean;
}

function SignedOut({ why, hasDraft }: SignedOutProps) {
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
