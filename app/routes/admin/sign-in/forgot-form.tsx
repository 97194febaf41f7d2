import { Form, Link } from 'react-router';
import { signIn as words } from '#app/content/desk/sign-in.ts';
import { EmailField } from './email-field.tsx';
import type { GateAnswer } from './gate-answer.ts';
import { GateButton } from '#app/routes/admin/auth-page/gate-button.tsx';
import { GateHead } from '#app/routes/admin/auth-page/gate-head.tsx';
import { useFocusOnFault } from '#app/routes/admin/auth-page/use-focus-on-fault.ts';

/** Asks for a link to set a new password (ledger AL-1, AL-7). */
export function ForgotForm({ token, answer }: { token: string; answer: GateAnswer | undefined }) {
  const form = useFocusOnFault(answer);
  return (
    <>
      <GateHead title={words.forgotTitle} note={words.forgotNote} />
      <Form method="post" action="/admin?forgot" noValidate ref={form}>
        <input type="hidden" name="csrf_token" value={token} />
        <EmailField answer={answer} />
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
