import { useEffect, useState, type ReactNode } from 'react';
import { href, Link } from 'react-router';
import { PostForm, TextField, useFocusOnFirstError } from '#app/components/field.tsx';
import { useHydrated } from '#app/components/hydrated.tsx';
import { pluralize } from '#app/components/texts.ts';
import type { SecondStepTexts, SignInTexts } from '#app/content/texts/auth.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import {
  AuthPageHead,
  AuthPageLinks,
  AuthPageSubmitButton,
  useAuthPageTexts,
} from '#app/routes/auth/auth-page.tsx';
import { PasskeyLogin } from '#app/routes/auth/passkeys.tsx';

export interface SignInError {
  title: string;
  text: string;
  email: string;
  fields: ('email' | 'password')[];
  lockedSeconds: number;
}

export type RefusedSignIn = SignInError & { kind: 'refused' };

export interface SignInFormProps<Texts> {
  token: string;
  error: SignInError | undefined;
  /** How long the browser is still locked out after failed attempts, 0 if it is not. */
  lockedSeconds: number;
  texts: Texts;
}

export function LoginForm(props: SignInFormProps<SignInTexts> & { hasPasskeys: boolean }) {
  const { error, texts, hasPasskeys } = props;
  const authTexts = useAuthPageTexts();

  return (
    <>
      <LockableForm {...props} action={href('/admin')} noValidate>
        <EmailField {...props} />
        <TextField
          label={texts.password}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={error?.fields.includes('password') ? texts.errors.password : undefined}
        />
      </LockableForm>
      {hasPasskeys && <PasskeyLogin {...props} />}
      <AuthPageLinks>
        <Link className="quiet" to={`${href('/admin')}?forgot`}>
          {texts.forgot}
        </Link>
        <a className="quiet" href="/">
          {authTexts.home}
        </a>
      </AuthPageLinks>
    </>
  );
}

interface LockableFormProps extends SignInFormProps<
  Pick<SecondStepTexts, 'title' | 'note' | 'button' | 'lock'>
> {
  action: string;
  noValidate?: boolean;
  children: ReactNode;
}

/**
 * Renders a form with its title and button. The form is disabled while the browser is locked out, and a notice counts
 * `lockedSeconds` down.
 */
export function LockableForm(props: LockableFormProps) {
  const { token, error, lockedSeconds, texts, action, noValidate, children } = props;
  const remainingSeconds = useCountdown(lockedSeconds);
  const form = useFocusOnFirstError(error);

  return (
    <>
      <AuthPageHead title={texts.title} note={remainingSeconds === 0 && texts.note} />
      {remainingSeconds > 0 && <LockoutNotice seconds={remainingSeconds} texts={texts.lock} />}
      <PostForm action={action} noValidate={noValidate} ref={form}>
        <input type="hidden" name="csrf_token" value={token} />
        <fieldset
          className="grid min-w-0 gap-5 border-0 p-0 disabled:[&_input]:cursor-not-allowed disabled:[&_input]:border-line-strong! disabled:[&_input]:bg-paper-2! disabled:[&_input]:text-ink-3"
          disabled={remainingSeconds > 0}
        >
          {children}
          <AuthPageSubmitButton>{texts.button}</AuthPageSubmitButton>
        </fieldset>
      </PostForm>
    </>
  );
}

function LockoutNotice({ seconds, texts }: { seconds: number; texts: SignInTexts['lock'] }) {
  const isHydrated = useHydrated();
  const minutes = Math.ceil(seconds / 60);

  return (
    <div className="grid gap-1 border border-s-6 border-ink bg-panel px-6 py-5">
      <div role="alert">
        <b className="text-large/list font-bold">{texts.title}</b>
        <p>{texts.text}</p>
      </div>
      {isHydrated ? (
        <>
          <div
            className="flex text-center text-[clamp(4rem,8vw,6rem)] leading-none font-light flare"
            role="timer"
            aria-label={pluralize(texts.minutesLeft, minutes)}
          >
            {[...formatClock(seconds)].map((digit, place) => (
              <span key={place} className={digit === ':' ? 'w-[0.34em] text-oak' : 'w-[0.64em]'}>
                {digit}
              </span>
            ))}
          </div>
          <p className="text-ink-2">{texts.untilRetry}</p>
        </>
      ) : (
        <p>{pluralize(texts.retryIn, minutes)}</p>
      )}
    </div>
  );
}

function formatClock(seconds: number): string {
  const minutes = String(Math.floor(seconds / 60)).padStart(2, '0');
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}

function useCountdown(seconds: number): number {
  const [remaining, setRemaining] = useState(seconds);

  useEffect(() => {
    setRemaining(seconds);
    if (seconds <= 0) return;

    // By the clock: performance.now() stands still while a phone or laptop sleeps.
    const endMs = Date.now() + seconds * 1000;
    const countDown = () => {
      const secondsLeft = Math.max(0, Math.ceil((endMs - Date.now()) / 1000));
      setRemaining(secondsLeft);
      if (secondsLeft === 0) clearInterval(timer);
    };

    const timer = setInterval(countDown, AUTH.lockoutCountdownMs);
    return () => clearInterval(timer);
  }, [seconds]);

  return remaining;
}

/** Keeps the email of a refused form. With `hasPasskeys`, browsers suggest passkeys in the field too. */
export function EmailField({
  error,
  texts,
  hasPasskeys = false,
}: Pick<SignInFormProps<SignInTexts>, 'error' | 'texts'> & { hasPasskeys?: boolean }) {
  return (
    <TextField
      label={texts.email}
      name="email"
      type="email"
      autoComplete={hasPasskeys ? 'username webauthn' : 'username'}
      defaultValue={error?.email}
      required
      error={error?.fields.includes('email') ? texts.errors.email : undefined}
    />
  );
}

export function SessionEndNotice({ title, text }: { title: string; text: string }) {
  return (
    <div className="border border-s-6 border-ink bg-panel px-5 py-4" role="alert">
      <b>{title}</b>
      <p>{text}</p>
    </div>
  );
}
