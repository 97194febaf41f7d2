import { type FieldError, TextField } from '#app/ui/forms/field.tsx';

interface NewPasswordFieldsProps {
  /** Under this name password managers keep the new password. */
  email: string;
  fault: (field: string) => FieldError | undefined;
  words: { password: string; confirmation: string };
}

/** A new password, twice (ledger RP-4). */
export function NewPasswordFields({ email, fault, words }: NewPasswordFieldsProps) {
  const field = (name: string, label: string) => (
    <TextField
      label={label}
      name={name}
      type="password"
      autoComplete="new-password"
      required
      error={fault(name)}
    />
  );
  return (
    <>
      <input hidden type="email" autoComplete="username" value={email} readOnly />
      {field('password', words.password)}
      {field('confirm_password', words.confirmation)}
    </>
  );
}
