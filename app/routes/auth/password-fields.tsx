import { ErrorBox, TextField } from '#app/components/field.tsx';

export interface FormErrorData {
  field: string | null;
  message: string;
}

export interface ResetError extends FormErrorData {
  /** Concerns the link or code, not the new password. */
  isLinkError?: boolean;
  hasNoResponse?: boolean;
}

export function toResetError(
  actionData: ResetError | { hasNoResponse: true; isLinkError: boolean } | undefined,
  failedMessage: string,
): ResetError | undefined {
  if (!actionData || 'message' in actionData) return actionData;
  return { field: null, message: failedMessage, ...actionData };
}

interface FormErrorProps {
  error: FormErrorData | undefined;
}

export function FormError({ error }: FormErrorProps) {
  if (!error || error.field !== null) return null;
  return (
    <ErrorBox>
      <p>{error.message}</p>
    </ErrorBox>
  );
}

interface NewPasswordFieldsProps extends FormErrorProps {
  /** Password managers store the new password under this name. */
  email: string;
  messages: { password: string; confirmation: string };
}

export function NewPasswordFields({ email, error, messages }: NewPasswordFieldsProps) {
  return (
    <>
      <input hidden type="email" autoComplete="username" value={email} readOnly />
      <PasswordField name="password" label={messages.password} error={error} />
      <PasswordField name="confirm_password" label={messages.confirmation} error={error} />
    </>
  );
}

interface PasswordFieldProps extends FormErrorProps {
  name: string;
  label: string;
  isCurrent?: boolean;
}

export function PasswordField({ name, label, error, isCurrent = false }: PasswordFieldProps) {
  return (
    <TextField
      label={label}
      name={name}
      type="password"
      autoComplete={isCurrent ? 'current-password' : 'new-password'}
      autoFocus={isCurrent}
      required
      error={findFieldError(error, name)}
    />
  );
}

export function findFieldError(error: FormErrorData | undefined, field: string) {
  return error?.field === field ? { text: error.message } : undefined;
}
