import { useRouteLoaderData } from 'react-router';
import type { SiteFrame } from '#app/content/words/site.server.ts';

const LAYOUT = 'routes/site/shell/layout';

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

/** What a public page may say about its shell: `export const handle: SiteHandle = { … }`. */
export interface SiteHandle {
  /** False: the page is shown without the header (ledger SH-1). */
  header?: false;
  /** The colour of the page's last section, which the seam to the footer continues. */
  endsIn?: 'ink';
}

/** The handles of the pages that are open, outermost first; other handles are passed over. */
export function siteHandle(matches: readonly { handle: unknown }[]): SiteHandle {
  return Object.assign({}, ...matches.map(({ handle }) => handle)) as SiteHandle;
}
