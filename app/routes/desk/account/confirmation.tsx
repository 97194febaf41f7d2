import { Form } from 'react-router';
import { TextField, useFocusOnFirstError } from '#app/components/field.tsx';
import type { ConfirmationMessages } from '#app/content/messages/people.server.ts';
import {
  findFieldError,
  FormError,
  PasswordField,
  type FormErrorData,
} from '#app/routes/auth/password-fields.tsx';
import { AccountPage, buildAccountForm } from '#app/routes/desk/account/account-page.tsx';
import { Submit } from '#app/routes/desk/frame.tsx';

export interface ConfirmationProps {
  action: string;
  pending: string;
  hasCode: boolean;
  error: FormErrorData | undefined;
  messages: ConfirmationMessages;
}

/** Asks for the password before a sensitive action and resubmits the action's form (confirmedAction). */
export function Confirmation(props: ConfirmationProps & { backTo: string }) {
  const { action, pending, hasCode, error, messages, backTo } = props;
  const form = useFocusOnFirstError(error);
  return (
    <AccountPage
      title={messages.title}
      note={messages.note}
      back={{ to: backTo, label: messages.cancel }}
    >
      <FormError error={error} />
      <Form className={buildAccountForm} method="post" action={action} noValidate ref={form}>
        <input type="hidden" name="pending" value={pending} />
        <PasswordField name="current_password" isCurrent label={messages.password} error={error} />
        {hasCode && (
          <TextField
            label={messages.code}
            name="code"
            autoComplete="one-time-code"
            spellCheck={false}
            maxLength={40}
            required
            error={findFieldError(error, 'code')}
          />
        )}
        <p>
          <Submit variant="ink">{messages.button}</Submit>
        </p>
      </Form>
    </AccountPage>
  );
}
