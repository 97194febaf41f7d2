import { deskFrame } from '#app/content/messages/desk.server.ts';
import { getStaffLanguage } from '#app/http/request-context.server.ts';
import type { Route } from './+types/desk-area.ts';

/** They stand even where a page, or the frame, fails. */
export function loader({ context }: Route.LoaderArgs) {
  return deskFrame(getStaffLanguage(context));
}

/** A document has one language: where it changes, another document is loaded. */
export function shouldRevalidate() {
  return false;
}
