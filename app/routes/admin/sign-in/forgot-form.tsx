import { Form, Link, href } from 'react-router';
import type { SignInWords } from '#app/content/desk/sign-in.server.ts';
import { EmailField } from './email-field.tsx';
import type { SignInAnswer } from './sign-in-answer.ts';
import { AuthPageButton } from '#app/routes/admin/auth-page/auth-page-button.tsx';
import { AuthPageHead } from '#app/routes/admin/auth-page/auth-page-head.tsx';
import { AuthPageLinks } from '#app/routes/admin/auth-page/auth-page-links.tsx';
import { useAuthPageFrame } from '#app/routes/admin/auth-page/use-auth-page-frame.ts';
import { useFocusOnError } from '#app/routes/admin/auth-page/use-focus-on-error.ts';

interface ForgotFormProps {
  token: string;
  answer: SignInAnswer | undefined;
  words: SignInWords;
}

/** Asks for a link to set a new password (ledger AL-1, AL-7). */
export function ForgotForm({ token, answer, words }: ForgotFormProps) {
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
