import { isRouteErrorResponse } from 'react-router';
import { notFoundPage, outOfOrder } from '#app/content/texts/site-pages.ts';
import { pageMeta } from './page-meta.ts';

type Matches = Parameters<typeof pageMeta>[0];

/** The head of an address at which there is nothing, or at which a page failed (ledger R-2). */
export function errorMeta(
  matches: Matches,
  path: string,
  error: unknown,
  missing: { title: string; text: string } = notFoundPage,
) {
  const lost = isRouteErrorResponse(error) && error.status === 404;
  const { title, text: description } = lost ? missing : outOfOrder;
  return pageMeta(matches, { title, description, path, noindex: 'missing' });
}
