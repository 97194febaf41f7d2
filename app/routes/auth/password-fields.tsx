import { ErrorBox, TextField } from '#app/components/field.tsx';

export interface FormAnswer {
  field: string | null;
  message: string;
}

export interface ResetError extends FormAnswer {
  link?: boolean;
  unanswered?: boolean;
}

export function toResetError(
  answer: ResetError | { unanswered: true; link: boolean } | undefined,
  failed: string,
): ResetError | undefined {
  if (!answer || 'message' in answer) return answer;
  return { field: null, message: failed, ...answer };
}

interface Answered {
  answer: FormAnswer | undefined;
}

export function FormError({ answer }: Answered) {
  if (!answer || answer.field !== null) return null;
  return (
    <ErrorBox>
      <p>{answer.message}</p>
    </ErrorBox>
  );
}

interface NewPasswordFieldsProps extends Answered {
  /** Under this name password managers keep the new password. */
  email: string;
  messages: { password: string; confirmation: string };
}

export function NewPasswordFields({ email, answer, messages }: NewPasswordFieldsProps) {
  return (
    <>
      <input hidden type="email" autoComplete="username" value={email} readOnly />
      <PasswordField name="password" label={messages.password} answer={answer} />
      <PasswordField name="confirm_password" label={messages.confirmation} answer={answer} />
    </>
  );
}

interface PasswordFieldProps extends Answered {
  name: string;
  label: string;
  isCurrent?: boolean;
}

export function PasswordField({ name, label, answer, isCurrent = false }: PasswordFieldProps) {
  return (
    <TextField
      label={label}
      name={name}
      type="password"
      autoComplete={isCurrent ? 'current-password' : 'new-password'}
      required
      error={findError(answer, name)}
    />
  );
}

export function findError(answer: FormAnswer | undefined, field: string) {
  return answer?.field === field ? { text: answer.message } : undefined;
}
