import { Form, Link } from 'react-router';
import { signIn as words, signInMessages } from '#app/content/sign-in.ts';
import { TextField } from '../../ui/field.tsx';
import type { GateAnswer } from './gate-answer.ts';
import { GateButton } from './gate-button.tsx';
import { useFocusOnFault } from './use-focus-on-fault.ts';

/** Asks for a link to set a new password (ledger AL-1, AL-7). */
export function ForgotForm({ token, answer }: { token: string; answer: GateAnswer | undefined }) {
  const form = useFocusOnFault(answer);
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
        <GateButton>{words.sendReset}</GateButton>
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
