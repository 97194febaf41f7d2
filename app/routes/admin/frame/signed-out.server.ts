import { href, redirect, redirectDocument } from 'react-router';
import { SIGNED_OUT } from '#app/domain/desk/live.server.ts';
import { readSessionEnd } from '#app/domain/accounts/sessions.server.ts';
import { withCookies } from '#app/http/cookies.server.ts';
import { deskPage, readSessionCookie, wayBackCookie } from '#app/http/sign-in-cookies.server.ts';

const DESK = href('/admin/dashboard');
/** The forms that somebody writes or chooses something in. */
const DRAFTED = /^\/admin\/dashboard\/(status|notes|replies|assignment|follow-up|templates)$/;

/**
 * The way to the login for whoever is not signed in (ledger D-1). A form goes along and waits in the
 * login page (DK-6), and the login leads back to where somebody was.
 */
export async function toLogin(request: Request, url: URL): Promise<Response> {
  const ended = await readSessionEnd(await readSessionCookie(request));
  const isData = new URL(request.url).pathname.endsWith('.data');
  const isPost = request.method === 'POST';
  const wasAtDesk = isPost || isData || cameFromDesk(request);
  if (request.headers.get('accept') === 'text/event-stream') {
    // A stream that comes back is told: a page instead would be an error on the console.
    return new Response(SIGNED_OUT, { headers: { 'Content-Type': 'text/event-stream' } });
  }
  const form = isPost && DRAFTED.test(url.pathname) ? await request.clone().formData() : null;
  const back = new URL(url);
  const enquiry = form?.get('enquiry');
  if (enquiry && !url.pathname.endsWith('/status')) {
    back.searchParams.set('enquiry', String(enquiry));
  }
  const cookie = wayBackCookie(deskPage(back), { adminId: ended?.adminId ?? null, wasAtDesk });
  const headers = await withCookies([cookie]);
  if (form && !isData && (ended || form.has('draft'))) {
    // The browser sends the same form there; a script keeps what is in it by itself.
    const name = url.pathname.split('/').at(-1)!;
    return redirect(`${href('/admin')}?draft=${name}`, { status: 307, headers });
  }
  // A document of its own: the login speaks the language of the browser, not of the admin.
  return redirectDocument(href('/admin'), { status: 303, headers });
}

function cameFromDesk(request: Request): boolean {
  const from = request.headers.get('referer');
  return from !== null && URL.canParse(from) && new URL(from).pathname.startsWith(DESK);
}
