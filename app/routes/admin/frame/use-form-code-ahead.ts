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
    for (const { module, clientActionModule, imports = [] } of routesWithForms(
      /^routes\/admin\//,
    )) {
      fetchAhead([module, clientActionModule ?? module, ...imports]);
    }
  }, []);
}

/** The same for the login and password pages: what answers their forms, and not whole pages. */
export function useAuthPageActionsAhead(): void {
  useEffect(() => {
    const gate = routesWithForms(/^routes\/admin\/(sign-in|reset-password)\//);
    fetchAhead(gate.flatMap(({ clientActionModule }) => clientActionModule ?? []));
  }, []);
}

function routesWithForms(ids: RegExp): RouteEntry[] {
  return Object.entries(manifest()?.routes ?? {})
    .filter(([id, { hasClientAction }]) => hasClientAction && ids.test(id))
    .map(([, route]) => route);
}

function fetchAhead(hrefs: readonly string[]): void {
  for (const href of hrefs) {
    const link = document.createElement('link');
    document.head.append(Object.assign(link, { rel: 'modulepreload', href }));
  }
}
