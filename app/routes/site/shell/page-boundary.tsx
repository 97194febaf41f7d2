import { useUnloadedPage } from '#app/components/use-unloaded-page.ts';
import { Outlet } from 'react-router';
import type { Route } from './+types/page-boundary.ts';
import type { PageWords } from '#app/content/words/site.server.ts';
import { metaOf, missingPage, NotFound, OutOfOrder } from '#app/routes/site/shell/error-pages.tsx';

export function meta(args: Route.MetaArgs) {
  return args.error ? metaOf({ ...args, loaderData: undefined }) : [];
}

export default function PageBoundary() {
  const unloaded = useUnloadedPage();
  return unloaded === null ? <Outlet /> : <OutOfOrder to={unloaded} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const missing = missingPage<PageWords['notFound']>(error);
  return missing ? <NotFound words={missing} /> : <OutOfOrder />;
}
