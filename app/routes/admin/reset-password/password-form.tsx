import { Form } from 'react-router';
import { resetPassword as words } from '#app/content/desk/sign-in.ts';
import { CodeEntry } from './code-entry.tsx';
import { FormFault } from '#app/routes/admin/auth-page/form-fault.tsx';
import { GateButton } from '#app/routes/admin/auth-page/gate-button.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import type { ResetAnswer } from './reset-answer.ts';
import { useFocusOnFault } from '#app/routes/admin/auth-page/use-focus-on-fault.ts';

interface PasswordFormProps {
  token: string;
  email: string;
  answer: ResetAnswer | undefined;
}

/** The new password, twice (ledger RP-4), in words for whom; another code may be entered instead. */
export function PasswordForm({ token, email, answer }: PasswordFormProps) {
  const form = useFocusOnFault(answer);
  const fault = (field: string) => (answer?.field === field ? { text: answer.message } : undefined);
  return (
    <>
      <p className="rule">
        <span>
          {words.whose} <b>{email}</b>. {words.note}
        </span>
      </p>
      <FormFault answer={answer} />
      <Form method="post" action="/reset-password" noValidate ref={form}>
        <input type="hidden" name="csrf_token" value={token} />
        <input type="hidden" name="email" value={email} />
        <NewPasswordFields email={email} fault={fault} />
        <GateButton>{words.button}</GateButton>
      </Form>
      <CodeEntry token={token} summary={words.otherCode} />
    </>
  );
}
