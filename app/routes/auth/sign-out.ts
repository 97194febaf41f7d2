import { href, redirect } from 'react-router';
import { signOut } from '#app/domain/accounts/sessions.server.ts';
import {
  createCookieHeaders,
  getSessionCookie,
  readSessionCookie,
  serializeExpiredCookie,
} from '#app/http/cookies.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import type { Route } from './+types/sign-out.ts';

/** Redirects a link to the logout, which only a form performs. */
export function loader() {
  return redirect(href('/admin'), 303);
}

/** Ends the session, tells the browser to delete its cache and storage, and redirects to the login. */
export async function action({ request, context }: Route.ActionArgs) {
  const token = await readSessionCookie(request);
  await signOut(token, context.get(requestContext));
  return redirect(href('/admin'), {
    status: 303,
    // Without "cookies", because the device cookie protects this browser from a lockout.
    headers: await createCookieHeaders([serializeExpiredCookie(getSessionCookie())], {
      'Clear-Site-Data': '"cache", "storage"',
    }),
  });
}
