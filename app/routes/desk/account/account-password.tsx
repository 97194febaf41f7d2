import { href } from 'react-router';
import { PostForm, useFocusOnFirstError } from '#app/components/field.tsx';
import { GeneralFormError, NewPasswordFields } from '#app/routes/auth/password-fields.tsx';
import { readPasswordPage, submitPasswordForm } from '#app/routes/desk/account/account.server.ts';
import { PasswordConfirmationPage } from '#app/routes/desk/account/confirmation.tsx';
import { runDeskAction } from '#app/routes/desk/drafts.tsx';
import { HiddenFields, SubmitButton } from '#app/routes/desk/frame.tsx';
import { getRetryHeaders } from '#app/routes/request-failure.ts';
import type { Route } from './+types/account-password.ts';
import { ACCOUNT_FORM_CLASS, AccountPage } from './account-page.tsx';

export const headers: Route.HeadersFunction = getRetryHeaders;

export const loader = readPasswordPage;

export const action = submitPasswordForm;

export const clientAction = (args: Route.ClientActionArgs) => runDeskAction(args);

/** Asks for the new password. The current one is asked for on its own page, unless it was entered recently (PP-2). */
export default function AccountPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { email, texts, fields } = loaderData;
  const error = actionData?.kind === 'invalid' ? actionData : undefined;
  const form = useFocusOnFirstError(error);
  const backLink = { to: href('/admin/dashboard/account'), label: texts.backToAccount };

  if (actionData?.kind === 'password-needed') {
    return <PasswordConfirmationPage {...actionData.confirmation} backTo={backLink.to} />;
  }

  return (
    <AccountPage
      title={texts.password.link}
      description={texts.password.description}
      back={backLink}
    >
      <GeneralFormError error={error} />
      <PostForm className={ACCOUNT_FORM_CLASS} noValidate ref={form}>
        <HiddenFields values={{ intent: 'password' }} />
        <NewPasswordFields email={email} error={error} texts={fields} />
        <p>
          <SubmitButton variant="ink">{texts.password.button}</SubmitButton>
        </p>
      </PostForm>
    </AccountPage>
  );
}
