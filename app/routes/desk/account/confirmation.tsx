import { PostForm, TextField, useFocusOnFirstError } from '#app/components/field.tsx';
import {
  findFieldError,
  GeneralFormError,
  PasswordField,
} from '#app/routes/auth/password-fields.tsx';
import { ACCOUNT_FORM_CLASS, AccountPage } from '#app/routes/desk/account/account-page.tsx';
import type { Confirmation } from '#app/routes/desk/account/confirmation.server.ts';
import { HiddenFields, SubmitButton } from '#app/routes/desk/frame.tsx';

/** Asks for the password before a sensitive action, and posts the action's form again with it. */
export function PasswordConfirmationPage(props: Confirmation & { backTo: string }) {
  const { intent, pending, hasCode, error, texts, backTo } = props;
  const form = useFocusOnFirstError(error);

  return (
    <AccountPage
      title={texts.title}
      description={texts.note}
      note={texts.note}
      back={{ to: backTo, label: texts.cancel }}
    >
      <GeneralFormError error={error} />
      <PostForm className={ACCOUNT_FORM_CLASS} noValidate ref={form}>
        <HiddenFields values={{ intent, pending }} />
        <PasswordField
          name="current_password"
          label={texts.password}
          autoComplete="current-password"
          autoFocus
          error={error}
        />
        {hasCode && (
          <TextField
            label={texts.code}
            name="code"
            autoComplete="one-time-code"
            spellCheck={false}
            required
            error={findFieldError(error, 'code')}
          />
        )}
        <p>
          <SubmitButton variant="ink">{texts.button}</SubmitButton>
        </p>
      </PostForm>
    </AccountPage>
  );
}
