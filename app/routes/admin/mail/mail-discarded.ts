import { href, redirect } from 'react-router';
import type { Route } from './+types/mail-discarded.ts';
import { requestContext, requireAdmin } from '#app/http/request-context.server.ts';
import { discardFailedMail } from '#app/domain/mail/unsent-mail.server.ts';
import { flashCookie, withCookies } from '#app/http/cookies.server.ts';
import type { DeskFault } from '#app/content/desk/desk-frame.server.ts';
import { answerOrFault } from '#app/routes/request-failure.ts';

export function loader() {
  return redirect(href('/admin/dashboard/mail'));
}

/** Discards a mail that could not be sent. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const id = Number((await request.formData()).get('id'));
  await discardFailedMail(id, context.get(requestContext), admin);
  return redirect(href('/admin/dashboard/mail'), {
    status: 303,
    headers: await withCookies([flashCookie('mail-discarded')]),
  });
}

/** The list stays as it is and says why. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFault(serverAction, 'notDiscarded' satisfies DeskFault);
}
