import { dropDraft, readSession } from '#app/domain/accounts/sessions.server.ts';
import { toLogin } from '#app/routes/desk/answers.server.ts';
import {
  DeskError,
  deskFrameIn,
  deskMeta,
  DeskTitle,
  Fault,
  useDeskFrame,
} from '#app/routes/desk/frame.tsx';
import { DeskFrame } from '#app/routes/desk/header.tsx';
import '#app/styles/desk.css';
import { readSessionCookie } from '#app/http/sign-in-cookies.server.ts';
import { takeFlashMessage, withCookies } from '#app/http/cookies.server.ts';
import { useEffect } from 'react';
import { data, href, Outlet, useLocation, useMatches } from 'react-router';
import type { Route } from './+types/layout.ts';
import { type DeskState, readFrame } from '#app/domain/desk/desk.server.ts';
import type { DeskView } from '#app/domain/desk/desk-view.ts';
import { adminContext, requireAdmin, setStaffLanguage } from '#app/http/request-context.server.ts';
import { useUnloadedPage } from '#app/components/use-unloaded-page.ts';
import { failureOf } from '#app/routes/request-failure.ts';
import { useDeskToasts } from '#app/routes/desk/toasts.tsx';
import { forgetDrafts } from '#app/routes/desk/drafts.tsx';
import { counted } from '#app/components/words.ts';

/** The guard of everything under /admin/dashboard, whatever is asked for and how (ledger D-1). */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, context, url }, next) => {
    const token = await readSessionCookie(request);
    const admin = await readSession(token);
    if (!token || !admin) throw await toLogin(request, url);
    const isOver = admin.draft && request.method === 'POST';
    if (isOver) await dropDraft(token);
    context.set(adminContext, isOver ? { ...admin, draft: null } : admin);
    setStaffLanguage(context, admin.language);
    return next();
  },
];

export function meta({ matches, location, error }: Route.MetaArgs) {
  const words = deskFrameIn(matches);
  if (!error || !words) return [];
  const { title, broken: description } = words.failures;
  const head = { title, description, path: location.pathname };
  return deskMeta({ matches, loaderData: { head } });
}

/** Also takes the flash message: pages below send `flashCookie(…)` with a redirect. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context);
  const { id, email } = admin;
  const { notice, about, cookies } = await takeFlashMessage(request);
  const page = { admin: id, email, ...(await readFrame(admin, notice, about)) };
  return data(page, { headers: await withCookies(cookies) });
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const { admin, email, waiting, stuck, flash } = loaderData;
  const { failures } = useDeskFrame();
  const covered = useMatches().some(({ loaderData: data }) => isOpenEnquiry(data));
  const context = useDeskToasts(flash);
  const unloaded = useUnloadedPage();
  useEffect(() => forgetDrafts(), []);
  return (
    <DeskFrame account={email} waiting={waiting} onLogout={() => forgetDrafts(admin)}>
      {!covered && context.toasts}
      <UnsentMail waiting={stuck} />
      {unloaded === null ? (
        <Outlet context={context} />
      ) : (
        <DeskError title={failures.title} text={failures[failureOf(null)]} to={unloaded} />
      )}
    </DeskFrame>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const { title, faults, failures } = useDeskFrame();
  const list = useLocation().pathname === href('/admin/dashboard');
  return (
    <DeskFrame account={loaderData?.email} waiting={loaderData?.waiting}>
      <DeskTitle title={list ? title : failures.title} />
      <DeskError title={list ? faults.fetch : undefined} text={failures[failureOf(error)]} />
    </DeskFrame>
  );
}

function isOpenEnquiry(page: unknown): boolean {
  const { view, state } = (page ?? {}) as { view?: DeskView; state?: DeskState | null };
  return Boolean(view?.enquiry && state);
}

function UnsentMail({ waiting }: { waiting: number }) {
  const { mail: words } = useDeskFrame();
  const isShown = useLocation().pathname === href('/admin/dashboard/mail');
  if (waiting === 0 || !isShown) return null;
  return <Fault title={words.stuck} text={counted(words.waiting, waiting)} />;
}
