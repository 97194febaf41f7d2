import { useRouteLoaderData } from 'react-router';
import type { SiteFrame } from '#app/content/texts/site-frame.server.ts';

/** The id that the router gives the layout of the public pages. */
const LAYOUT = 'routes/site/shell/layout';

/** The words that all public pages have, and what stands in for one that is not there. */
export function useSiteWords(): SiteFrame {
  const words = useRouteLoaderData(LAYOUT) as SiteFrame | undefined;
  if (!words) throw new Error('Only a public page has the words of the site');
  return words;
}

/** The same for `meta`, which is given all that is loaded; undefined where there is no public page. */
export function siteWordsIn(
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[],
): SiteFrame | undefined {
  return matches.find((match) => match?.id === LAYOUT)?.loaderData as SiteFrame | undefined;
}
