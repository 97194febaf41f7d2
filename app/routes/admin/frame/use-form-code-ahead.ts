import { useEffect } from 'react';

interface RouteEntry {
  module: string;
  imports?: string[];
  hasClientAction: boolean;
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
    for (const href of new Set(codeOfForms())) {
      const link = document.createElement('link');
      document.head.append(Object.assign(link, { rel: 'modulepreload', href }));
    }
  }, []);
}

function codeOfForms(): string[] {
  return Object.entries(manifest()?.routes ?? {})
    .filter(([id, { hasClientAction }]) => hasClientAction && id.startsWith('routes/admin/'))
    .flatMap(([, { module, imports = [] }]) => [module, ...imports]);
}
