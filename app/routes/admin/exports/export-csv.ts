import type { Route } from './+types/export-csv.ts';
import { requireAdmin } from '#app/domain/sign-in/admin-context.server.ts';
import { visitContext } from '#app/http/visit.server.ts';
import { answerExport } from '#app/routes/admin/exports/export-answer.server.ts';

/** The CSV of D-7, streamed. An error on the way breaks the connection: no half file looks whole. */
export function loader({ request, context }: Route.LoaderArgs) {
  const asked = { request, admin: requireAdmin(context), caller: context.get(visitContext) };
  return answerExport(asked, 'csv');
}
