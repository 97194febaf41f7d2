import type { ComponentProps } from 'react';
import { ErrorBox, TextField, type FieldError } from '#app/components/field.tsx';

export interface FormError {
  /** Null for an error that belongs to no field. */
  field: string | null;
  text: string;
}

export interface ResetError extends FormError {
  /** Concerns the link or code, not the new password. */
  isLinkError?: boolean;
  hasNoResponse?: boolean;
}

interface FormErrorProps {
  error: FormError | undefined;
}

/** Shows an error that belongs to no field; nothing for any other. */
export function GeneralFormError({ error }: FormErrorProps) {
  if (!error || error.field !== null) return null;
  return (
    <ErrorBox>
      <p>{error.text}</p>
    </ErrorBox>
  );
}

interface NewPasswordFieldsProps extends FormErrorProps {
  /** Password managers store the new password under this name. */
  email: string;
  texts: { password: string; confirmation: string; note: string };
}

/** The fields for a new password and its repetition, with their errors only, and a hidden email for password managers. */
export function NewPasswordFields({ email, error, texts }: NewPasswordFieldsProps) {
  const props = { autoComplete: 'new-password', error } as const;
  return (
    <>
      <input hidden type="email" autoComplete="username" value={email} readOnly />
      <PasswordField name="password" label={texts.password} note={texts.note} {...props} />
      <PasswordField name="confirm_password" label={texts.confirmation} {...props} />
    </>
  );
}

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'error'> & FormErrorProps;

export function PasswordField({ error, ...props }: PasswordFieldProps) {
  const fieldError = findFieldError(error, props.name);
  return <TextField {...props} type="password" required error={fieldError} />;
}

export function findFieldError(
  error: FormError | undefined,
  field: string,
): FieldError | undefined {
  return error?.field === field ? { text: error.text } : undefined;
}
