import { Form } from 'react-router';
import { account } from '#app/content/account.ts';
import { TextField } from '../../ui/field.tsx';
import { FormFault } from './form-fault.tsx';

/** Turns the second step off, for whoever knows the password. */
export function TurnOffForm({
  answer,
}: {
  answer: { field: string | null; message: string } | undefined;
}) {
  return (
    <>
      <FormFault answer={answer} />
      <Form method="post" noValidate>
        <TextField
          label={account.password.current}
          name="current_password"
          type="password"
          autoComplete="current-password"
          required
          error={answer?.field === 'current_password' ? { text: answer.message } : undefined}
        />
        <p>
          <button className="plainbtn plainbtn--ink" type="submit">
            {account.twoStep.turnOff}
          </button>
        </p>
      </Form>
    </>
  );
}
