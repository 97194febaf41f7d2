import { type ReactNode, useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { Button } from '#app/components/button.tsx';
import { TextField, ErrorBox, type FieldError } from '#app/components/field.tsx';
import { AUTH } from '#app/domain/limits.ts';
import { useAuthPageFrame } from './auth-page.tsx';

interface AuthPageFieldsProps {
  locked: boolean;
  children: ReactNode;
}

export function AuthPageFields({ locked, children }: AuthPageFieldsProps) {
  return (
    <fieldset
      className="grid min-w-0 gap-5 border-0 p-0 disabled:[&_input]:cursor-not-allowed disabled:[&_input]:border-line-strong! disabled:[&_input]:bg-paper-2! disabled:[&_input]:text-ink-3"
      disabled={locked}
    >
      {children}
    </fieldset>
  );
}

/** Sends a form of these pages; says 'Loading' from the click until the next page (ledger D-1). */
export function AuthPageButton({ children }: { children: string }) {
  const words = useAuthPageFrame();
  const busy = useNavigation().formMethod === 'POST';
  return (
    <p>
      <Button type="submit" busy={busy}>
        {busy ? words.busy : children}
      </Button>
    </p>
  );
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

/** Seconds left of a span that began when it was received; counts down to 0 (ledger AL-6). */
export function useCountdown(seconds: number): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    setLeft(seconds);
    if (seconds <= 0) return;
    const end = performance.now() + seconds * 1000;
    const timer = setInterval(() => {
      const remaining = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      setLeft(remaining);
      if (remaining === 0) clearInterval(timer);
    }, AUTH.lockoutCountdownMs);
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}
