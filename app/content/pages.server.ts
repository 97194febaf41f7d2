import { z } from 'zod';
import { blocks } from './blocks.server.ts';
import { findInsight } from './insights.server.ts';
import { contentFiles, readContent } from './read-content.server.ts';
import { typedSlug, words } from './schema-parts.server.ts';

const page = z.strictObject({
  slug: typedSlug,
  title: words,
  subtitle: words,
  content: blocks.min(1),
});

/** A content page; `path` is where it belongs, which for an insight is not under /page. */
export type ContentPage = z.output<typeof page> & { path: string };

/** The pages of the folder pages/, one file each, named by slug (ledger P-9). */
export const contentPages: readonly ContentPage[] = contentFiles('pages').map((slug) => {
  const entry = readContent(`pages/${slug}.json`, page.extend({ slug: z.literal(slug) }));
  return { ...entry, path: `/page/${slug}` };
});

/** The page at /page/{slug}, insights included (ledger R-5); undefined when there is none. */
export function findPage(slug: string): ContentPage | undefined {
  const own = contentPages.find((entry) => entry.slug === slug);
  if (own) return own;
  const insight = findInsight(slug);
  if (!insight) return undefined;
  const { title, subtitle, content } = insight;
  return { slug, title, subtitle, content, path: `/insights/${slug}` };
}
