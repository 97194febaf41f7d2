import type { Route } from './+types/export-xlsx.ts';
import { requireAdmin } from '#app/domain/sign-in/admin-context.server.ts';
import { visitContext } from '#app/http/visit.server.ts';
import { answerExport } from '#app/routes/admin/exports/export-answer.server.ts';

/** The same rows as a workbook. It is built in memory: a limit keeps that bounded. */
export function loader({ request, context }: Route.LoaderArgs) {
  const asked = { request, admin: requireAdmin(context), caller: context.get(visitContext) };
  return answerExport(asked, 'xlsx');
}
