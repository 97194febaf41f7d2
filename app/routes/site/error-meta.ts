import { plainPath } from '#app/content/language.ts';
import { missingPage } from './missing-page.ts';
import { pageMeta } from './page-meta.ts';
import { siteWordsIn } from './shell/use-site-words.ts';

type Matches = Parameters<typeof pageMeta>[0];

/** The head of an address at which there is nothing, or at which a page failed (ledger R-2). */
export function errorMeta(matches: Matches, path: string, error: unknown) {
  const words = missingPage(error) ?? siteWordsIn(matches)?.outOfOrder;
  if (!words) return [];
  const { title, text: description } = words;
  return pageMeta(matches, { title, description, path: plainPath(path), noindex: 'missing' });
}
