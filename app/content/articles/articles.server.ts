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

/** An article as one language says it. */
export type Insight = InOne<z.output<typeof insightSchema>>;

const writtenInsights = readInsights();

/** The insight articles, one file each, named by slug; oldest first (ledger P-7). */
export const insights = inEachLanguage((language): readonly Insight[] =>
  inOne(writtenInsights, language),
);

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
export const mediaSchema = z.array(mediaArticle).superRefine(refuseTwins);

/** A media article as one language says it. */
export type MediaArticle = InOne<z.output<typeof mediaArticle>>;

const writtenMedia = readContent('media.json', mediaSchema);

/** The media articles in list order; none exist until the first is written into media.json. */
export const mediaArticles = inEachLanguage((language): readonly MediaArticle[] =>
  inOne(writtenMedia, language),
);

/** The article that has, or had, this slug; undefined when there is none. */
export function findMediaArticle(slug: string, language: Language): MediaArticle | undefined {
  return findBySlug(mediaArticles[language], slug);
}

const contentPage = z.strictObject({
  slug: typedSlug,
  formerSlugs,
  title: said(words),
  subtitle: said(words),
  /** The day its content last changed. */
  dateModified: day,
  content: blocks.min(1),
});

/** A content page; `path` is where it belongs, which for an insight is not under /page. */
type ContentPage = InOne<z.output<typeof contentPage>> & { path: string };

const writtenPages = readPages();

/** The pages of the folder pages/, one file each, named by slug (ledger P-9). */
export const contentPages = inEachLanguage((language): readonly ContentPage[] =>
  inOne(writtenPages, language),
);

/**
 * The page that has, or had, this slug, insights included (ledger R-5); undefined when there is
 * none.
 */
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
