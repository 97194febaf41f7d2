import { Form } from 'react-router';
import type { AccountWords } from '#app/content/desk/account.server.ts';
import { TextField } from '#app/ui/forms/field.tsx';
import { accountForm } from './account-sections.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';
import { FormError } from '#app/routes/auth/auth-form.tsx';
import { useFocusOnError } from '#app/ui/forms/use-focus-on-error.ts';

interface TurnOnFormProps {
  offer: { setup: string; secret: string; uri: string; qr: { path: string; size: number } };
  answer: { field: string | null; message: string } | undefined;
  words: AccountWords;
}

/** The key for the app, as picture and as text, and a code that proves the app has it. */
export function TurnOnForm({ offer, answer, words: account }: TurnOnFormProps) {
  const words = account.twoStep;
  const { path, size } = offer.qr;
  const form = useFocusOnError(answer);
  return (
    <>
      <p>{words.scan}</p>
      <svg
        className="size-56 bg-[#fff] large-letters:h-auto large-letters:w-full"
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={words.picture}
        shapeRendering="crispEdges"
      >
        <path d={path} />
      </svg>
      <p>
        {words.key} <code className="font-strong wrap-anywhere">{offer.secret}</code>
      </p>
      <FormError answer={answer} />
      <Form className={accountForm} method="post" noValidate ref={form}>
        <input type="hidden" name="setup" value={offer.setup} />
        <TextField
          label={words.code}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          required
          error={answer?.field === 'code' ? { text: answer.message } : undefined}
        />
        <CurrentPasswordField answer={answer} label={account.password.current} />
        <p>
          <button className="plain-button plain-button-ink" type="submit">
            {words.turnOn}
          </button>
        </p>
      </Form>
    </>
  );
}
