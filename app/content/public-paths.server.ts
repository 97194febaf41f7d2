import { insights } from './insights.server.ts';
import { mediaArticles } from './media.server.ts';
import { contentPages } from './pages.server.ts';
import { projects } from './projects.server.ts';

/** Every public page by its canonical path, for those who look for all of them (ledger L-2). */
export function publicPaths(): string[] {
  return [
    '/',
    '/about',
    '/projects',
    ...projects.map(({ slug }) => `/projects/${slug}`),
    '/insights',
    ...insights.map(({ slug }) => `/insights/${slug}`),
    '/media',
    ...mediaArticles.map(({ slug }) => `/media/${slug}`),
    ...contentPages.map(({ path }) => path),
    '/contact',
    '/financial-data',
    '/privacy',
    '/terms',
    '/sitemap',
  ];
}
