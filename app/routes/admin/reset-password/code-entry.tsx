import { Form, href } from 'react-router';
import type { ResetWords } from '#app/content/desk/auth-page/reset-page.server.ts';
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
    <details open={open || undefined} data-live={scripted || undefined}>
      <summary>{summary}</summary>
      <Form method="post" action={href('/reset-password')}>
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
  );
}
