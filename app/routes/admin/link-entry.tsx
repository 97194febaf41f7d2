import { Form, Link, useNavigation } from 'react-router';
import { resetPassword as words, signIn } from '#app/content/sign-in.ts';
import { TextField } from '../../ui/field.tsx';
import type { ResetAnswer } from './reset-answer.ts';
import { useLinkInHash } from './use-link-in-hash.ts';
import { useScripted } from './use-scripted.ts';

interface LinkEntryProps {
  token: string;
  answer: ResetAnswer | undefined;
}

/** Before a link is accepted: reads it from the address, or takes the code (ledger RP-3, RP-6). */
export function LinkEntry({ token, answer }: LinkEntryProps) {
  const scripted = useScripted();
  const fault = useLinkInHash(token);
  const busy = useNavigation().state !== 'idle';
  const message = answer?.message ?? fault;
  return (
    <>
      {busy && <p role="status">{signIn.busy}</p>}
      {message && !busy && (
        <div className="summary" role="alert">
          <p>{message}</p>
        </div>
      )}
      {!scripted && <p className="nojs">{words.codeNote}</p>}
      <details open={!scripted || undefined}>
        <summary>{words.useCode}</summary>
        <Form method="post" action="/reset-password">
          <input type="hidden" name="csrf_token" value={token} />
          <TextField
            label={words.code}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={60}
          />
          <p>
            <button className="plainbtn" type="submit">
              {words.continue}
            </button>
          </p>
        </Form>
      </details>
      <p className="gate__links">
        <Link className="quiet" to="/admin?forgot">
          {words.requestNew}
        </Link>
        <Link className="quiet" to="/admin">
          {signIn.backToLogin}
        </Link>
      </p>
    </>
  );
}
