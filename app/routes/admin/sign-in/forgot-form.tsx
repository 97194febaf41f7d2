import { Form, Link } from 'react-router';
import { signIn as words } from '#app/content/desk/sign-in.ts';
import { EmailField } from './email-field.tsx';
import type { SignInAnswer } from './sign-in-answer.ts';
import { AuthPageButton } from '#app/routes/admin/auth-page/auth-page-button.tsx';
import { AuthPageHead } from '#app/routes/admin/auth-page/auth-page-head.tsx';
import { useFocusOnError } from '#app/routes/admin/auth-page/use-focus-on-error.ts';

/** Asks for a link to set a new password (ledger AL-1, AL-7). */
export function ForgotForm({ token, answer }: { token: string; answer: SignInAnswer | undefined }) {
  const form = useFocusOnError(answer);
  return (
    <>
      <AuthPageHead title={words.forgotTitle} note={words.forgotNote} />
      <Form method="post" action="/admin?forgot" noValidate ref={form}>
        <input type="hidden" name="csrf_token" value={token} />
        <EmailField answer={answer} />
        <AuthPageButton>{words.sendReset}</AuthPageButton>
      </Form>
      <p className="gate__links">
        <Link className="quiet" to="/admin">
          {words.backToLogin}
        </Link>
        <a className="quiet" href="/">
          {words.home}
        </a>
      </p>
    </>
  );
}
