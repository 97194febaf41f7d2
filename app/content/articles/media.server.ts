import { z } from 'zod';
import { findBySlug, formerSlugs, refuseTwins } from '#app/content/addresses.server.ts';
import { blocks } from './blocks.server.ts';
import { readContent } from '#app/content/read-content.server.ts';
import { type InOne, inOne, said } from '#app/content/in-each-language.server.ts';
import { type Language, inEachLanguage } from '#app/content/language.ts';
import { day, pictureName, typedSlug, words } from '#app/content/schema-parts.server.ts';

const article = z
  .strictObject({
    id: z.int().positive(),
    slug: typedSlug,
    formerSlugs,
    title: said(words),
    category: said(words),
    excerpt: said(words),
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

/** A media article as one language says it. */
export type MediaArticle = InOne<z.output<typeof article>>;

const written = readContent('media.json', mediaSchema);

/** The media articles in list order; none exist until the first is written into media.json. */
export const mediaArticles = inEachLanguage((language): readonly MediaArticle[] =>
  inOne(written, language),
);

/** The article that has, or had, this slug; undefined when there is none. */
export function findMediaArticle(slug: string, language: Language): MediaArticle | undefined {
  return findBySlug(mediaArticles[language], slug);
}
