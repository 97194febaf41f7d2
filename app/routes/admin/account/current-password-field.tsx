import { TextField } from '#app/ui/forms/field.tsx';

/** Asks for the password again, before something that a borrowed browser must not do. */
export function CurrentPasswordField({
  answer,
  label,
}: {
  answer: { field: string | null; message: string } | undefined;
  label: string;
}) {
  const name = 'current_password';
  return (
    <TextField
      label={label}
      name={name}
      type="password"
      autoComplete="current-password"
      required
      error={answer?.field === name ? { text: answer.message } : undefined}
    />
  );
}
