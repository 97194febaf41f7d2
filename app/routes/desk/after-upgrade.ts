import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { Route } from './+types/layout.ts';

declare global {
  interface Window {
    /** The router's list of routes and their scripts, as of the open document. */
    __reactRouterManifest: { version: string };
  }
}

/** Whether the last request of the router posted a form: the next one then loads the page that shows its result. */
let isFormSent = false;
let shownUrl = '';

/** Tells loadDocumentAfterUpgrade which page is shown: after Back, the location is that of the next one already. */
export function useReportShownUrl(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    shownUrl = location.origin + pathname + search;
  }, [pathname, search]);
}

/**
 * Loads the next page as a document once the server has a newer build than the open page (HC-2): the new data may not
 * fit the old code. Leaves alone the open page, which may hold typed text, and the page with the result of a form. Does not
 * resolve once it loads one, so that the old page stays until the document arrives.
 */
export const loadDocumentAfterUpgrade: Route.ClientMiddlewareFunction = async (
  { request: { method, url } },
  next,
) => {
  const showsResult = isFormSent;
  isFormSent = method !== 'GET';

  const results = (await next()) as Record<string, { result: unknown }>;
  const { build } = (results['routes/desk/layout']?.result ?? {}) as { build?: string };
  const isNewer = build && build !== window.__reactRouterManifest.version;
  if (!isNewer || showsResult || url === shownUrl) return;

  location.assign(url);
  await new Promise(() => {});
};
