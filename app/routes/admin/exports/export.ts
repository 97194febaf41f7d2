import { redirect } from 'react-router';
import type { Route } from './+types/export.ts';
import { exportWords } from '#app/content/desk/exports.server.ts';
import type { FlashMessage } from '#app/content/desk/flash-messages.server.ts';
import { countStoreError } from '#app/domain/audit-counts.server.ts';
import { recordAudit } from '#app/domain/audit.server.ts';
import { filterOf, readView } from '#app/domain/desk/desk-filter.server.ts';
import { deskAddress, filtersOnly } from '#app/domain/desk/desk-view.ts';
import { exportFileName } from '#app/domain/exports/csv.server.ts';
import { type ExportFormat, planExport, takePlace } from '#app/domain/exports/export.server.ts';
import { EXPORT } from '#app/domain/limits.ts';
import type { SignedInAdmin } from '#app/domain/sign-in/sessions.server.ts';
import { requestContext, requireAdmin } from '#app/http/request-context.server.ts';
import { flashCookie, withCookies } from '#app/http/cookies.server.ts';
import { logError } from '#app/log.server.ts';
import { database } from '#db/database.server.ts';

const TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/**
 * Both exports of the filters in the URL (D-6, D-7). Refusals go back to the dashboard with a notice;
 * a script, which does not ask for HTML, gets a status instead: 429 while another is made. An error
 * on the way breaks the connection: no half file looks whole.
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
  const place = takePlace(admin.id, format, request.signal);
  if (!place) return refuse(request, admin, 'export-running', 429);
  let answer: Response | undefined;
  try {
    const plan = await planExport(database(), await filterOf(view, admin));
    const { total } = plan;
    if (total === 0) return refuse(request, admin, 'nothing-to-export', 204);
    if (format === 'xlsx' && total > EXPORT.workbookRows) {
      return refuse(request, admin, 'workbook-too-large', 413);
    }
    const headers = {
      'Content-Type': TYPES[format],
      'Content-Disposition': `attachment; filename="${exportFileName(new Date(), format)}"`,
      'X-Enquiries': String(total),
    };
    const body = await place.body(plan);
    const event = { event: `export.${format}`, adminId: admin.id, details: { rows: total } };
    await recordAudit(database(), context.get(requestContext), event);
    answer = new Response(body, { headers });
    return answer;
  } catch (error) {
    if (!request.signal.aborted) {
      countStoreError(error);
      logError('export-failed', { reason: (error as Error).message });
    }
    return await refuse(request, admin, 'export-failed', 503);
  } finally {
    if (!answer) place.free();
  }
}

async function refuse(
  request: Request,
  admin: SignedInAdmin,
  notice: FlashMessage,
  status: number,
): Promise<Response> {
  const wait = status === 429 ? { 'Retry-After': String(EXPORT.retryAfterSeconds) } : undefined;
  if (!request.headers.get('Accept')?.includes('text/html')) {
    const text = status === 429 ? `${exportWords[admin.language].running.title}.\n` : null;
    return new Response(text, { status, headers: wait });
  }
  const view = filtersOnly(readView(new URL(request.url).searchParams));
  return redirect(deskAddress(view), {
    status: 303,
    headers: await withCookies([flashCookie(notice)]),
  });
}
