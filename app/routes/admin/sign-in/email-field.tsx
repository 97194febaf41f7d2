import { signIn as words, signInMessages } from '#app/content/desk/sign-in.ts';
import { TextField } from '#app/ui/forms/field.tsx';
import type { SignInAnswer } from './sign-in-answer.ts';

/** The address of an account, as it was typed, with what was wrong with it (ledger AL-1, AL-2). */
export function EmailField({ answer }: { answer: SignInAnswer | undefined }) {
  const { title, message } = signInMessages.email;
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
