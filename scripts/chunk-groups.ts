import type { Rolldown } from 'vite';

type GetModuleInfo = (id: string) => Rolldown.ModuleInfo | null;

const FRAMEWORK = /\/node_modules\/(react|react-dom|react-router|scheduler)\//;
// Needed only for dynamic imports, which few pages have.
const PRELOAD = 'vite/preload-helper';
const ROOT = 'root.tsx';
const SHELL = ['routes/site/shell/layout.tsx', 'routes/site/shell/page-boundary.tsx'];
const SITE = 'routes/site/';
const HOME = 'routes/site/home/home.tsx';
const MANY_ROUTES = 8;
const DESK = 'routes/desk/';
const DESK_LAYOUT = 'routes/desk/layout.tsx';
const MANY_DESK_ROUTES = 6;

/**
 * Returns the chunk of a module, otherwise undefined, and the bundler decides. A few chunks compress better than
 * thirty.
 * - `framework`: React and the router
 * - `preload`: the bundler's helper for dynamic imports
 * - `root`: modules of the root, and those of `site` that other areas use too
 * - `site`: modules of the site's shell, of many pages of the site, or of the home page and another
 * - `staff`: modules of the desk's layout, or that only pages of the desk share
 * - `shared`: modules of many pages of the desk that other areas use too
 */
export function getChunkName(id: string, getModuleInfo: GetModuleInfo): string | undefined {
  if (FRAMEWORK.test(id)) return 'framework';
  if (id.includes(PRELOAD)) return 'preload';

  const routes = listRoutes(id, getModuleInfo);
  if (routes.includes(ROOT)) return 'root';

  const isOnlyOfSite = routes.every((route) => route.startsWith(SITE));
  if (isNeededByMuchOfSite(routes)) return isOnlyOfSite ? 'site' : 'root';

  const deskRouteCount = routes.filter((route) => route.startsWith(DESK)).length;
  const isOnlyOfDesk = deskRouteCount === routes.length;
  const isShared = routes.length > 1 || routes.includes(DESK_LAYOUT);
  if (isOnlyOfDesk && isShared) return 'staff';
  return deskRouteCount >= MANY_DESK_ROUTES ? 'shared' : undefined;
}

function isNeededByMuchOfSite(routes: string[]): boolean {
  const isOfShell = routes.some((route) => SHELL.includes(route));
  const isOnManyPages = routes.filter((route) => route.startsWith(SITE)).length >= MANY_ROUTES;
  const isSharedWithHome = routes.length > 1 && routes.includes(HOME);
  return isOfShell || isOnManyPages || isSharedWithHome;
}

/** Returns the entries (routes) that import a module, directly or through others. */
function listRoutes(
  id: string,
  getModuleInfo: GetModuleInfo,
  visitedIds = new Set<string>(),
): string[] {
  if (visitedIds.has(id)) return [];
  visitedIds.add(id);
  const module = getModuleInfo(id);
  if (!module) return [];
  if (module.isEntry) return [/\/app\/([^?]+)/.exec(id)?.[1] ?? id];
  return module.importers.flatMap((importer) => listRoutes(importer, getModuleInfo, visitedIds));
}
