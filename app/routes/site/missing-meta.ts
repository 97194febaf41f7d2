import { notFoundPage } from '#app/content/site-pages.ts';
import { pageMeta } from './page-meta.ts';

/** The meta of an address at which there is nothing, shown as the 404 page. */
export function missingMeta(matches: Parameters<typeof pageMeta>[0], path: string) {
  const { title, text: description } = notFoundPage;
  return pageMeta(matches, { title, description, path, noindex: true });
}
