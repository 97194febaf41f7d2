import { useFocusOnError } from '#app/components/field.tsx';
import { adminPages } from '#app/content/words/desk.server.ts';
import { account } from '#app/content/words/account.server.ts';
import { Button } from '#app/components/button.tsx';
import {
  FormError,
  NewPasswordFields,
  resetAnswerToShow,
} from '#app/routes/auth/password-fields.tsx';
import { clientOf, meetBrowser, sessionCookie } from '#app/http/sign-in-cookies.server.ts';
import { changePassword } from '#app/domain/accounts/own-account.server.ts';
import { requireAdmin } from '#app/http/request-context.server.ts';
import { resetErrors, resetPassword } from '#app/content/words/auth.server.ts';
import { useMemo } from 'react';
import { Form, href } from 'react-router';
import type { Route } from './+types/account-password.ts';
import { redirectWithFlash } from '#app/routes/desk/answers.server.ts';
import { refuseAccountChange } from '#app/routes/desk/account/actions.server.ts';
import { PasswordsBusy } from '#app/domain/sign-in/passwords.server.ts';
import { answerOr } from '#app/routes/request-failure.ts';
import {
  accountForm,
  AccountSections,
  AccountTitle,
  CurrentPasswordField,
} from './account-sections.tsx';
import { deskMeta } from '#app/routes/desk/frame.tsx';

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return loaderData ? deskMeta(matches, loaderData.head) : [];
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  const retry = actionHeaders.get('Retry-After');
  return retry ? { 'Retry-After': retry } : {};
}

export function loader({ context }: Route.LoaderArgs) {
  const admin = requireAdmin(context);
  const words = account[admin.language];
  const { failed } = resetErrors[admin.language];
  const { password, confirmation } = resetPassword[admin.language];
  const head = { ...adminPages[admin.language].password, title: words.password.link };
  return { head, email: admin.email, words, fields: { password, confirmation, failed } };
}

export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const form = await request.formData();
  const field = (name: string) => String(form.get(name) ?? '');
  const { id, cookies } = await meetBrowser(request);
  const given = {
    current: field('current_password'),
    password: field('password'),
    confirmation: field('confirm_password'),
  };
  try {
    const client = await clientOf(request, context, id);
    const changed = await changePassword(admin, given, client);
    if ('message' in changed) return await refuseAccountChange(changed, admin.language, cookies);
    const session = sessionCookie().serialize(changed.session);
    const all = [session, ...cookies];
    return await redirectWithFlash(href('/admin/dashboard/account'), 'password-updated', {
      cookies: all,
    });
  } catch (error) {
    if (!(error instanceof PasswordsBusy)) throw error;
    return refuseAccountChange(null, admin.language, cookies);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOr(serverAction, () => ({ unanswered: true as const, link: false }));
}

export default function AccountPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { email, words, fields } = loaderData;
  const answer = useMemo(() => resetAnswerToShow(actionData, fields.failed), [actionData, fields]);
  const form = useFocusOnError(answer);
  const fault = (name: string) => (answer?.field === name ? { text: answer.message } : undefined);
  return (
    <>
      <AccountTitle title={words.password.link} back={words.backToAccount} />
      <AccountSections>
        <FormError answer={answer} />
        <Form className={accountForm} method="post" noValidate ref={form}>
          <CurrentPasswordField answer={answer} label={words.password.current} />
          <NewPasswordFields email={email} fault={fault} words={fields} />
          <p>
            <Button variant="ink" type="submit">
              {words.password.button}
            </Button>
          </p>
        </Form>
      </AccountSections>
    </>
  );
}
