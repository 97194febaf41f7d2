import type { Rolldown } from 'vite';

type ModuleOf = (id: string) => Rolldown.ModuleInfo | null;

const FRAMEWORK = /\/node_modules\/(react|react-dom|react-router|scheduler)\//;
/** Every page of the site is drawn in these. */
const SHELL = ['root.tsx', 'routes/site/shell/layout.tsx', 'routes/site/shell/page-boundary.tsx'];
const SITE = 'routes/site/';
/** So many pages of the site share what is loaded with the first of them. */
const MANY = 8;

/**
 * The file a module goes into, by the route modules that load it with themselves: what every page
 * loads anyway comes as three files, because they compress better together than as thirty. Undefined
 * leaves it to the bundler.
 */
export function chunkOf(id: string, moduleOf: ModuleOf): string | undefined {
  if (FRAMEWORK.test(id)) return 'framework';
  const routes = routesOf(id, moduleOf);
  if (routes.some((route) => SHELL.includes(route))) return 'shell';
  const ofSite = routes.filter((route) => route.startsWith(SITE));
  return ofSite.length >= MANY ? 'site' : undefined;
}

/** The route modules, as app/routes.ts names them, that cannot be loaded without this one. */
function routesOf(id: string, moduleOf: ModuleOf, seen = new Set<string>()): string[] {
  if (seen.has(id)) return [];
  seen.add(id);
  const found = moduleOf(id);
  if (!found) return [];
  if (found.isEntry) return [/\/app\/([^?]+)/.exec(id)?.[1] ?? id];
  return found.importers.flatMap((importer) => routesOf(importer, moduleOf, seen));
}
