import { z } from 'zod';
import { findBySlug, formerSlugs, refuseTwinFiles } from '#app/content/addresses.server.ts';
import { blocks } from './blocks.server.ts';
import { contentFiles, readContent } from '#app/content/read-content.server.ts';
import { type InOne, inOne, said } from '#app/content/in-each-language.server.ts';
import { type Language, inEachLanguage } from '#app/content/language.ts';
import { day, pictureName, typedSlug, words } from '#app/content/schema-parts.server.ts';

export const insightSchema = z.strictObject({
  id: z.int().positive(),
  slug: typedSlug,
  formerSlugs,
  title: said(words),
  subtitle: said(words),
  createdAt: day,
  updatedAt: day,
  image: pictureName,
  content: blocks.min(1),
});

/** An article as one language says it. */
export type Insight = InOne<z.output<typeof insightSchema>>;

const written = readInsights();

/** The insight articles, one file each, named by slug; oldest first (ledger P-7). */
export const insights = inEachLanguage((language): readonly Insight[] => inOne(written, language));

/** The article that has, or had, this slug; undefined when there is none. */
export function findInsight(slug: string, language: Language): Insight | undefined {
  return findBySlug(insights[language], slug);
}

/** The article to read next: the one after it, the first after the last; undefined if it is alone. */
export function insightAfter(slug: string, language: Language): Insight | undefined {
  const list = insights[language];
  const index = list.findIndex((insight) => insight.slug === slug);
  const next = list[(index + 1) % list.length];
  return next?.slug === slug ? undefined : next;
}

function readInsights(): z.output<typeof insightSchema>[] {
  const found = contentFiles('insights').map((slug) =>
    readContent(
      `insights/${slug}.json`,
      insightSchema
        .extend({ slug: z.literal(slug) })
        .refine(({ createdAt, updatedAt }) => createdAt <= updatedAt, {
          path: ['updatedAt'],
          message: 'is before createdAt',
        }),
    ),
  );
  refuseTwinFiles(
    found,
    found.map(({ slug }) => `app/content/insights/${slug}.json`),
  );
  return found.sort((one, other) => one.createdAt.localeCompare(other.createdAt));
}
