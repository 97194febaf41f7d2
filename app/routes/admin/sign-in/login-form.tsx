import { Form, Link, href } from 'react-router';
import type { SignInWords } from '#app/content/desk/sign-in.server.ts';
import { TextField } from '#app/ui/forms/field.tsx';
import { EmailField } from './email-field.tsx';
import type { SignInAnswer } from './sign-in-answer.ts';
import { AuthPageButton } from '#app/routes/admin/auth-page/auth-page-button.tsx';
import { AuthPageFields } from '#app/routes/admin/auth-page/auth-page-fields.tsx';
import { AuthPageHead } from '#app/routes/admin/auth-page/auth-page-head.tsx';
import { AuthPageLinks } from '#app/routes/admin/auth-page/auth-page-links.tsx';
import { useAuthPageFrame } from '#app/routes/admin/auth-page/use-auth-page-frame.ts';
import { useCountdown } from './use-countdown.ts';
import { useFocusOnError } from '#app/routes/admin/auth-page/use-focus-on-error.ts';

interface LoginFormProps {
  token: string;
  answer: SignInAnswer | undefined;
  /** A form that was sent when the session had ended, sealed. */
  draft: string | undefined;
  lockedSeconds: number;
  words: SignInWords;
}

/** E-mail and password (ledger AL-1); while locked, the time that is left instead (AL-6). */
export function LoginForm({ token, answer, draft, lockedSeconds, words }: LoginFormProps) {
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
