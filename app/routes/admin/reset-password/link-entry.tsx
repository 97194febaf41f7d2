import { Link, href, useNavigation } from 'react-router';
import type { ResetWords } from '#app/content/desk/auth-page/reset-page.server.ts';
import { useAuthPageFrame } from '#app/routes/admin/auth-page/use-auth-page-frame.ts';
import { useScripted } from '#app/ui/browser/use-scripted.ts';
import { CodeEntry } from './code-entry.tsx';

interface LinkEntryProps {
  token: string;
  /** Why the link or code was not taken. */
  message: string | null;
  /** Sends the link again; null where that is of no use. */
  again: (() => void) | null;
  words: ResetWords;
}

/** Where no link has been accepted: says why, and takes the code (ledger RP-3, RP-6). */
export function LinkEntry({ token, message, again, words }: LinkEntryProps) {
  const gate = useAuthPageFrame();
  const scripted = useScripted();
  const busy = useNavigation().state !== 'idle';
  return (
    <>
      <div className="gate__answer">
        {busy && <p role="status">{gate.busy}</p>}
        {message && !busy && (
          <div className="summary" role="alert">
            <p>{message}</p>
            {again && (
              <button className="plainbtn" type="button" onClick={again}>
                {gate.failures.tryAgain}
              </button>
            )}
          </div>
        )}
      </div>
      {!scripted && <p className="nojs">{words.codeNote}</p>}
      <CodeEntry token={token} summary={words.useCode} open={!scripted} words={words} />
      <p className="gate__links">
        <Link className="quiet" to={`${href('/admin')}?forgot`}>
          {words.requestNew}
        </Link>
        <Link className="quiet" to={href('/admin')}>
          {gate.backToLogin}
        </Link>
      </p>
    </>
  );
}
