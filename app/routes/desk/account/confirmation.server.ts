import { data, type ActionFunctionArgs } from 'react-router';
import { signInMessages } from '#app/content/messages/auth.server.ts';
import { confirmationMessages } from '#app/content/messages/people.server.ts';
import {
  confirmPassword,
  needsSecondStep,
  PasswordNotRecent,
  requireRecentPassword,
  type Actor,
} from '#app/domain/accounts/confirmation.server.ts';
import { PasswordsBusy } from '#app/domain/accounts/passwords.server.ts';
import { openPostedForm, sealPostedForm } from '#app/domain/accounts/posted-forms.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { reportStoreError } from '#app/http/responses.server.ts';
import { presentAccountError, type ShownError } from '#app/routes/auth/presenter.server.ts';
import { requireAdmin } from '#app/routes/desk/answers.server.ts';
import { getSignInClient } from '#app/routes/sign-in-cookies.server.ts';

export interface ConfirmedForm {
  actor: Actor;
  /** A field of the form as it was posted before the password was asked for. */
  field: (name: string) => string;
}

/**
 * Wraps an action that needs a recent password (PP-2). Without one, it responds with a page that asks for
 * it; that page posts to the same URL and carries the form, sealed, so that the action then runs with it.
 */
export function confirmedAction<Result>(work: (form: ConfirmedForm) => Promise<Result>) {
  return async ({ request, context, url }: ConfirmedArgs) => {
    const admin = requireAdmin(context);
    const actor = { admin, client: await getSignInClient(request, context, '') };
    const posted = Object.fromEntries(await request.formData()) as Record<string, string>;
    const { current_password: password, pending, ...formFields } = posted;
    const restored = openPostedForm(pending, admin.id);
    const fields = restored?.form === url.pathname ? restored.fields : formFields;
    const ask = async (error?: ShownError, status?: number) => {
      const form = { form: url.pathname, fields };
      const confirmation = {
        action: url.pathname,
        pending: sealPostedForm(admin.id, form),
        hasCode: await needsSecondStep(actor),
        error,
        messages: confirmationMessages[admin.language],
      };
      const result = { confirmation, kind: 'confirmation' as const };
      return error ? refuseForm(result, error, status) : data(result);
    };
    try {
      if (password === undefined) await requireRecentPassword(actor);
      else {
        const error = await confirmPassword(actor, { password, code: posted['code'] ?? '' });
        if (error) return await ask(presentAccountError(error, admin.language));
      }
      return await work({ actor, field: (name) => fields[name] ?? '' });
    } catch (error) {
      if (error instanceof PasswordNotRecent) return ask();
      if (!(error instanceof PasswordsBusy)) reportStoreError('account-not-changed', error);
      const { message } = signInMessages[admin.language].busy;
      // The page of the question keeps the form while the server or the database is busy.
      return ask({ field: null, message, retryAfterSeconds: AUTH.passwordBusySeconds }, 503);
    }
  };
}

type ConfirmedArgs = Pick<ActionFunctionArgs, 'request' | 'context' | 'url'>;

export function refuseForm<Body>(
  body: Body,
  { retryAfterSeconds = 0 }: Pick<ShownError, 'retryAfterSeconds'>,
  status = retryAfterSeconds ? 429 : 422,
) {
  const headers: HeadersInit = retryAfterSeconds ? { 'Retry-After': `${retryAfterSeconds}` } : {};
  return data(body, { status, headers });
}
