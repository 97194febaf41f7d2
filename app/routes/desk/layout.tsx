import { guardDesk, requireAdmin } from '#app/routes/desk/desk-request.server.ts';
import {
  DeskPage,
  DeskTitle,
  ErrorNotice,
  ErrorNoticeWithRetry,
  revalidateAfterConflict,
  useDeskFrameTexts,
  useDeskToasts,
} from '#app/routes/desk/frame.tsx';
import {
  DeskFrame,
  MAIL_SECTION,
  useCurrentSection,
  useLiveWaitingCounts,
} from '#app/routes/desk/header.tsx';
import '#app/styles/desk.css';
import { lazy, useEffect } from 'react';
import { href, isRouteErrorResponse, Outlet, useLocation, useRouteLoaderData } from 'react-router';
import { ButtonLink } from '#app/components/button.tsx';
import { getFailureReason } from '#app/components/failure-reason.ts';
import { pluralize } from '#app/components/texts.ts';
import { useFailedNavigation } from '#app/components/use-failed-navigation.ts';
import { readAdminNames } from '#app/domain/accounts/admin-names.server.ts';
import { readDeskFrame } from '#app/domain/desk/desk.server.ts';
import { requestContext } from '#app/http/request-context.server.ts';
import { loadDocumentAfterUpgrade, useReportShownUrl } from '#app/routes/desk/after-upgrade.ts';
import type { EndedSession } from '#app/routes/desk/ended-session.server.ts';
import type { loadDashboard } from '#app/routes/desk/enquiries/dashboard.server.ts';
import { readFlashToast } from '#app/routes/desk/flash-toast.server.ts';
import { deleteAdminDrafts, deleteExpiredDrafts } from '#app/routes/draft-storage.ts';
import { flashMiddleware, takeFlash } from '#app/routes/flash.server.ts';
import { StaffHead } from '#app/routes/page-head.tsx';
import type { Route } from './+types/layout.ts';

export const middleware: Route.MiddlewareFunction[] = [guardDesk, flashMiddleware];

export const clientMiddleware = [loadDocumentAfterUpgrade];

/** Loads what the frame shows. Takes the flash message, which is then shown only once. */
export async function loader({ context }: Route.LoaderArgs) {
  const admin = requireAdmin(context);
  const { id, language } = admin;
  const nameAdmin = await readAdminNames();
  const account = nameAdmin(admin.email);
  const flash = await readFlashToast(takeFlash(context), language);
  const { build } = context.get(requestContext);
  return { admin: id, build, account, flash, ...(await readDeskFrame()) };
}

export const shouldRevalidate = revalidateAfterConflict;

/**
 * Shows the frame with the page, or with an error if the code of the next page could not be fetched. Shows the toasts,
 * which an open enquiry shows itself. Deletes drafts that have expired, and those of the admin at logout.
 */
export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const { admin, account, stuckMailCount, flash } = loaderData;
  const { failures, mail } = useDeskFrameTexts();
  const list = useRouteLoaderData<typeof loadDashboard>('routes/desk/enquiries/dashboard');
  const isCovered = Boolean(list?.view.enquiry && list.state);
  const { waitingCounts, showWaiting } = useLiveWaitingCounts(loaderData.navigationCounts);
  const { show, toasts } = useDeskToasts(flash);
  const failure = useFailedNavigation();
  const isMailPage = useCurrentSection() === MAIL_SECTION;
  useEffect(() => deleteExpiredDrafts(), []);
  useReportShownUrl();

  return (
    <DeskFrame
      account={account}
      waitingCounts={waitingCounts}
      onLogout={() => deleteAdminDrafts(admin)}
    >
      {!isCovered && toasts}
      {isMailPage && stuckMailCount > 0 && (
        <ErrorNotice title={mail.stuck} text={pluralize(mail.queuedCount, stuckMailCount)} />
      )}
      {failure === null ? (
        <Outlet context={{ show, toasts, showWaiting }} />
      ) : (
        <>
          <StaffHead title={failures.title} description={failures[failure.reason]} />
          <ErrorNoticeWithRetry
            title={failures.title}
            text={failures[failure.reason]}
            failedPath={failure.path}
          />
        </>
      )}
    </DeskFrame>
  );
}

/** Shows the error in the frame; for a form after the end of its session, the login instead of both. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  if (isEndedSession(error)) return <EndedSessionPage page={error.data} />;
  return (
    <DeskFrame account={loaderData?.account} waitingCounts={loaderData?.navigationCounts}>
      {isNotFound(error) ? <NotFoundPage /> : <LoadErrorPage error={error} />}
    </DeskFrame>
  );
}

// Only a form without JavaScript needs it: the scripts of the desk do without.
const EndedSessionPage = lazy(() => import('#app/routes/desk/ended-session.tsx'));

/** The action of a form without JavaScript has found no session (requireAdmin). */
function isEndedSession(error: unknown): error is { data: EndedSession } {
  return isRouteErrorResponse(error) && error.status === 401;
}

const isNotFound = (error: unknown) => isRouteErrorResponse(error) && error.status === 404;

function NotFoundPage() {
  const { missingPage, sections } = useDeskFrameTexts();
  const { pathname } = useLocation();
  const site = href('/admin/dashboard/site');
  const isSite = pathname.startsWith(site);
  return (
    <DeskPage title={missingPage.title} intro={missingPage.text}>
      <ButtonLink variant="plain" to={isSite ? site : href('/admin/dashboard')}>
        {sections[isSite ? 'site' : '']}
      </ButtonLink>
    </DeskPage>
  );
}

function LoadErrorPage({ error }: { error: unknown }) {
  const { title, failureTitles, failures } = useDeskFrameTexts();
  const isList = useLocation().pathname === href('/admin/dashboard');
  return (
    <>
      <StaffHead title={failures.title} description={failures.broken} />
      <DeskTitle title={isList ? title : failures.title} />
      <ErrorNoticeWithRetry
        title={isList ? failureTitles.fetch : undefined}
        text={failures[getFailureReason(error)]}
      />
    </>
  );
}
