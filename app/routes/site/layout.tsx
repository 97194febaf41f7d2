import { isRouteErrorResponse, Outlet } from 'react-router';
import type { Route } from './+types/layout';
import { NotFound } from './not-found-words.tsx';
import { Shell } from './shell.tsx';
import { OutOfOrder } from './out-of-order.tsx';

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
