import { href, redirect } from 'react-router';
import type { Route } from './+types/person-erasure.ts';
import { redirectWithFlash } from '#app/routes/admin/flash-redirect.server.ts';
import { requireAdmin } from '#app/domain/sign-in/admin-context.server.ts';
import { erasePerson } from '#app/domain/privacy/privacy.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import type { DeskFault } from '#app/content/desk/desk-frame.server.ts';
import { answerOrFault } from '#app/routes/request-failure.ts';

export function loader() {
  return redirect(href('/admin/dashboard/person'), 303);
}

export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const form = await request.formData();
  if (form.get('sure') !== 'yes') return redirect(href('/admin/dashboard/person'), 303);
  const email = String(form.get('email') ?? '');
  const erased = await erasePerson(email, context.get(requestContext), admin.id);
  return redirectWithFlash(
    href('/admin/dashboard/person'),
    erased ? 'person-erased' : 'nobody-erased',
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFault(serverAction, 'erase' satisfies DeskFault);
}
