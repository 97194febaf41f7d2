import type { PictureData } from '#app/content/catalogue/pictures.server.ts';
import type { Block, ContentOf, Published } from '#app/content/kinds.server.ts';
import { type Language, inEachLanguage } from '#app/content/language.ts';
import { isDay } from '#app/content/formats.ts';
import { findBySlug } from '#app/content/read-content.server.ts';
import { fromContent, mainPicture } from '#app/content/site-content.server.ts';

interface Written {
  slug: string;
  formerSlugs: readonly string[];
  dateModified: string;
  title: string;
  blocks: readonly Block[];
}

export interface Insight extends Written {
  uid: string;
  subtitle: string;
  createdAt: string;
  lead: PictureData;
}

const inLanguages = <Kind extends 'insights' | 'media' | 'pages', Shown>(
  kind: Kind,
  show: (entry: Published<ContentOf<Kind>>, language: Language) => Shown,
  order: (one: Shown, other: Shown) => number = () => 0,
) =>
  fromContent((content) =>
    inEachLanguage((language) => {
      const entries = content[kind] as readonly Published<ContentOf<Kind>>[];
      const shown = entries.map(({ content: own, ...entry }) => {
        const shared = { ...entry, title: own.title[language], blocks: own.blocks };
        return { ...shared, ...show({ ...entry, content: own }, language) };
      });
      return shown.sort(order);
    }),
  );

const insights = inLanguages(
  'insights',
  ({ slug, dateModified, uid, content }, language) => {
    const { subtitle, createdAt: written, pictures } = content;
    const createdAt = isDay(written) ? written : dateModified;
    return {
      uid: uid ?? `${createdAt}/${slug}`,
      subtitle: subtitle[language],
      createdAt,
      lead: mainPicture(pictures, language),
    };
  },
  (one, other) => one.createdAt.localeCompare(other.createdAt),
);

export const insightsIn = (language: Language): readonly Insight[] => insights()[language];

export function findInsight(slug: string, language: Language): Insight | undefined {
  return findBySlug(insightsIn(language), slug);
}

export function insightAfter(slug: string, language: Language): Insight | undefined {
  const list = insightsIn(language);
  const index = list.findIndex((insight) => insight.slug === slug);
  const next = list[(index + 1) % list.length];
  return next?.slug === slug ? undefined : next;
}

interface MediaArticle extends Written {
  category: string;
  excerpt: string;
  publishedDate: string;
  lead: PictureData;
}

// Newest first (ledger P-8).
const media = inLanguages(
  'media',
  ({ dateModified, content }, language) => {
    const { category, excerpt, publishedDate: written, pictures } = content;
    const publishedDate = isDay(written) ? written : dateModified;
    const shared = { category: category[language], excerpt: excerpt[language], publishedDate };
    return { ...shared, lead: mainPicture(pictures, language) };
  },
  (one, other) => other.publishedDate.localeCompare(one.publishedDate),
);

export const mediaIn = (language: Language): readonly MediaArticle[] => media()[language];

export function findMediaArticle(slug: string, language: Language): MediaArticle | undefined {
  return findBySlug(mediaIn(language), slug);
}

interface ContentPage extends Written {
  subtitle: string;
  path: string;
}

const pages = inLanguages('pages', ({ slug, content: { subtitle } }, language) => {
  return { subtitle: subtitle[language], path: `/page/${slug}` };
});

export const contentPagesIn = (language: Language): readonly ContentPage[] => pages()[language];

export function findPage(slug: string, language: Language): ContentPage | undefined {
  const own = findBySlug(contentPagesIn(language), slug);
  if (own) return own;
  const insight = findInsight(slug, language);
  return insight && { ...insight, path: `/insights/${insight.slug}` };
}
