import { redirect } from 'react-router';
import type { Route } from './+types/unsaved.ts';
import { requireAdmin } from '#app/domain/sign-in/admin-context.server.ts';
import { readView } from '#app/domain/desk/desk-filter.server.ts';
import { deskAddress } from '#app/domain/desk/desk-view.ts';
import { dropUnsaved } from '#app/domain/sign-in/unsaved-changes.server.ts';
import { readSessionCookie } from '#app/http/cookies/sign-in-cookies.server.ts';
import type { DeskFault } from '#app/content/desk/desk-frame.server.ts';
import { answerOrFault } from '#app/routes/request-failure.ts';

export function loader({ url }: Route.LoaderArgs) {
  return redirect(deskAddress(readView(url.searchParams)), 303);
}

/** Drops what was offered again after a login. */
export async function action({ request, context, url }: Route.ActionArgs) {
  requireAdmin(context);
  await dropUnsaved(await readSessionCookie(request));
  return redirect(deskAddress(readView(url.searchParams)), 303);
}

/** The offer stays, and says why. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFault(serverAction, 'notDropped' satisfies DeskFault);
}
