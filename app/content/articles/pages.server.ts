import { z } from 'zod';
import { findBySlug, formerSlugs, refuseTwinFiles } from '#app/content/addresses.server.ts';
import { blocks } from './blocks.server.ts';
import { findInsight, insights } from './insights.server.ts';
import { contentFiles, readContent } from '#app/content/read-content.server.ts';
import { type InOne, inOne, said } from '#app/content/in-each-language.server.ts';
import { type Language, inEachLanguage } from '#app/content/language.ts';
import { day, typedSlug, words } from '#app/content/schema-parts.server.ts';

const page = z.strictObject({
  slug: typedSlug,
  formerSlugs,
  title: said(words),
  subtitle: said(words),
  /** The day its content last changed. */
  dateModified: day,
  content: blocks.min(1),
});

/** A content page; `path` is where it belongs, which for an insight is not under /page. */
export type ContentPage = InOne<z.output<typeof page>> & { path: string };

const written = readPages();

/** The pages of the folder pages/, one file each, named by slug (ledger P-9). */
export const contentPages = inEachLanguage((language): readonly ContentPage[] =>
  inOne(written, language),
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

function readPages(): (z.output<typeof page> & { path: string })[] {
  const found = contentFiles('pages').map((slug) => {
    const entry = readContent(`pages/${slug}.json`, page.extend({ slug: z.literal(slug) }));
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
