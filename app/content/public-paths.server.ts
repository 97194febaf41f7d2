import { publicPages } from './public-pages.server.ts';

/** Every public page by its canonical path, for those who look for all of them (ledger L-2). */
export function publicPaths(): string[] {
  return publicPages.map(({ path }) => path);
}
