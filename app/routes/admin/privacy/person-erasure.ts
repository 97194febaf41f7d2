import { href, redirect } from 'react-router';
import type { Route } from './+types/person-erasure.ts';
import { requestContext, requireAdmin } from '#app/http/request-context.server.ts';
import { erasePerson } from '#app/domain/privacy/privacy.server.ts';
import { flashCookie, withCookies } from '#app/http/cookies.server.ts';
import type { DeskFault } from '#app/content/desk/desk-frame.server.ts';
import { answerOrFault } from '#app/routes/request-failure.ts';

export function loader() {
  return redirect(href('/admin/dashboard/person'), 303);
}

/** Erases a person, if it was confirmed. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const form = await request.formData();
  if (form.get('sure') !== 'yes') return redirect(href('/admin/dashboard/person'), 303);
  const email = String(form.get('email') ?? '');
  const erased = await erasePerson(email, context.get(requestContext), admin.id);
  return redirect(href('/admin/dashboard/person'), {
    status: 303,
    headers: await withCookies([flashCookie(erased ? 'person-erased' : 'nobody-erased')]),
  });
}

/** What was found stays, with the tick in its box. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFault(serverAction, 'erase' satisfies DeskFault);
}
