import { Form, Link, useNavigation } from 'react-router';
import { signIn as words, signInMessages } from '#app/content/sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import type { GateAnswer } from './gate-answer.ts';
import { useFocusOnFault } from './use-focus-on-fault.ts';

/** Asks for a link to set a new password (ledger AL-1, AL-7). */
export function ForgotForm({ token, answer }: { token: string; answer: GateAnswer | undefined }) {
  const form = useFocusOnFault(answer);
  const busy = useNavigation().formMethod === 'POST';
  const { title, message } = signInMessages.email;
  return (
    <>
      <div className="gate__head">
        <h1>{words.forgotTitle}</h1>
        <p className="rule">{words.forgotNote}</p>
      </div>
      <Form method="post" action="/admin?forgot" noValidate ref={form}>
        <input type="hidden" name="csrf_token" value={token} />
        <TextField
          label={words.email}
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={answer?.email}
          required
          error={answer?.fields.includes('email') ? { title, text: message } : undefined}
        />
        <p>
          <Button type="submit" busy={busy}>
            {busy ? words.busy : words.sendReset}
          </Button>
        </p>
      </Form>
      <p className="gate__links">
        <Link className="quiet" to="/admin">
          {words.backToLogin}
        </Link>
        <a className="quiet" href="/">
          {words.home}
        </a>
      </p>
    </>
  );
}
