import { data } from 'react-router';
import type { Route } from './+types/not-found.ts';
import { notFoundPage } from '#app/content/texts/site-pages.ts';
import { NotFound } from './not-found-words.tsx';
import { pageMeta } from '#app/routes/site/page-meta.ts';

/** Every address that nothing else answers, and /not-found itself (ledger ). */
export function loader() {
  return data(null, { status: 404 });
}

export function meta({ matches, location }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: notFoundPage.title,
    description: notFoundPage.text,
    path: location.pathname,
    noindex: 'missing',
  });
}

export default NotFound;
