import type { ContactWords } from '#app/content/texts/contact.server.ts';
import { describedBy, type FieldError, FieldMessages } from '#app/ui/forms/field-messages.tsx';
import { TurnstileWidget } from './turnstile-widget.tsx';
import type { HumanCheckState } from './use-human-check.ts';

const ID = 'verification';

interface HumanCheckProps {
  words: ContactWords['human'];
  check: HumanCheckState;
  /** What the server said of the token that was sent. */
  error: FieldError | undefined;
}

/** The box that says "I am human"; hidden where there is no JavaScript to check it. */
export function HumanCheck({ words, check, error }: HumanCheckProps) {
  const { state, turnstile } = check;
  const failed = state === 'error';
  const refused = error && state !== 'verified' ? error : undefined;
  return (
    <div className="field scripted">
      {turnstile ? (
        <TurnstileWidget check={check} turnstile={turnstile} />
      ) : (
        <CheckBox words={words} check={check} error={refused} />
      )}
      <FieldMessages name={ID} error={refused} />
      {failed && (
        <p className="field__error" role="alert">
          <span>{words.failed}</span>
        </p>
      )}
    </div>
  );
}

function CheckBox({ words, check, error }: HumanCheckProps) {
  const { state, solve } = check;
  const working = state === 'checking' || state === 'late';
  return (
    <div className="verify" data-error={error || state === 'error' ? '' : undefined}>
      <input
        type="checkbox"
        id={ID}
        checked={state === 'verified'}
        disabled={working}
        onChange={() => state !== 'verified' && void solve()}
        {...describedBy(ID, error)}
      />
      <label htmlFor={ID}>{working ? words.checking : words.label}</label>
      <p className="by">
        {words.by[0]}
        <br />
        {words.by[1]}
      </p>
    </div>
  );
}
