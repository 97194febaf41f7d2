import { Form } from 'react-router';
import type { AccountWords } from '#app/content/desk/account.server.ts';
import { accountForm } from './account-sections.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';
import { FormError } from '#app/routes/auth/auth-form.tsx';
import { useFocusOnError } from '#app/ui/forms/use-focus-on-error.ts';

/** Turns the second step off, for whoever knows the password. */
export function TurnOffForm({
  answer,
  words,
}: {
  answer: { field: string | null; message: string } | undefined;
  words: AccountWords;
}) {
  const form = useFocusOnError(answer);
  return (
    <>
      <FormError answer={answer} />
      <Form className={accountForm} method="post" noValidate ref={form}>
        <CurrentPasswordField answer={answer} label={words.password.current} />
        <p>
          <button className="plain-button plain-button-ink" type="submit">
            {words.twoStep.turnOff}
          </button>
        </p>
      </Form>
    </>
  );
}
