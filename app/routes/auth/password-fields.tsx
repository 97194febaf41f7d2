import { ErrorBox, type FieldError, TextField } from '#app/components/field.tsx';

export interface ResetAnswer {
  field: string | null;
  message: string;
  /** About the link or code, not the password. */
  link?: boolean;
  unanswered?: boolean;
}

export function resetAnswerToShow(
  answer: ResetAnswer | { unanswered: true; link: boolean } | undefined,
  failed: string,
): ResetAnswer | undefined {
  if (!answer || 'message' in answer) return answer;
  return { field: null, message: failed, ...answer };
}

export function FormError({
  answer,
}: {
  answer: { field: string | null; message: string } | undefined;
}) {
  if (!answer || answer.field !== null) return null;
  return (
    <ErrorBox>
      <p>{answer.message}</p>
    </ErrorBox>
  );
}

interface NewPasswordFieldsProps {
  /** Under this name password managers keep the new password. */
  email: string;
  fault: (field: string) => FieldError | undefined;
  words: { password: string; confirmation: string };
}

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
