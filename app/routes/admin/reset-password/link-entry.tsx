import { Link, href, useNavigation } from 'react-router';
import type { ResetWords } from '#app/content/desk/reset-password.server.ts';
import { ErrorBox } from '#app/ui/forms/error-box.tsx';
import { AuthPageLinks } from '#app/routes/admin/auth-page/auth-page-links.tsx';
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
      <div className="js:min-h-31 no-js:empty:hidden">
        {busy && <p role="status">{gate.busy}</p>}
        {message && !busy && (
          <ErrorBox>
            <p>{message}</p>
            {again && (
              <button className="mt-3 plain-button" type="button" onClick={again}>
                {gate.failures.tryAgain}
              </button>
            )}
          </ErrorBox>
        )}
      </div>
      {!scripted && <p className="not-noscript:hidden">{words.codeNote}</p>}
      <CodeEntry token={token} summary={words.useCode} open={!scripted} words={words} />
      <AuthPageLinks>
        <Link className="quiet" to={`${href('/admin')}?forgot`}>
          {words.requestNew}
        </Link>
        <Link className="quiet" to={href('/admin')}>
          {gate.backToLogin}
        </Link>
      </AuthPageLinks>
    </>
  );
}
