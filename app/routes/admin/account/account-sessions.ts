import { href, redirect } from 'react-router';
import type { Route } from './+types/account-sessions.ts';
import { requireAdmin } from '#app/http/request-context.server.ts';
import { signOutElsewhere } from '#app/domain/accounts/own-account.server.ts';
import { flashCookie, withCookies } from '#app/http/cookies.server.ts';
import { clientOf } from '#app/http/sign-in-cookies.server.ts';
import type { DeskFault } from '#app/content/desk/desk-frame.server.ts';
import { answerOrFault } from '#app/routes/request-failure.ts';

const ACCOUNT = href('/admin/dashboard/account');

export function loader() {
  return redirect(ACCOUNT, 303);
}

/** Ends the admin's sessions in all other browsers. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context);
  await signOutElsewhere(admin, await clientOf(request, context, ''));
  const headers = await withCookies([flashCookie('signed-out-everywhere')]);
  return redirect(ACCOUNT, { status: 303, headers });
}

/** The account page stays and says that nothing has changed, as far as is known. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFault(serverAction, 'signOut' satisfies DeskFault);
}
