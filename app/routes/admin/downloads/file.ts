import { requireAdmin } from '#app/http/request-context.server.ts';
import type { Route } from './+types/file.ts';
import { fileAnswer, fileAt, noFile } from '#app/routes/admin/downloads/file-answer.server.ts';

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { language } = requireAdmin(context);
  const found = await fileAt(params.id);
  return found ? fileAnswer(found, request) : noFile(language);
}
