import { Form } from 'react-router';
import { account } from '#app/content/desk/account.ts';
import { CurrentPasswordField } from './current-password-field.tsx';
import { FormError } from '#app/routes/admin/auth-page/form-error.tsx';
import { useFocusOnError } from '#app/routes/admin/auth-page/use-focus-on-error.ts';

/** Turns the second step off, for whoever knows the password. */
export function TurnOffForm({
  answer,
}: {
  answer: { field: string | null; message: string } | undefined;
}) {
  const form = useFocusOnError(answer);
  return (
    <>
      <FormError answer={answer} />
      <Form method="post" noValidate ref={form}>
        <CurrentPasswordField answer={answer} />
        <p>
          <button className="plainbtn plainbtn--ink" type="submit">
            {account.twoStep.turnOff}
          </button>
        </p>
      </Form>
    </>
  );
}
