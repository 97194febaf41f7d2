import type { Rolldown } from 'vite';

type ModuleOf = (id: string) => Rolldown.ModuleInfo | null;

const FRAMEWORK = /\/node_modules\/(react|react-dom|react-router|scheduler)\//;
// Of what is imported later: few pages do.
const PRELOAD = 'vite/preload-helper';
const ROOT = 'root.tsx';
const SHELL = ['routes/site/shell/layout.tsx', 'routes/site/shell/page-boundary.tsx'];
const SITE = 'routes/site/';
const HOME = 'routes/site/home/home.tsx';
const MANY = 8;

/** Few files compress better together than thirty. Undefined leaves a module to the bundler. */
export function getChunkName(id: string, moduleOf: ModuleOf): string | undefined {
  if (FRAMEWORK.test(id)) return 'framework';
  if (id.includes(PRELOAD)) return undefined;
  const routes = routesOf(id, moduleOf);
  const ofSite = routes.filter((route) => route.startsWith(SITE));
  const onAllPages = ofSite.length >= MANY || ofSite.some((route) => SHELL.includes(route));
  const apart = ofSite.length === routes.length;
  const withHome = routes.length > 1 && ofSite.includes(HOME);
  if (routes.includes(ROOT) || ((onAllPages || withHome) && !apart)) return 'root';
  return onAllPages || withHome ? 'site' : undefined;
}

function routesOf(id: string, moduleOf: ModuleOf, seen = new Set<string>()): string[] {
  if (seen.has(id)) return [];
  seen.add(id);
  const found = moduleOf(id);
  if (!found) return [];
  if (found.isEntry) return [/\/app\/([^?]+)/.exec(id)?.[1] ?? id];
  return found.importers.flatMap((importer) => routesOf(importer, moduleOf, seen));
}
