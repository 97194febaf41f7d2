import type { ContactWords } from '#app/content/texts/contact.server.ts';
import {
  describedBy,
  ErrorText,
  type FieldError,
  FieldMessages,
} from '#app/ui/forms/field-messages.tsx';
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
    <div className="field noscript:hidden!">
      {turnstile ? (
        <TurnstileWidget check={check} turnstile={turnstile} />
      ) : (
        <CheckBox words={words} check={check} error={refused} />
      )}
      <FieldMessages name={ID} error={refused} />
      {failed && <ErrorText role="alert">{words.failed}</ErrorText>}
    </div>
  );
}

function CheckBox({ words, check, error }: HumanCheckProps) {
  const { state, solve } = check;
  const working = state === 'checking' || state === 'late';
  return (
    <div className="form-box human-box" data-error={error || state === 'error' ? '' : undefined}>
      <input
        className="tick-box"
        type="checkbox"
        id={ID}
        checked={state === 'verified'}
        disabled={working}
        onChange={() => state !== 'verified' && void solve()}
        {...describedBy(ID, error)}
      />
      <label
        className="text-note font-medium whitespace-nowrap large-letters:whitespace-normal"
        htmlFor={ID}
      >
        {working ? words.checking : words.label}
      </label>
      <p className="text-note/[1.35] text-ink-3">
        {words.by[0]}
        <br />
        {words.by[1]}
      </p>
    </div>
  );
}
