import type { Route } from './+types/export-csv.ts';
import { requireAdmin } from '#app/domain/sign-in/admin-context.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { answerExport } from '#app/routes/admin/exports/export-answer.server.ts';

/** The CSV of D-7, streamed. An error on the way breaks the connection: no half file looks whole. */
export function loader({ request, context }: Route.LoaderArgs) {
  const asked = { request, admin: requireAdmin(context), requester: context.get(requestContext) };
  return answerExport(asked, 'csv');
}
