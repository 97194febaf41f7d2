import { Link, useNavigation } from 'react-router';
import { resetPassword as words, signIn } from '#app/content/sign-in.ts';
import { CodeEntry } from './code-entry.tsx';
import { useScripted } from './use-scripted.ts';

interface LinkEntryProps {
  token: string;
  /** Why the link or code was not taken. */
  message: string | null;
}

/** Where no link has been accepted: says why, and takes the code (ledger RP-3, RP-6). */
export function LinkEntry({ token, message }: LinkEntryProps) {
  const scripted = useScripted();
  const busy = useNavigation().state !== 'idle';
  return (
    <>
      {busy && <p role="status">{signIn.busy}</p>}
      {message && !busy && (
        <div className="summary" role="alert">
          <p>{message}</p>
        </div>
      )}
      {!scripted && <p className="nojs">{words.codeNote}</p>}
      <CodeEntry token={token} summary={words.useCode} open={!scripted} />
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
