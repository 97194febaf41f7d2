import { isRouteErrorResponse, Outlet } from 'react-router';
import type { Route } from './+types/layout';
import { NotFound } from './not-found-words.tsx';
import { errorMeta } from './error-meta.ts';
import { Shell } from './shell.tsx';
import { OutOfOrder } from './out-of-order.tsx';

/** The head of a page that failed, or of one that is not there and has no boundary of its own. */
export function meta({ matches, location, error }: Route.MetaArgs) {
  return error ? errorMeta(matches, location.pathname, error) : [];
}

export default function SiteLayout() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return <Shell>{missing ? <NotFound /> : <OutOfOrder />}</Shell>;
}
