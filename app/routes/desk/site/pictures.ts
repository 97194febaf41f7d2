import type { Route } from './+types/pictures.ts';
import { takeSentPictures } from '#app/routes/desk/site/entry.server.ts';

/** Pictures without their form, so that a script can tell of each when it is there. */
export function action(args: Route.ActionArgs): Promise<Response> {
  return takeSentPictures(args);
}
