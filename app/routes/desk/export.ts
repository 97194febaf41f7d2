import { exportMessages } from '#app/content/messages/desk.server.ts';
import type { FlashMessage } from '#app/content/messages/flash-messages.server.ts';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import { readView, toFilter } from '#app/domain/desk/desk-filter.server.ts';
import { getDeskPath, pickFilters } from '#app/domain/desk/desk-view.ts';
import { reportDeskError } from '#app/domain/desk/desk.server.ts';
import {
  createExportPlan,
  getExportFileName,
  recordExport,
  takeExportSlot,
  type ExportFormat,
} from '#app/domain/exports/export.server.ts';
import { EXPORT } from '#app/domain/limits.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { redirectWithFlash, requireAdmin } from '#app/routes/desk/answers.server.ts';
import type { Route } from './+types/export.ts';

const TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/**
 * Streams an export (D-6, D-7). A script, which does not accept HTML, gets a status instead of a redirect:
 * 429 while another export runs. An error breaks the connection, so that no part of a file looks whole.
 */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const admin = requireAdmin(context);
  const url = new URL(request.url);
  const format = url.pathname.endsWith('.xlsx') ? 'xlsx' : 'csv';
  const site = request.headers.get('Sec-Fetch-Site');
  if (site === 'cross-site' || site === 'same-site') {
    return new Response('Please export from the dashboard.\n', { status: 403 });
  }
  const view = readView(url.searchParams);
  const slot = takeExportSlot(admin.id, format, request.signal);
  if (!slot) return refuse(request, admin, 'export-running', 429);
  let response: Response | undefined;
  try {
    const plan = await createExportPlan(await toFilter(view, admin));
    const { total } = plan;
    if (total === 0) return refuse(request, admin, 'nothing-to-export', 204);
    if (format === 'xlsx' && total > EXPORT.workbookRows) {
      return refuse(request, admin, 'workbook-too-large', 413);
    }
    const headers = {
      'Content-Type': TYPES[format],
      'Content-Disposition': `attachment; filename="${getExportFileName(new Date(), format)}"`,
      'X-Enquiries': String(total),
    };
    const requester = context.get(requestContext);
    // HEAD exports nothing, and is not recorded.
    if (requester.isHead) return new Response(null, { headers });
    const body = await slot.createBody(plan);
    await recordExport(requester, admin, format, { rows: total });
    response = new Response(body, { headers });
    return response;
  } catch (error) {
    if (!request.signal.aborted) reportDeskError('export-failed', error);
    return await refuse(request, admin, 'export-failed', 503);
  } finally {
    if (!response) slot.release();
  }
}

async function refuse(
  request: Request,
  admin: SignedInAdmin,
  message: FlashMessage,
  status: number,
): Promise<Response> {
  const wait = status === 429 ? { 'Retry-After': String(EXPORT.retryAfterSeconds) } : undefined;
  if (!request.headers.get('Accept')?.includes('text/html')) {
    const text = status === 429 ? `${exportMessages[admin.language].running.title}.\n` : null;
    return new Response(text, { status, headers: wait });
  }
  const view = pickFilters(readView(new URL(request.url).searchParams));
  return redirectWithFlash(getDeskPath(view), message);
}
