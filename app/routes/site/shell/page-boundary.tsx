import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { useFailedNavigation } from '#app/components/use-failed-navigation.ts';
import type { PageTexts } from '#app/content/texts/site.server.ts';
import {
  findNotFoundTexts,
  NotFound,
  ServerErrorMessage,
  ServerErrorPage,
} from '#app/routes/site/shell/error-pages.tsx';
import type { Route } from './+types/page-boundary.ts';

/** Shows each public page: after a failed navigation under a notice, with all that was typed on it. */
export default function PageBoundary() {
  const failure = useFailedNavigation();
  const hasFailed = failure !== null;
  useEffect(() => {
    if (hasFailed) scrollTo({ top: 0 });
  }, [hasFailed]);

  return (
    <>
      {/* Its link loads a document, because the router does not have the code. */}
      {failure && (
        <ServerErrorMessage
          alert="all"
          reason={failure.reason}
          retryPath={failure.path}
          reloadDocument
        />
      )}
      <Outlet />
    </>
  );
}

/** Shows the not-found page if a loader has thrown its texts with a 404, and the server-error page otherwise. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const texts = findNotFoundTexts<PageTexts['notFound']>(error);
  return texts ? <NotFound texts={texts} /> : <ServerErrorPage error={error} />;
}
