import { data, type RouterContextProvider } from 'react-router';
import { interpolate } from '#app/components/texts.ts';
import { signInTexts } from '#app/content/texts/auth.server.ts';
import {
  confirmationTexts,
  confirmedChanges,
  type ConfirmedChange,
} from '#app/content/texts/people.server.ts';
import {
  confirmSession,
  needsSecondStep,
  PasswordNotRecent,
  requireRecentPassword,
  sealPendingForm,
  unsealPendingForm,
  type Actor,
  type PendingForm,
} from '#app/domain/accounts/confirmation.server.ts';
import { PasswordsBusy } from '#app/domain/accounts/passwords.server.ts';
import { AUTH } from '#app/domain/limits.ts';
import { reportOrRethrowStoreError } from '#app/http/responses.server.ts';
import { presentAccountError, type ShownError } from '#app/routes/auth/presenter.server.ts';
import type { PostedForm } from '#app/routes/desk/desk-actions.server.ts';
import { requireAdmin } from '#app/routes/desk/desk-request.server.ts';
import { readStaffClient } from '#app/routes/sign-in-cookies.server.ts';

export interface ConfirmedForm {
  actor: Actor;
  /** A field of the form as it was posted before the password was asked for. */
  field: (name: string) => string;
}

interface DescribedChange {
  change: ConfirmedChange;
  /** The email of the account or the name of the passkey that is changed; by default the admin's own email. */
  name?: string | undefined;
}

/**
 * Returns an action that runs `work` only with a recently typed password (PP-2). Without one, it responds with the data
 * of a page that names the change, by `describe`, and asks for the password. That page posts to the same URL and
 * carries the form, sealed, with which `work` then runs. The page comes again after a wrong password (422), after too many
 * of them (429), and while the server is busy or the database fails (503). Throws a 422 for a sealed form that has
 * expired or is another page's or admin's, and as requireAdmin does.
 */
export function withRecentPassword<Result>(
  describe: (form: ConfirmedForm) => DescribedChange | Promise<DescribedChange>,
  work: (form: ConfirmedForm) => Promise<Result>,
) {
  return async ({ request, context, url, intent, form: postedForm }: PostedForm) => {
    const actor = await requireActor(request, context);
    const { id, language } = actor.admin;
    const posted = Object.fromEntries(postedForm) as Record<string, string>;
    // A page has several forms, which differ in their intent.
    const pendingForm = restoreForm(posted, `${url.pathname}#${intent}`, id);
    const form: ConfirmedForm = { actor, field: (name) => pendingForm.fields[name] ?? '' };

    const askForPassword = async (error?: ShownError) => {
      const change = await describe(form);
      const confirmation = await createConfirmation(actor, intent, pendingForm, change, error);
      return { kind: 'password-needed' as const, confirmation };
    };

    try {
      const password = posted['current_password'];
      if (password === undefined) {
        await requireRecentPassword(actor);
      } else {
        const error = await confirmSession(actor, { password, code: posted['code'] ?? '' });
        if (error) {
          const shownError = presentAccountError(error, language);
          return refuseForm(await askForPassword(shownError), shownError.retryAfterSeconds);
        }
      }

      return await work(form);
    } catch (error) {
      // Thrown above, or by `work` if the password stops being recent meanwhile.
      if (error instanceof PasswordNotRecent) return data(await askForPassword());
      if (!(error instanceof PasswordsBusy)) reportOrRethrowStoreError(`${intent}-failed`, error);

      const { text } = signInTexts[language].busy;
      const headers = { 'Retry-After': `${AUTH.passwordBusySeconds}` };
      return data(await askForPassword({ field: null, text }), { status: 503, headers });
    }
  };
}

/** Returns the signed-in admin with browser and session. Throws as requireAdmin does. */
export async function requireActor(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Actor> {
  const admin = requireAdmin(context);
  const client = await readStaffClient(request, context);
  // An admin is signed in by the session cookie, so there is one.
  return { admin, client, sessionToken: client.sessionToken! };
}

/**
 * Returns the form that was sealed before the password was asked for, or else the posted one. Throws a 422 if the sealed
 * form cannot be read or is of another page: without its fields, something else would be done.
 */
function restoreForm(posted: Record<string, string>, path: string, adminId: number): PendingForm {
  const { current_password: _password, pending, ...fields } = posted;
  if (!pending) return { path, fields };

  const pendingForm = unsealPendingForm(pending, adminId);
  if (pendingForm?.path !== path) throw new Response(null, { status: 422 });
  return pendingForm;
}

export type Confirmation = Awaited<ReturnType<typeof createConfirmation>>;

/** Returns what the page that asks for the password shows, and posts: `pending` is the sealed form of the action. */
async function createConfirmation(
  actor: Actor,
  intent: string,
  form: PendingForm,
  { change, name = actor.admin.email }: DescribedChange,
  error?: ShownError,
) {
  const { id, language } = actor.admin;
  const texts = confirmationTexts[language];
  const text = interpolate(confirmedChanges[language][change], { name });
  return {
    intent,
    pending: sealPendingForm(id, form),
    hasCode: await needsSecondStep(actor),
    error,
    texts: { ...texts, note: `${text} ${texts.note}` },
  };
}

/** Returns action data with status 422, or 429 and Retry-After if there is a time to wait. */
export function refuseForm<ActionData>(
  actionData: ActionData,
  retryAfterSeconds = 0,
): ReturnType<typeof data<ActionData>> {
  if (retryAfterSeconds === 0) return data(actionData, { status: 422 });
  return data(actionData, { status: 429, headers: { 'Retry-After': `${retryAfterSeconds}` } });
}
