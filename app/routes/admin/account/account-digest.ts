import { href, redirect } from 'react-router';
import type { Route } from './+types/account-digest.ts';
import type { DeskFault } from '#app/content/desk/desk-frame.server.ts';
import { saveDigest } from '#app/domain/accounts/own-account.server.ts';
import { requireAdmin } from '#app/http/request-context.server.ts';
import { flashCookie, withCookies } from '#app/http/cookies.server.ts';
import { answerOrFault } from '#app/routes/request-failure.ts';

const ACCOUNT = href('/admin/dashboard/account');

export function loader() {
  return redirect(ACCOUNT, 303);
}

/** Keeps whether the admin wants the digest (DA-4): a checkbox that is off is not sent, or empty. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  const wanted = Boolean((await request.formData()).get('digest'));
  await saveDigest(admin, wanted);
  const headers = await withCookies([flashCookie(wanted ? 'digest-on' : 'digest-off')]);
  return redirect(ACCOUNT, { status: 303, headers });
}

/** The account page stays and says that nothing has changed, as far as is known. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFault(serverAction, 'digest' satisfies DeskFault);
}
