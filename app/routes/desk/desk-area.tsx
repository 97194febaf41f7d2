import { config } from '#app/config.server.ts';
import { getDeskFrame } from '#app/content/messages/desk.server.ts';
import { getStaffLanguage } from '#app/http/request-context.server.ts';
import type { Route } from './+types/desk-area.ts';

/** In a route of its own, so that the messages are there even when a page or the frame fails. */
export function loader({ context }: Route.LoaderArgs) {
  const frame = getDeskFrame(getStaffLanguage(context));
  const { people: _, ...otherSections } = frame.sections;
  return { ...frame, sections: config().hasPeoplePage ? frame.sections : otherSections };
}

/** The data depends on the language alone, and a change of language loads a new document. */
export function shouldRevalidate() {
  return false;
}
