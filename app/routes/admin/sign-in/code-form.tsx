import { Form, Link, href } from 'react-router';
import { TextField } from '#app/ui/forms/field.tsx';
import { AuthPageButton } from '#app/routes/admin/auth-page/auth-page-button.tsx';
import { AuthPageFields } from '#app/routes/admin/auth-page/auth-page-fields.tsx';
import { AuthPageHead } from '#app/routes/admin/auth-page/auth-page-head.tsx';
import { AuthPageLinks } from '#app/routes/admin/auth-page/auth-page-links.tsx';
import { useAuthPageFrame } from '#app/routes/admin/auth-page/use-auth-page-frame.ts';
import type { SecondStepWords } from '#app/content/desk/sign-in.server.ts';
import { useCountdown } from './use-countdown.ts';

interface CodeFormProps {
  token: string;
  /** As in the form of the login. */
  draft: string | undefined;
  lockedSeconds: number;
  words: SecondStepWords;
}

/** The second step of a login: the code of the app, or a recovery code. */
export function CodeForm({ token, draft, lockedSeconds, words }: CodeFormProps) {
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
