import { Form, href } from 'react-router';
import type { ResetWords } from '#app/content/desk/reset-password.server.ts';
import { CodeEntry } from './code-entry.tsx';
import { FormError } from '#app/routes/admin/auth-page/form-error.tsx';
import { AuthPageButton } from '#app/routes/admin/auth-page/auth-page-button.tsx';
import { AuthPageNote } from '#app/routes/admin/auth-page/auth-page-note.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import type { ResetAnswer } from './reset-answer.ts';
import { useFocusOnError } from '#app/routes/admin/auth-page/use-focus-on-error.ts';

interface PasswordFormProps {
  token: string;
  email: string;
  answer: ResetAnswer | undefined;
  words: ResetWords;
}

/** The new password, twice (ledger RP-4), in words for whom; another code may be entered instead. */
export function PasswordForm({ token, email, answer, words }: PasswordFormProps) {
  const form = useFocusOnError(answer);
  const fault = (field: string) => (answer?.field === field ? { text: answer.message } : undefined);
  return (
    <>
      <AuthPageNote>
        {words.whose} <b>{email}</b>. {words.note}
      </AuthPageNote>
      <FormError answer={answer} />
      <Form
        method="post"
        action={href('/reset-password')}
        className="grid gap-5"
        noValidate
        ref={form}
      >
        <input type="hidden" name="csrf_token" value={token} />
        <input type="hidden" name="email" value={email} />
        <NewPasswordFields email={email} fault={fault} words={words} />
        <AuthPageButton>{words.button}</AuthPageButton>
      </Form>
      <CodeEntry token={token} summary={words.otherCode} words={words} />
    </>
  );
}
