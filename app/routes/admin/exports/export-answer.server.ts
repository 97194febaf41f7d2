import { redirect } from 'react-router';
import type { FlashMessage } from '#app/content/desk/flash-messages.server.ts';
import { exportWords } from '#app/content/desk/exports.server.ts';
import { countStoreError } from '#app/domain/audit-counts.server.ts';
import { type Requester, recordAudit } from '#app/domain/audit.server.ts';
import { exportFileName } from '#app/domain/exports/csv.server.ts';
import { deskAddress, filtersOnly } from '#app/domain/desk/desk-view.ts';
import { filterOf, readView } from '#app/domain/desk/desk-filter.server.ts';
import type { ExportFormat } from '#app/domain/exports/export.server.ts';
import {
  type ExportRun,
  ExportRunning,
  startExport,
} from '#app/domain/exports/export-run.server.ts';
import { EXPORT } from '#app/domain/limits.ts';
import type { SignedInAdmin } from '#app/domain/sign-in/sessions.server.ts';
import { withCookies } from '#app/http/cookies/cookies.server.ts';
import { logError } from '#app/log.server.ts';
import { flashCookie } from '#app/http/cookies/flash-message.server.ts';
import { database } from '#db/database.server.ts';

const TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

interface Asked {
  request: Request;
  admin: SignedInAdmin;
  requester: Requester;
}

/**
 * Answers an export of the filters in the URL (D-6). Refusals go back to the dashboard with a
 * notice; a script, which does not ask for HTML, gets a status instead: 429 while another is made.
 */
export async function answerExport(asked: Asked, format: ExportFormat): Promise<Response> {
  const { request } = asked;
  const site = request.headers.get('Sec-Fetch-Site');
  if (site === 'cross-site' || site === 'same-site') {
    return new Response('Please export from the dashboard.\n', { status: 403 });
  }
  const view = readView(new URL(request.url).searchParams);
  let run: ExportRun | undefined;
  try {
    run = await startExport(await filterOf(view, asked.admin), format, request.signal);
    const answer = await answerWith(run, asked, format);
    if (answer.body === null) await run.end();
    return answer;
  } catch (error) {
    await run?.end();
    if (error instanceof ExportRunning) return refuse(asked, 'export-running', 429);
    if (!request.signal.aborted) {
      countStoreError(error);
      logError('export-failed', { reason: (error as Error).message });
    }
    return refuse(asked, 'export-failed', 503);
  }
}

async function answerWith(run: ExportRun, asked: Asked, format: ExportFormat): Promise<Response> {
  const { request, admin, requester } = asked;
  const { total } = run;
  if (total === 0) return refuse(asked, 'nothing-to-export', 204);
  if (format === 'xlsx' && total > EXPORT.workbookRows) {
    return refuse(asked, 'workbook-too-large', 413);
  }
  const headers = headersOf(total, format);
  if (request.method === 'HEAD') return new Response(null, { headers });
  const body = await run.body();
  const event = { event: `export.${format}`, adminId: admin.id, details: { rows: total } };
  await recordAudit(database(), requester, event);
  return new Response(body, { headers });
}

function headersOf(total: number, format: ExportFormat): Record<string, string> {
  return {
    'Content-Type': TYPES[format],
    'Content-Disposition': `attachment; filename="${exportFileName(new Date(), format)}"`,
    'X-Enquiries': String(total),
  };
}

function refuse({ request, admin }: Asked, notice: FlashMessage, status: number): Response {
  const wait = status === 429 ? { 'Retry-After': String(EXPORT.retryAfterSeconds) } : undefined;
  if (!request.headers.get('Accept')?.includes('text/html')) {
    const text = status === 429 ? `${exportWords[admin.language].running.title}.\n` : null;
    return new Response(text, { status, headers: wait });
  }
  const view = filtersOnly(readView(new URL(request.url).searchParams));
  return redirect(deskAddress(view), {
    status: 303,
    headers: withCookies([flashCookie(notice)]),
  });
}
