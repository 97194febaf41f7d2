import { z } from 'zod';
import { findBySlug, formerSlugs, refuseTwinFiles } from '#app/content/addresses.server.ts';
import { blocks } from './blocks.server.ts';
import { contentFiles, readContent } from '#app/content/read-content.server.ts';
import { day, pictureName, typedSlug, words } from '#app/content/schema-parts.server.ts';

export const insightSchema = z.strictObject({
  id: z.int().positive(),
  slug: typedSlug,
  formerSlugs,
  title: words,
  subtitle: words,
  createdAt: day,
  updatedAt: day,
  image: pictureName,
  content: blocks.min(1),
});

export type Insight = z.output<typeof insightSchema>;

/** The insight articles, one file each, named by slug; oldest first (ledger P-7). */
export const insights: readonly Insight[] = readInsights();

/** The article that has, or had, this slug; undefined when there is none. */
export function findInsight(slug: string): Insight | undefined {
  return findBySlug(insights, slug);
}

/** The article to read next: the one after it, the first after the last; undefined if it is alone. */
export function insightAfter(slug: string): Insight | undefined {
  const index = insights.findIndex((insight) => insight.slug === slug);
  const next = insights[(index + 1) % insights.length];
  return next?.slug === slug ? undefined : next;
}

function readInsights(): Insight[] {
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
