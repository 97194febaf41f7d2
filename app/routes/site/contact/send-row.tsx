import { contact, sendHints } from '#app/content/texts/contact.ts';
import { Button } from '#app/ui/forms/button.tsx';
import { PageLink } from '#app/ui/page-link.tsx';
import type { HumanCheckState } from './use-human-check.ts';

const HINT_ID = 'send-hint';

/** The button, and beside it why it waits: nobody has to guess what is missing (ledger CF-2). */
export function SendRow({ check, busy }: { check: HumanCheckState; busy: boolean }) {
  return (
    <div className="form__end">
      <Button
        type="submit"
        busy={busy}
        disabled={check.blocksSending || busy}
        aria-describedby={HINT_ID}
      >
        {busy ? contact.busy : contact.button}
      </Button>
      <div className="note">
        <p id={HINT_ID} className="form__hint">
          {busy ? sendHints.sending : hintOf(check)}
        </p>
        <p>
          {contact.promise}{' '}
          <PageLink className="quiet" to="/privacy">
            Privacy
          </PageLink>
        </p>
      </div>
    </div>
  );
}

/** What the button waits for, or that it need not; nothing where there is nothing to say. */
function hintOf({ state, turnstile }: HumanCheckState): string | null {
  if (state === 'unscripted' || state === 'verified') return null;
  if (state === 'late' || state === 'error') return sendHints.unverified;
  return state === 'idle' && !turnstile ? sendHints.tick : sendHints.checking;
}
