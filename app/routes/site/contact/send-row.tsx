import type { ContactWords, FormWords } from '#app/content/texts/contact.server.ts';
import { Button } from '#app/ui/forms/button.tsx';
import { PageLink } from '#app/ui/page-link.tsx';
import type { HumanCheckState } from './use-human-check.ts';

const HINT_ID = 'send-hint';

interface SendRowProps {
  words: FormWords;
  check: HumanCheckState;
  busy: boolean;
}

/** The button, and beside it why it waits: nobody has to guess what is missing (ledger CF-2). */
export function SendRow({ words, check, busy }: SendRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-7 gap-y-4">
      <Button
        type="submit"
        busy={busy}
        disabled={check.blocksSending || busy}
        aria-describedby={HINT_ID}
      >
        {busy ? words.busy : words.button}
      </Button>
      <div className="flex-[1_1_16rem] text-note text-ink-2">
        {/* Its place is kept: nothing moves when the words come and go. */}
        <p id={HINT_ID} className="min-h-lh text-ink">
          {busy ? words.hints.sending : hintOf(check, words.hints)}
        </p>
        <p>
          {words.promise}{' '}
          <PageLink className="tap quiet" to="/privacy">
            {words.privacy}
          </PageLink>
        </p>
      </div>
    </div>
  );
}

/** What the button waits for, or that it need not; nothing where there is nothing to say. */
function hintOf(
  { state, turnstile }: HumanCheckState,
  hints: ContactWords['hints'],
): string | null {
  if (state === 'unscripted' || state === 'verified') return null;
  if (state === 'late' || state === 'error') return hints.unverified;
  return state === 'idle' && !turnstile ? hints.tick : hints.checking;
}
