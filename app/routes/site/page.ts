import { redirect, useRouteLoaderData, type ShouldRevalidateFunctionArgs } from 'react-router';
import { getLocalizedPath, getPathLanguage } from '#app/content/language.ts';
import type { SiteFrame } from '#app/content/navigation.server.ts';
import { percentEncodePath } from '#app/unicode.ts';

export const FEED_TYPE = 'application/atom+xml';

/** Returns a redirect with 301. The language of the requested URL and its query stay (SE-5). */
export function redirectToMovedPath(plainPath: string, requestedUrl: URL): Response {
  const { pathname, search } = requestedUrl;
  const path = getLocalizedPath(getPathLanguage(pathname), plainPath);
  return redirect(percentEncodePath(path) + search, 301);
}

/** For pages with a gallery: another picture changes only the query, and needs no new data. */
export function revalidateOnlyOnPageChange({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate;
}

export const LAYOUT = 'routes/site/shell/layout';

/** Returns the language, texts and links that all public pages share. Throws on other pages. */
export function useSiteFrame(): SiteFrame {
  const frame = useRouteLoaderData(LAYOUT) as SiteFrame | undefined;
  if (!frame) throw new Error('Only a public page has the texts of the site');
  return frame;
}
