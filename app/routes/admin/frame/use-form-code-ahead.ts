import { useEffect } from 'react';

interface RouteEntry {
  module: string;
  imports?: string[];
  hasClientAction: boolean;
  /** Where the bundler has split it off from the rest of the route. */
  clientActionModule?: string;
}

const manifest = () =>
  (globalThis as { __reactRouterManifest?: { routes: Record<string, RouteEntry> } })
    .__reactRouterManifest;

/**
 * Fetches the code of the desk's forms that have an address of their own, while all is well: a form
 * that fails later, with the network down, can then say so and keep what was typed.
 */
export function useFormCodeAhead(): void {
  useEffect(() => {
    for (const [id, route] of Object.entries(manifest()?.routes ?? {})) {
      if (!id.startsWith('routes/admin/') || !route.hasClientAction) continue;
      const { module, clientActionModule, imports = [] } = route;
      for (const href of [module, clientActionModule ?? module, ...imports]) {
        const link = document.createElement('link');
        document.head.append(Object.assign(link, { rel: 'modulepreload', href }));
      }
    }
  }, []);
}
