import { Outlet } from 'react-router';
import { useFailedNavigation } from '#app/components/use-failed-navigation.ts';
import type { PageMessages } from '#app/content/messages/site.server.ts';
import {
  findMissingPage,
  getPageMeta,
  NotFound,
  OutOfOrder,
} from '#app/routes/site/shell/error-pages.tsx';
import type { Route } from './+types/page-boundary.ts';

export function meta(args: Route.MetaArgs) {
  return args.error ? getPageMeta({ ...args, loaderData: undefined }) : [];
}

export default function PageBoundary() {
  const unloaded = useFailedNavigation();
  return unloaded === null ? <Outlet /> : <OutOfOrder to={unloaded} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const missing = findMissingPage<PageMessages['notFound']>(error);
  return missing ? <NotFound messages={missing} /> : <OutOfOrder />;
}
