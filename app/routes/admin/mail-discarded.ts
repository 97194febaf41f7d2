import { href, redirect } from 'react-router';
import type { Route } from './+types/mail-discarded.ts';
import { redirectWithFlash } from '#app/routes/admin/flash-redirect.server.ts';
import { requireAdmin } from '#app/domain/sign-in/admin-context.server.ts';
import { discardFailedMail } from '#app/domain/mail/unsent-mail.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import type { DeskFault } from '#app/content/desk/desk-frame.server.ts';
import { answerOrFault } from '#app/routes/request-failure.ts';

export function loader() {
  return redirect(href('/admin/dashboard/mail'));
}

export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const id = Number((await request.formData()).get('id'));
  await discardFailedMail(id, context.get(requestContext), admin);
  return redirectWithFlash(href('/admin/dashboard/mail'), 'mail-discarded');
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFault(serverAction, 'notDiscarded' satisfies DeskFault);
}
