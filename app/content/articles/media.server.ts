import { z } from 'zod';
import { findBySlug, formerSlugs, refuseTwins } from '#app/content/addresses.server.ts';
import { blocks } from './blocks.server.ts';
import { readContent } from '#app/content/read-content.server.ts';
import { day, pictureName, typedSlug, words } from '#app/content/schema-parts.server.ts';

const article = z
  .strictObject({
    id: z.int().positive(),
    slug: typedSlug,
    formerSlugs,
    title: words,
    category: words,
    excerpt: words,
    image: pictureName,
    publishedDate: day,
    /** The day it last changed; left out, it never has since it was published. */
    dateModified: day.optional(),
    content: blocks.default([]),
  })
  .transform((entry) => ({ ...entry, dateModified: entry.dateModified ?? entry.publishedDate }))
  .refine(({ publishedDate, dateModified }) => publishedDate <= dateModified, {
    path: ['dateModified'],
    message: 'is before publishedDate',
  });

/** The media articles' schema (ledger P-8); the blocks of an article's own page may be left out. */
export const mediaSchema = z.array(article).superRefine(refuseTwins);

export type MediaArticle = z.output<typeof article>;

/** The media articles in list order; none exist until the first is written into media.json. */
export const mediaArticles: readonly MediaArticle[] = readContent('media.json', mediaSchema);

/** The article that has, or had, this slug; undefined when there is none. */
export function findMediaArticle(slug: string): MediaArticle | undefined {
  return findBySlug(mediaArticles, slug);
}
