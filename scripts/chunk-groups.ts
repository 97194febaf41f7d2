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
 * Puts the modules that many pages of the site share, or the home page shares, into the chunk `site`, or into
 * `root` if other areas use them too; those that pages of the desk share into `staff`, or into `shared` if many of
 * them and other areas use them: a few chunks compress better than thirty. Returns undefined to let the bundler decide.
 */
export function getChunkName(id: string, getModuleInfo: GetModuleInfo): string | undefined {
  if (FRAMEWORK.test(id)) return 'framework';
  if (id.includes(PRELOAD)) return 'preload';
  const routes = listRoutes(id, getModuleInfo);
  if (routes.includes(ROOT)) return 'root';

  const siteRoutes = routes.filter((route) => route.startsWith(SITE));
  const isOnManyPages =
    siteRoutes.length >= MANY_ROUTES || siteRoutes.some((route) => SHELL.includes(route));
  const isSharedWithHome = routes.length > 1 && siteRoutes.includes(HOME);
  if (isOnManyPages || isSharedWithHome)
    return siteRoutes.length === routes.length ? 'site' : 'root';

  const deskRoutes = routes.filter((route) => route.startsWith(DESK));
  const isOfDesk = deskRoutes.length === routes.length;
  if (isOfDesk && (routes.length > 1 || routes.includes(DESK_LAYOUT))) return 'staff';
  return deskRoutes.length >= MANY_DESK_ROUTES ? 'shared' : undefined;
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
