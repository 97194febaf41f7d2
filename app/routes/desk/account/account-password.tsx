import { useMemo } from 'react';
import { href } from 'react-router';
import { PostForm, useFocusOnFirstError } from '#app/components/field.tsx';
import {
  GeneralFormError,
  NewPasswordFields,
  toFormError,
} from '#app/routes/auth/password-fields.tsx';
import { readPasswordPage, submitPasswordForm } from '#app/routes/desk/account/account.server.ts';
import { PasswordConfirmationPage } from '#app/routes/desk/account/confirmation.tsx';
import { SubmitButton } from '#app/routes/desk/frame.tsx';
import { getRetryHeaders, runServerAction } from '#app/routes/request-failure.ts';
import { getStaffMeta } from '#app/routes/staff-meta.ts';
import type { Route } from './+types/account-password.ts';
import { ACCOUNT_FORM_CLASS, AccountPage } from './account-page.tsx';

export const meta: Route.MetaFunction = getStaffMeta;

export const headers: Route.HeadersFunction = getRetryHeaders;

export const loader = readPasswordPage;

export const action = submitPasswordForm;

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return runServerAction(serverAction, () => ({
    hasNoResponse: true as const,
    isLinkError: false,
  }));
}

export default function AccountPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { email, messages, fields } = loaderData;
  const confirmation = actionData && 'confirmation' in actionData ? actionData.confirmation : null;

  const error = useMemo(() => {
    if (!actionData || 'confirmation' in actionData) return undefined;
    if ('toast' in actionData) return { field: null, text: actionData.toast.text };
    return toFormError(actionData, fields.failed);
  }, [actionData, fields]);

  const form = useFocusOnFirstError(error);
  const backLink = { to: href('/admin/dashboard/account'), label: messages.backToAccount };
  if (confirmation) return <PasswordConfirmationPage {...confirmation} backTo={backLink.to} />;

  return (
    <AccountPage title={messages.password.link} back={backLink}>
      <GeneralFormError error={error} />
      <PostForm className={ACCOUNT_FORM_CLASS} noValidate ref={form}>
        <NewPasswordFields email={email} error={error} messages={fields} />
        <p>
          <SubmitButton variant="ink">{messages.password.button}</SubmitButton>
        </p>
      </PostForm>
    </AccountPage>
  );
}
