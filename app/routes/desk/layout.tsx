import { guardDesk, requireAdmin } from '#app/routes/desk/answers.server.ts';
import {
  DeskError,
  DeskPlace,
  DeskTitle,
  getDeskFrame,
  getDeskMeta,
  useDeskFrame,
  useDeskToasts,
} from '#app/routes/desk/frame.tsx';
import { DeskFrame, UnsentMail, useLiveWaiting } from '#app/routes/desk/header.tsx';
import '#app/styles/desk.css';
import { useEffect } from 'react';
import { href, isRouteErrorResponse, Outlet, useLocation, useMatches } from 'react-router';
import { ButtonLink } from '#app/components/button.tsx';
import { useFailedNavigation } from '#app/components/use-failed-navigation.ts';
import { readDeskFrame } from '#app/domain/desk/desk.server.ts';
import { deleteDrafts } from '#app/routes/desk/drafts.tsx';
import { presentFlash } from '#app/routes/desk/presenter.server.ts';
import { flashMiddleware, takeFlash } from '#app/routes/flash.server.ts';
import { getFailureReason } from '#app/routes/request-failure.ts';
import type { Route } from './+types/layout.ts';

export const middleware: Route.MiddlewareFunction[] = [guardDesk, flashMiddleware];

export function meta({ matches, location, error }: Route.MetaArgs) {
  const messages = getDeskFrame(matches);
  if (!error || !messages) return [];
  const { title, text: description } = isNotFound(error)
    ? messages.missingPage
    : { title: messages.failures.title, text: messages.failures.broken };
  const head = { title, description, path: location.pathname };
  return getDeskMeta({ matches, loaderData: { head } });
}

export async function loader({ context }: Route.LoaderArgs) {
  const admin = requireAdmin(context);
  const { id, email, language } = admin;
  const { message, ids } = takeFlash(context);
  const flash = message && (await presentFlash(message, ids, language));
  return { admin: id, email, flash, ...(await readDeskFrame(admin)) };
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const { admin, email, stuckMailCount, flash } = loaderData;
  const { failures } = useDeskFrame();
  const isCovered = useMatches().some(({ loaderData: data }) => isOpenEnquiry(data));
  const { waitingCounts, showWaiting } = useLiveWaiting(loaderData.waitingCounts);
  const context = { ...useDeskToasts(flash), showWaiting };
  const unloaded = useFailedNavigation();
  useEffect(() => deleteDrafts(), []);
  return (
    <DeskFrame account={email} waitingCounts={waitingCounts} onLogout={() => deleteDrafts(admin)}>
      {!isCovered && context.toasts}
      <UnsentMail count={stuckMailCount} />
      {unloaded === null ? (
        <Outlet context={context} />
      ) : (
        <DeskError title={failures.title} text={failures[getFailureReason(null)]} to={unloaded} />
      )}
    </DeskFrame>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <DeskFrame account={loaderData?.email} waitingCounts={loaderData?.waitingCounts}>
      {isNotFound(error) ? <NotFoundPage /> : <LoadErrorPage error={error} />}
    </DeskFrame>
  );
}

const isNotFound = (error: unknown) => isRouteErrorResponse(error) && error.status === 404;

function NotFoundPage() {
  const { missingPage, sections } = useDeskFrame();
  const { pathname } = useLocation();
  const site = href('/admin/dashboard/site');
  const isSite = pathname.startsWith(site);
  return (
    <DeskPlace title={missingPage.title} intro={missingPage.text}>
      <ButtonLink variant="plain" to={isSite ? site : href('/admin/dashboard')}>
        {sections[isSite ? 'site' : '']}
      </ButtonLink>
    </DeskPlace>
  );
}

function LoadErrorPage({ error }: { error: unknown }) {
  const { title, faults, failures } = useDeskFrame();
  const isList = useLocation().pathname === href('/admin/dashboard');
  return (
    <>
      <DeskTitle title={isList ? title : failures.title} />
      <DeskError
        title={isList ? faults.fetch : undefined}
        text={failures[getFailureReason(error)]}
      />
    </>
  );
}

function isOpenEnquiry(page: unknown): boolean {
  const { view, state } = (page ?? {}) as { view?: { enquiry: string }; state?: unknown };
  return Boolean(view?.enquiry && state);
}
