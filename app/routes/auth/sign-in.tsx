import { useEffect, useMemo } from 'react';
import { href, Link } from 'react-router';
import type { FailureReason } from '#app/components/failure-reason.ts';
import { TextField } from '#app/components/field.tsx';
import type { SecondStepTexts, SignInTexts } from '#app/content/texts/auth.server.ts';
import { AuthPage, AuthPageLinks, useAuthPageTexts } from '#app/routes/auth/auth-page.tsx';
import {
  EmailField,
  LockableForm,
  LoginForm,
  SessionEndNotice,
  type SignInError,
  type SignInFormProps,
} from '#app/routes/auth/sign-in-forms.tsx';
import {
  leadSignedInToDesk,
  loadSignInStep,
  submitSignInStep,
} from '#app/routes/auth/sign-in.server.ts';
import { deleteExpiredDrafts } from '#app/routes/draft-storage.ts';
import { StaffHead } from '#app/routes/page-head.tsx';
import { getRetryHeaders, readPostedForm, runServerAction } from '#app/routes/request-failure.ts';
import type { Route } from './+types/sign-in.ts';

export const middleware: Route.MiddlewareFunction[] = [leadSignedInToDesk];

export const headers: Route.HeadersFunction = getRetryHeaders;

export const loader = loadSignInStep;

export const action = submitSignInStep;

/** Runs the action; without a usable response it returns the failure with the typed email, which the form keeps. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await readPostedForm(request);
  const email = String(form.get('email') ?? '');
  const buildFailure = (reason: FailureReason) => ({ kind: 'unanswered' as const, reason, email });
  return runServerAction(serverAction, { buildFailure });
}

/** Shows the form of the step: login, forgotten password or code. Deletes the desk's expired drafts. */
export default function SignIn({ loaderData: page, actionData }: Route.ComponentProps) {
  const { token, flash } = page;
  const authTexts = useAuthPageTexts();
  const error = useMemo(
    () => toSignInError(actionData, page, authTexts.failures),
    [actionData, authTexts, page],
  );
  const lockedSeconds = error?.lockedSeconds || page.lockedSeconds;
  const formProps = { token, error, lockedSeconds };

  // Drafts expire after a day even if no admin signs in again in this browser (DK-6).
  useEffect(() => deleteExpiredDrafts(), []);

  return (
    <AuthPage toast={error ?? flash} tone={error ? 'error' : flash?.tone}>
      <StaffHead {...page.head} />
      {page.sessionEnd && <SessionEndNotice {...page.sessionEnd} />}
      {page.step === 'login' && (
        <LoginForm {...formProps} texts={page.texts} hasPasskeys={page.hasPasskeys} />
      )}
      {page.step === 'forgot' && <ForgotForm {...formProps} texts={page.texts} />}
      {page.step === 'code' && <CodeForm {...formProps} texts={page.texts} />}
    </AuthPage>
  );
}

/** A form without a usable response gets the reason as its error: the server has refused nothing. */
function toSignInError(
  actionData: Route.ComponentProps['actionData'],
  page: Route.ComponentProps['loaderData'],
  failures: ReturnType<typeof useAuthPageTexts>['failures'],
): SignInError | undefined {
  if (actionData?.kind !== 'unanswered') return actionData;

  const { reason, email } = actionData;
  const texts =
    page.step === 'forgot'
      ? page.texts.resetFailed
      : { title: page.texts.failedTitle, text: failures[reason] };
  return { ...texts, email, fields: [], lockedSeconds: 0 };
}

function ForgotForm(props: SignInFormProps<SignInTexts>) {
  const { backToLogin, home } = useAuthPageTexts();
  const { forgotTitle: title, forgotNote: note, sendReset: button, lock } = props.texts;
  const texts = { title, note, button, lock };

  return (
    <>
      <LockableForm
        {...props}
        action={`${href('/admin')}?forgot`}
        texts={texts}
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

function CodeForm(props: SignInFormProps<SecondStepTexts>) {
  const { backToLogin } = useAuthPageTexts();
  return (
    <>
      <LockableForm {...props} action={`${href('/admin')}?code`}>
        <TextField
          label={props.texts.code}
          name="code"
          autoFocus
          autoComplete="one-time-code"
          spellCheck={false}
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
