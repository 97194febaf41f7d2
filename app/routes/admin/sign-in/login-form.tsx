import { Form, Link } from 'react-router';
import { signIn as words, signInMessages } from '#app/content/desk/sign-in.ts';
import { TextField } from '#app/ui/forms/field.tsx';
import { EmailField } from './email-field.tsx';
import type { GateAnswer } from './gate-answer.ts';
import { GateButton } from '#app/routes/admin/auth-page/gate-button.tsx';
import { GateHead } from '#app/routes/admin/auth-page/gate-head.tsx';
import { useCountdown } from './use-countdown.ts';
import { useFocusOnFault } from '#app/routes/admin/auth-page/use-focus-on-fault.ts';

interface LoginFormProps {
  token: string;
  answer: GateAnswer | undefined;
  lockedSeconds: number;
}

/** E-mail and password (ledger AL-1); while locked, the time that is left instead (AL-6). */
export function LoginForm({ token, answer, lockedSeconds }: LoginFormProps) {
  const left = useCountdown(lockedSeconds);
  const form = useFocusOnFault(answer);
  const { title, message } = signInMessages.password;
  return (
    <>
      <GateHead title={words.title} note={words.note} locked={left} />
      <Form method="post" action="/admin" noValidate ref={form}>
        <input type="hidden" name="csrf_token" value={token} />
        <fieldset disabled={left > 0}>
          <EmailField answer={answer} />
          <TextField
            label={words.password}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            error={answer?.fields.includes('password') ? { title, text: message } : undefined}
          />
          <GateButton>{words.button}</GateButton>
        </fieldset>
      </Form>
      <p className="gate__links">
        <Link className="quiet" to="/admin?forgot">
          {words.forgot}
        </Link>
        <a className="quiet" href="/">
          {words.home}
        </a>
      </p>
    </>
  );
}
