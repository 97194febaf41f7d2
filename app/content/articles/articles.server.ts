import { listItems, parseMarkdown, type RichNode } from '#app/content/articles/rich-text.server.ts';
import type { PictureData } from '#app/content/catalogue/pictures.server.ts';
import { findProject } from '#app/content/catalogue/projects.server.ts';
import { isDay } from '#app/content/formats.ts';
import type { Block, ContentOf, Published } from '#app/content/kinds.server.ts';
import { forEachLanguage, toPlainPath, type Language } from '#app/content/language.ts';
import {
  getMainPicture,
  memoizeByContent,
  shownPicture,
} from '#app/content/site-content.server.ts';
import { findBySlug } from '#app/content/slugs.server.ts';

interface ArticleBase {
  slug: string;
  formerSlugs: readonly string[];
  dateModified: string;
  title: string;
  blocks: readonly Block[];
}

export interface Insight extends ArticleBase {
  uid: string;
  subtitle: string;
  createdAt: string;
  lead: PictureData;
}

const localizeEntries = <Kind extends 'insights' | 'media' | 'pages', Localized>(
  kind: Kind,
  localize: (entry: Published<ContentOf<Kind>>, language: Language) => Localized,
  compare: (one: Localized, other: Localized) => number = () => 0,
) =>
  memoizeByContent((content) =>
    forEachLanguage((language) => {
      const entries = content[kind] as readonly Published<ContentOf<Kind>>[];
      const localizedEntries = entries.map(({ content: entryContent, ...entry }) => {
        const shared = {
          ...entry,
          title: entryContent.title[language],
          blocks: entryContent.blocks,
        };
        return { ...shared, ...localize({ ...entry, content: entryContent }, language) };
      });
      return localizedEntries.sort(compare);
    }),
  );

// Newest first, like media.
const getInsights = localizeEntries(
  'insights',
  ({ slug, dateModified, uid, content }, language) => {
    const { subtitle, createdAt: typedDay, pictures } = content;
    const createdAt = isDay(typedDay) ? typedDay : dateModified;
    return {
      uid: uid ?? `${createdAt}/${slug}`,
      subtitle: subtitle[language],
      createdAt,
      lead: getMainPicture(pictures, language),
    };
  },
  (one, other) => other.createdAt.localeCompare(one.createdAt),
);

export const listInsights = (language: Language): readonly Insight[] => getInsights()[language];

export function findInsight(slug: string, language: Language): Insight | undefined {
  return findBySlug(listInsights(language), slug);
}

export function findNextInsight(slug: string, language: Language): Insight | undefined {
  const list = listInsights(language);
  const index = list.findIndex((insight) => insight.slug === slug);
  const next = list[(index + 1) % list.length];
  return next?.slug === slug ? undefined : next;
}

interface MediaArticle extends ArticleBase {
  category: string;
  excerpt: string;
  publishedDate: string;
  lead: PictureData;
}

// Newest first (ledger P-8).
const getMediaArticles = localizeEntries(
  'media',
  ({ dateModified, content }, language) => {
    const { category, excerpt, publishedDate: typedDay, pictures } = content;
    const publishedDate = isDay(typedDay) ? typedDay : dateModified;
    const shared = { category: category[language], excerpt: excerpt[language], publishedDate };
    return { ...shared, lead: getMainPicture(pictures, language) };
  },
  (one, other) => other.publishedDate.localeCompare(one.publishedDate),
);

export const listMediaArticles = (language: Language): readonly MediaArticle[] =>
  getMediaArticles()[language];

export function findMediaArticle(slug: string, language: Language): MediaArticle | undefined {
  return findBySlug(listMediaArticles(language), slug);
}

interface ContentPage extends ArticleBase {
  subtitle: string;
  path: string;
}

const getContentPages = localizeEntries('pages', ({ slug, content: { subtitle } }, language) => {
  return { subtitle: subtitle[language], path: `/page/${slug}` };
});

export const listContentPages = (language: Language): readonly ContentPage[] =>
  getContentPages()[language];

export function findPage(slug: string, language: Language): ContentPage | undefined {
  const page = findBySlug(listContentPages(language), slug);
  if (page) return page;
  const insight = findInsight(slug, language);
  return insight && { ...insight, path: `/insights/${insight.slug}` };
}

export function showBlocks(blocks: readonly Block[], language: Language) {
  return blocks.map((block) => showBlock(block, language));
}

export type ShownBlock = ReturnType<typeof showBlock>;

function showBlock({ type, text, title, picture }: Block, language: Language) {
  const texts = { text: text[language], title: title[language] };
  switch (type) {
    case 'text':
      return { type, nodes: unwrapDeadLinks(parseMarkdown(texts.text), language) };
    case 'quote':
      return { type, quote: texts.text, author: texts.title };
    case 'picture':
      return { type, picture: picture && shownPicture(picture, language), caption: texts.title };
    case 'steps':
    case 'questions': {
      const items = listItems(texts.text).map(({ title: heading, nodes }) => {
        const [, name, time] = (type === 'steps' && STEP_WITH_TIME.exec(heading)) || [
          undefined,
          heading,
          '',
        ];
        return { title: name!, time: time!, nodes: unwrapDeadLinks(nodes, language) };
      });
      return { type, title: texts.title, items };
    }
  }
}

// "Production (4–12 weeks)".
const STEP_WITH_TIME = /^(.*\S)\s*\(([^()]+)\)$/;

const finders = {
  projects: findProject,
  insights: findInsight,
  media: findMediaArticle,
  page: findPage,
};

/** Replaces links to entries that are not published, and to an empty media page, with their text. */
function unwrapDeadLinks(nodes: readonly RichNode[], language: Language): RichNode[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [node];
    const children = unwrapDeadLinks(node.children, language);
    return node.href && isDeadLink(node.href, language) ? children : [{ ...node, children }];
  });
}

function isDeadLink(href: string, language: Language): boolean {
  if (toPlainPath(href) === '/media') return listMediaArticles(language).length === 0;
  const [, kind = '', slug = ''] = /^\/(\w+)\/([^/?#]+)/.exec(toPlainPath(href)) ?? [];
  return Object.hasOwn(finders, kind) && !finders[kind as keyof typeof finders](slug, language);
}
