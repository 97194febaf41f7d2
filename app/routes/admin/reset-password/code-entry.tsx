import { Form, href } from 'react-router';
import type { ResetWords } from '#app/content/desk/reset-password.server.ts';
import { TextField } from '#app/ui/forms/field.tsx';
import { useScripted } from '#app/ui/browser/use-scripted.ts';

interface CodeEntryProps {
  token: string;
  /** What it is for; it opens on a click where it is not open already. */
  summary: string;
  open?: boolean;
  words: ResetWords;
}

/** Takes the code of a link (ledger RP-6). */
export function CodeEntry({ token, summary, open = false, words }: CodeEntryProps) {
  const scripted = useScripted();
  return (
    <details className="border-t border-line pt-1" open={open || undefined}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center underline decoration-1 underline-offset-[0.22em]">
        {summary}
      </summary>
      {/* Closed from the start where a script will close it. */}
      <Form
        method="post"
        action={href('/reset-password')}
        className={scripted ? 'grid gap-5 pt-2' : 'grid gap-5 pt-2 js:hidden'}
      >
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
          <button className="plain-button" type="submit">
            {words.continue}
          </button>
        </p>
      </Form>
    </details>
  );
}
