import { exportTexts } from '#app/content/texts/desk.server.ts';
import type { FlashMessage } from '#app/content/texts/flash-texts.server.ts';
import type { SignedInAdmin } from '#app/domain/accounts/sessions.server.ts';
import { buildDeskFilter, parseDeskView } from '#app/domain/desk/desk-filter.server.ts';
import { getDeskPath, keepOnlyFilters } from '#app/domain/desk/desk-view.ts';
import { reportDeskError } from '#app/domain/desk/desk.server.ts';
import {
  createExportPlan,
  getExportFileName,
  recordExport,
  startExport,
  takeExportSlot,
  type ExportFormat,
} from '#app/domain/exports/export.server.ts';
import { EXPORT } from '#app/domain/limits.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { redirectWithFlash, requireAdmin } from '#app/routes/desk/desk-request.server.ts';
import type { Route } from './+types/export.ts';

const TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/**
 * Streams the filtered enquiries as CSV or XLSX, and records the export except for HEAD (D-6, D-7). A refusal redirects
 * to the list; a script, which does not accept HTML, gets a status instead: 204 without enquiries, 413 if they are too
 * many for a workbook, 429 while another export runs, 503 after an error. A later error breaks the connection, so that no
 * part of a file looks whole. Answers requests of other sites with 403.
 */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const admin = requireAdmin(context);
  const url = new URL(request.url);
  const format = url.pathname.endsWith('.xlsx') ? 'xlsx' : 'csv';
  // Another site must not make an admin's browser export.
  const sender = request.headers.get('Sec-Fetch-Site');
  if (sender === 'cross-site' || sender === 'same-site') {
    return new Response('Please export from the dashboard.\n', { status: 403 });
  }

  const view = parseDeskView(url.searchParams);
  const slot = takeExportSlot(admin.id, format, request.signal);
  if (!slot) return refuseExport(request, admin, 'export-running', 429);

  let isSlotOfStream = false;
  try {
    const plan = await createExportPlan(await buildDeskFilter(view, admin));
    const { total } = plan;
    if (total === 0) return refuseExport(request, admin, 'nothing-to-export', 204);
    const isTooLarge = format === 'xlsx' && total > EXPORT.workbookRows;
    if (isTooLarge) return refuseExport(request, admin, 'workbook-too-large', 413);

    const headers = {
      'Content-Type': TYPES[format],
      'Content-Disposition': `attachment; filename="${getExportFileName(new Date(), format)}"`,
      'X-Enquiries': String(total),
    };
    const requester = context.get(requestContext);
    // HEAD exports nothing, and is not recorded.
    if (requester.isHead) return new Response(null, { headers });

    const body = await startExport(slot, plan);
    await recordExport({ admin, requester }, format, { rows: total });
    isSlotOfStream = true;
    return new Response(body, { headers });
  } catch (error) {
    if (!request.signal.aborted) reportDeskError('export-failed', error);
    return await refuseExport(request, admin, 'export-failed', 503);
  } finally {
    // A stream releases the slot itself when it ends.
    if (!isSlotOfStream) slot.release();
  }
}

async function refuseExport(
  request: Request,
  admin: SignedInAdmin,
  message: FlashMessage,
  status: number,
): Promise<Response> {
  const wait = status === 429 ? { 'Retry-After': String(EXPORT.retryAfterSeconds) } : undefined;
  if (!request.headers.get('Accept')?.includes('text/html')) {
    const text = status === 429 ? `${exportTexts[admin.language].running.title}.\n` : null;
    return new Response(text, { status, headers: wait });
  }

  const view = keepOnlyFilters(parseDeskView(new URL(request.url).searchParams));
  return redirectWithFlash(getDeskPath(view), message);
}
