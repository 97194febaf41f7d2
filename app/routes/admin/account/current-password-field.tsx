import { account } from '#app/content/desk/account.ts';
import { TextField } from '#app/ui/forms/field.tsx';

/** Asks for the password again, before something that a borrowed browser must not do. */
export function CurrentPasswordField({
  answer,
}: {
  answer: { field: string | null; message: string } | undefined;
}) {
  const name = 'current_password';
  return (
    <TextField
      label={account.password.current}
      name={name}
      type="password"
      autoComplete="current-password"
      required
      error={answer?.field === name ? { text: answer.message } : undefined}
    />
  );
}
