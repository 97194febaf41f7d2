import { redirect } from 'react-router';
import type { AdminNotice } from '#app/content/admin-notices.ts';
import { leftOutWords } from '#app/content/desk.ts';
import { countStoreFault } from '#app/domain/audit-counts.server.ts';
import { type Caller, recordAudit } from '#app/domain/audit.server.ts';
import { exportFileName } from '#app/domain/csv.server.ts';
import { deskAddress, filtersOnly, readDeskAddress, readView } from '#app/domain/desk-view.ts';
import { filterOf } from '#app/domain/desk.server.ts';
import { type ExportPlan, planExport } from '#app/domain/export.server.ts';
import type { SignedInAdmin } from '#app/domain/sessions.server.ts';
import { withCookies } from '#app/http/cookies.server.ts';
import { logFault } from '#app/http/log.server.ts';
import { noticeCookie } from '#app/http/notice.server.ts';
import { database } from '#db/database.server.ts';

type Extension = 'csv' | 'xlsx';
const TYPES: Record<Extension, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/**
 * Answers an export of the filters in the URL with what `write` makes of it (D-6). Refusals go back
 * to the dashboard with a notice; a script, which does not ask for HTML, gets a status instead.
 */
export async function answerExport(
  { request, admin, caller }: { request: Request; admin: SignedInAdmin; caller: Caller },
  extension: Extension,
  write: (plan: ExportPlan) => Promise<BodyInit | null>,
): Promise<Response> {
  const site = request.headers.get('Sec-Fetch-Site');
  if (site === 'cross-site' || site === 'same-site') {
    return new Response('Please export from the dashboard.\n', { status: 403 });
  }
  const { view, leftOut } = readDeskAddress(new URL(request.url).searchParams);
  // A list may be shown without a filter that nobody understands; a file would pass for what it says.
  if (leftOut.length > 0) return new Response(`${leftOutWords.notExported}\n`, { status: 400 });
  try {
    const plan = await planExport(filterOf(view));
    if (plan.total === 0) return refuse(request, 'nothing-to-export', 204);
    const body = await write(plan);
    if (body === null) return refuse(request, 'workbook-too-large', 413);
    const details = { rows: plan.total };
    await recordAudit(database(), caller, {
      event: `export.${extension}`,
      adminId: admin.id,
      details,
    });
    return new Response(body, { headers: headersOf(plan, extension) });
  } catch (error) {
    countStoreFault(error);
    logFault('export-failed', { reason: (error as Error).message });
    return refuse(request, 'export-failed', 503);
  }
}

function headersOf(plan: ExportPlan, extension: Extension): Record<string, string> {
  return {
    'Content-Type': TYPES[extension],
    'Content-Disposition': `attachment; filename="${exportFileName(new Date(), extension)}"`,
    'X-Enquiries': String(plan.total),
  };
}

function refuse(request: Request, notice: AdminNotice, status: number): Response {
  if (!request.headers.get('Accept')?.includes('text/html')) return new Response(null, { status });
  const view = filtersOnly(readView(new URL(request.url).searchParams));
  return redirect(deskAddress(view), {
    status: 303,
    headers: withCookies([noticeCookie(notice)]),
  });
}
