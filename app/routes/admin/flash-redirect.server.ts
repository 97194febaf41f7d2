import { withCookies, flashCookie } from '#app/http/cookies.server.ts';
import { redirect } from 'react-router';
import type { FlashMessage } from '#app/content/words/flash-messages.server.ts';

/** Leads on to a page that shows a flash message, with the other cookies that are to be set. */
export async function redirectWithFlash(
  to: string,
  message: FlashMessage,
  cookies: readonly (string | Promise<string>)[] = [],
): Promise<Response> {
  const headers = await withCookies([flashCookie(message), ...cookies]);
  return redirect(to, { status: 303, headers });
}
