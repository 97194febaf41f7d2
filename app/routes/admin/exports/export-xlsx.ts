import type { Route } from './+types/export-xlsx.ts';
import { requireAdmin } from '#app/domain/sign-in/admin-context.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { answerExport } from '#app/routes/admin/exports/export-answer.server.ts';

/** The same rows as a workbook. It is built in memory: a limit keeps that bounded. */
export function loader({ request, context }: Route.LoaderArgs) {
  const asked = { request, admin: requireAdmin(context), requester: context.get(requestContext) };
  return answerExport(asked, 'xlsx');
}
