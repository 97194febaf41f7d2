import { config } from '#app/config.server.ts';
import { getDeskFrameTexts } from '#app/content/texts/desk.server.ts';
import { requireStaffLanguage } from '#app/http/request-context.server.ts';
import type { Route } from './+types/desk-area.ts';

/**
 * Loads the frame's texts in a route of its own, so that they are there even if page or frame fails. The section
 * People is missing where the operator has turned it off.
 */
export function loader({ context }: Route.LoaderArgs) {
  const frame = getDeskFrameTexts(requireStaffLanguage(context));
  if (config().hasPeoplePage) return frame;

  const { people: _people, ...otherSections } = frame.sections;
  return { ...frame, sections: otherSections };
}

/** The data depends on the language alone, and a change of language loads a new document. */
export function shouldRevalidate() {
  return false;
}
