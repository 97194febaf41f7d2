import { useCallback, useEffect, useState } from 'react';
import { Link, Outlet, data, useLocation, useNavigation, useSearchParams } from 'react-router';
import type { Route } from './+types/layout';
import { adminNotices } from '#app/content/admin-notices.ts';
import { company } from '#app/content/company.ts';
import { outOfOrder } from '#app/content/site-pages.ts';
import { adminContext, requireAdmin } from '#app/domain/admin-context.server.ts';
import { readView } from '#app/domain/desk-view.ts';
import { readSession } from '#app/domain/sessions.server.ts';
import { withCookies } from '#app/http/cookies.server.ts';
import { readSessionCookie } from '#app/http/gate-request.server.ts';
import { takeNotice } from '#app/http/notice.server.ts';
import { database } from '#db/database.server.ts';
import { countLateMail } from '#db/outbox.ts';
import { toLogin } from '#app/routes/admin/signed-out.server.ts';
import { SkipLink } from '../../ui/skip-link.tsx';
import { type ToastMessage, Toasts } from '../../ui/toast.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import { LateMail } from './desk/late-mail.tsx';
import { deskMeta } from './desk-meta.ts';
import type { DeskContext } from './desk/use-said-toast.ts';
import '../../styles/desk.css';

/** The guard of everything under /admin/dashboard, whatever is asked for and how (ledger D-1). */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, context, url }, next) => {
    const admin = await readSession(readSessionCookie(request));
    if (!admin) throw await toLogin(request, url);
    context.set(adminContext, admin);
    return next();
  },
];

/** The head of a page of the desk that failed. */
export function meta({ matches, location, error }: Route.MetaArgs) {
  const { title, text: description } = outOfOrder;
  return error ? deskMeta(matches, { title, description, path: location.pathname }) : [];
}

/** Also says what the page before had to say: pages below send `noticeCookie(…)` with a redirect. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { email } = requireAdmin(context);
  const { notice, cookies } = takeNotice(request);
  const page = {
    email,
    mail: await countLateMail(database()),
    notice: notice && adminNotices[notice],
  };
  return data(page, { headers: withCookies(cookies) });
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const { email, mail, notice } = loaderData;
  const loading = useNavigation().state === 'loading';
  const covered = readView(useSearchParams()[0]).enquiry !== '';
  const { said, say } = useSaid();
  const told = notice && { tone: notice.tone, title: notice.title, text: notice.message };
  const toast = said ?? told;
  return (
    <div className="desk">
      <SkipLink />
      {/* Out of reach while an enquiry is open over it. */}
      <header className="desk__bar" inert={covered}>
        <a className="home" href="/">
          <Wordmark label={`${company.name}, home`} />
        </a>
        <Link className="who" to="/admin/dashboard/account">
          {email}
        </Link>
        {/* A whole new page: nothing that was shown stays in memory. */}
        <form method="post" action="/admin/logout">
          <button className="plainbtn" type="submit">
            Logout
          </button>
        </form>
      </header>
      <main id="main" aria-busy={loading || undefined}>
        <LateMail waiting={mail.waiting} failed={mail.failed} />
        <Outlet context={{ say } satisfies DeskContext} />
      </main>
      <Toasts messages={toast ? [toast] : []} />
    </div>
  );
}

/** The last thing a page said without a navigation; gone with the next one. */
function useSaid() {
  const { key } = useLocation();
  const [said, setSaid] = useState<ToastMessage | null>(null);
  const say = useCallback((toast: ToastMessage) => {
    setSaid((before) => ({ ...toast, id: (before?.id ?? 0) + 1 }));
  }, []);
  useEffect(() => setSaid(null), [key]);
  return { said, say };
}
