import type { SignInWords } from '#app/content/desk/sign-in.server.ts';
import { TextField } from '#app/ui/forms/field.tsx';
import type { SignInAnswer } from './sign-in-answer.ts';

interface EmailFieldProps {
  answer: SignInAnswer | undefined;
  words: SignInWords;
}

/** The address of an account, as it was typed, with what was wrong with it (ledger AL-1, AL-2). */
export function EmailField({ answer, words }: EmailFieldProps) {
  const { title, message } = words.faults.email;
  return (
    <TextField
      label={words.email}
      name="email"
      type="email"
      autoComplete="username"
      defaultValue={answer?.email}
      required
      error={answer?.fields.includes('email') ? { title, text: message } : undefined}
    />
  );
}
