import { href, redirect, redirectDocument } from 'react-router';
import { SIGNED_OUT } from '#app/domain/desk/live.server.ts';
import { countStoreError } from '#app/domain/audit-counts.server.ts';
import { keepUnsaved } from '#app/domain/sign-in/unsaved-changes.server.ts';
import { readSessionEnd } from '#app/domain/sign-in/sessions.server.ts';
import { withCookies } from '#app/http/cookies/cookies.server.ts';
import { readSessionCookie } from '#app/http/cookies/sign-in-cookies.server.ts';
import { logError } from '#app/log.server.ts';
import { deskPage, wayBackCookie } from '#app/http/cookies/way-back.server.ts';
import { isStoreError } from '#db/store-error.ts';
import { changesOf } from '#app/routes/admin/frame/desk-forms.server.ts';

const SAVES = /^\/admin\/dashboard\/(status|notes|replies|assignment|follow-up)$/;
const IN_DETAIL = /(notes|replies|assignment|follow-up)$/;
const BACKGROUND = href('/admin/dashboard/events');

/**
 * The way to the login for whoever is not signed in (ledger D-1). What their ended session was
 * about to save is kept, and the login leads back to where they were.
 */
export async function toLogin(request: Request, url: URL): Promise<Response> {
  const token = await readSessionCookie(request);
  const ended = await readSessionEnd(token);
  if (url.pathname === BACKGROUND) {
    if (!ended) return redirect(href('/admin'), 303);
    // A stream that comes back is told: a page instead would only break it off.
    return new Response(SIGNED_OUT, { headers: { 'Content-Type': 'text/event-stream' } });
  }
  const back = new URL(url);
  if (token && ended && request.method === 'POST' && SAVES.test(url.pathname)) {
    const enquiryId = await keep(request, token, ended.adminId);
    if (enquiryId && IN_DETAIL.test(url.pathname)) {
      back.searchParams.set('enquiry', String(enquiryId));
    }
  }
  const headers = await withCookies([wayBackCookie(deskPage(back), ended?.adminId ?? null)]);
  // A document of its own: the login speaks the language of the browser, not of the admin.
  return redirectDocument(href('/admin'), { status: 303, headers });
}

async function keep(request: Request, token: string, adminId: number): Promise<number | null> {
  const changes = changesOf(await request.formData());
  if (!changes) return null;
  try {
    await keepUnsaved(token, adminId, changes);
  } catch (error) {
    if (!isStoreError(error)) throw error;
    countStoreError(error);
    logError('change-not-kept', { reason: error.code });
  }
  return changes.enquiryId;
}
