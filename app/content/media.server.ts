import { z } from 'zod';
import { blocks } from './blocks.server.ts';
import { readContent } from './read-content.server.ts';
import { day, pictureName, refuseTwins, typedSlug, words } from './schema-parts.server.ts';

const article = z.strictObject({
  id: z.int().positive(),
  slug: typedSlug,
  title: words,
  category: words,
  excerpt: words,
  image: pictureName,
  publishedDate: day,
  content: blocks.default([]),
});

/** The media articles' schema (ledger P-8); the blocks of an article's own page may be left out. */
export const mediaSchema = z.array(article).superRefine(refuseTwins);

export type MediaArticle = z.output<typeof article>;

/** The media articles in list order; none exist until the first is written into media.json. */
export const mediaArticles: readonly MediaArticle[] = readContent('media.json', mediaSchema);

/** The article at an address; undefined when there is none. */
export function findMediaArticle(slug: string): MediaArticle | undefined {
  return mediaArticles.find((entry) => entry.slug === slug);
}
