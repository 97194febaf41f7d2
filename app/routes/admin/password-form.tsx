import { Form, useNavigation } from 'react-router';
import { resetPassword as words, signIn } from '#app/content/sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import type { ResetAnswer } from './reset-answer.ts';
import { useFocusOnFault } from './use-focus-on-fault.ts';

interface PasswordFormProps {
  token: string;
  email: string;
  answer: ResetAnswer | undefined;
}

/** The new password, twice (ledger RP-4). */
export function PasswordForm({ token, email, answer }: PasswordFormProps) {
  const form = useFocusOnFault(answer);
  const busy = useNavigation().formMethod === 'POST';
  const fault = (field: string) => (answer?.field === field ? { text: answer.message } : undefined);
  return (
    <>
      {answer && answer.field === null && (
        <div className="summary" role="alert">
          <p>{answer.message}</p>
        </div>
      )}
      <Form method="post" action="/reset-password" noValidate ref={form}>
        <input type="hidden" name="csrf_token" value={token} />
        {/* Password managers keep the new password under this name. */}
        <input hidden type="email" autoComplete="username" value={email} readOnly />
        <TextField
          label={words.password}
          name="password"
          type="password"
          autoComplete="new-password"
          required
          error={fault('password')}
        />
        <TextField
          label={words.confirmation}
          name="confirm_password"
          type="password"
          autoComplete="new-password"
          required
          error={fault('confirm_password')}
        />
        <p>
          <Button type="submit" busy={busy}>
            {busy ? signIn.busy : words.button}
          </Button>
        </p>
      </Form>
    </>
  );
}
