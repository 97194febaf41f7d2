import type { Route } from './+types/file.ts';
import { requireAdmin } from '#app/http/request-context.server.ts';
import { fileAnswer, fileAt, noFile } from '#app/routes/admin/files/file-answer.server.ts';

/** A file of an enquiry, for an admin alone. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { language } = requireAdmin(context);
  const found = await fileAt(params.id);
  return found ? fileAnswer(found, request) : noFile(language);
}
