import { pictureName } from '#app/content/catalogue/pictures.server.ts';
import { z } from 'zod';
import {
  type InOne,
  contentFiles,
  day,
  findBySlug,
  formerSlugs,
  inOne,
  readContent,
  refuseTwinFiles,
  refuseTwins,
  said,
  typedSlug,
  words,
} from '#app/content/read-content.server.ts';
import { blocks } from './rich-text.server.ts';
import { type Language, inEachLanguage } from '#app/content/language.ts';

const insightSchema = z.strictObject({
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

export type Insight = InOne<z.output<typeof insightSchema>>;

const writtenInsights = readInsights();

export const insights = inEachLanguage((language): readonly Insight[] =>
  inOne(writtenInsights, language),
);

export function findInsight(slug: string, language: Language): Insight | undefined {
  return findBySlug(insights[language], slug);
}

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

const mediaArticle = z
  .strictObject({
    id: z.int().positive(),
    slug: typedSlug,
    formerSlugs,
    title: said(words),
    category: said(words),
    excerpt: said(words),
    image: pictureName,
    publishedDate: day,
    dateModified: day.optional(),
    content: blocks.default([]),
  })
  .transform((entry) => ({ ...entry, dateModified: entry.dateModified ?? entry.publishedDate }))
  .refine(({ publishedDate, dateModified }) => publishedDate <= dateModified, {
    path: ['dateModified'],
    message: 'is before publishedDate',
  });

/** Ledger P-8. */
export const mediaSchema = z.array(mediaArticle).superRefine(refuseTwins);

export type MediaArticle = InOne<z.output<typeof mediaArticle>>;

const writtenMedia = readContent('media.json', mediaSchema);

export const mediaArticles = inEachLanguage((language): readonly MediaArticle[] =>
  inOne(writtenMedia, language),
);

export function findMediaArticle(slug: string, language: Language): MediaArticle | undefined {
  return findBySlug(mediaArticles[language], slug);
}

const contentPage = z.strictObject({
  slug: typedSlug,
  formerSlugs,
  title: said(words),
  subtitle: said(words),
  dateModified: day,
  content: blocks.min(1),
});

type ContentPage = InOne<z.output<typeof contentPage>> & { path: string };

const writtenPages = readPages();

export const contentPages = inEachLanguage((language): readonly ContentPage[] =>
  inOne(writtenPages, language),
);

/** Insights included (ledger R-5). */
export function findPage(slug: string, language: Language): ContentPage | undefined {
  const own = findBySlug(contentPages[language], slug);
  if (own) return own;
  const insight = findInsight(slug, language);
  if (!insight) return undefined;
  const { slug: current, formerSlugs: former, title, subtitle, updatedAt, content } = insight;
  const entry = { slug: current, formerSlugs: former, title, subtitle, content };
  return { ...entry, dateModified: updatedAt, path: `/insights/${current}` };
}

function readPages(): (z.output<typeof contentPage> & { path: string })[] {
  const found = contentFiles('pages').map((slug) => {
    const entry = readContent(`pages/${slug}.json`, contentPage.extend({ slug: z.literal(slug) }));
    return { ...entry, path: `/page/${slug}` };
  });
  // Insights answer under /page too.
  refuseTwinFiles(
    [...insights.en, ...found],
    [
      ...insights.en.map(({ slug }) => `app/content/insights/${slug}.json`),
      ...found.map(({ slug }) => `app/content/pages/${slug}.json`),
    ],
  );
  return found;
}
