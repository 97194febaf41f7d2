import { type RichNode, listItems, parseMarkdown } from '#app/content/articles/rich-text.server.ts';
import type { PictureData } from '#app/content/catalogue/pictures.server.ts';
import { findProject } from '#app/content/catalogue/projects.server.ts';
import type { Block, ContentOf, Published } from '#app/content/kinds.server.ts';
import { type Language, forEachLanguage, toPlainPath } from '#app/content/language.ts';
import { isDay } from '#app/content/formats.ts';
import { findBySlug } from '#app/content/read-content.server.ts';
import { fromContent, getMainPicture, shownPicture } from '#app/content/site-content.server.ts';

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
    forEachLanguage((language) => {
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
      lead: getMainPicture(pictures, language),
    };
  },
  (one, other) => one.createdAt.localeCompare(other.createdAt),
);

export const listInsights = (language: Language): readonly Insight[] => insights()[language];

export function findInsight(slug: string, language: Language): Insight | undefined {
  return findBySlug(listInsights(language), slug);
}

export function findNextInsight(slug: string, language: Language): Insight | undefined {
  const list = listInsights(language);
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
    return { ...shared, lead: getMainPicture(pictures, language) };
  },
  (one, other) => other.publishedDate.localeCompare(one.publishedDate),
);

export const listMediaArticles = (language: Language): readonly MediaArticle[] => media()[language];

export function findMediaArticle(slug: string, language: Language): MediaArticle | undefined {
  return findBySlug(listMediaArticles(language), slug);
}

interface ContentPage extends Written {
  subtitle: string;
  path: string;
}

const pages = inLanguages('pages', ({ slug, content: { subtitle } }, language) => {
  return { subtitle: subtitle[language], path: `/page/${slug}` };
});

export const listContentPages = (language: Language): readonly ContentPage[] => pages()[language];

export function findPage(slug: string, language: Language): ContentPage | undefined {
  const own = findBySlug(listContentPages(language), slug);
  if (own) return own;
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
      return { type, nodes: shownLinks(parseMarkdown(texts.text), language) };
    case 'quote':
      return { type, quote: texts.text, author: texts.title };
    case 'picture':
      return { type, picture: picture && shownPicture(picture, language), caption: texts.title };
    case 'steps':
    case 'questions': {
      const items = listItems(texts.text).map(({ title: whole, nodes }) => {
        const [, name, time] = (type === 'steps' && TIMED.exec(whole)) || [undefined, whole, ''];
        return { title: name!, time: time!, nodes: shownLinks(nodes, language) };
      });
      return { type, title: texts.title, items };
    }
  }
}

// "Production (4–12 weeks)".
const TIMED = /^(.*\S)\s*\(([^()]+)\)$/;

const finders = {
  projects: findProject,
  insights: findInsight,
  media: findMediaArticle,
  page: findPage,
};

/** A link to an entry that is not published, or not any more, is plain text. */
function shownLinks(nodes: readonly RichNode[], language: Language): RichNode[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [node];
    const children = shownLinks(node.children, language);
    return node.href && leadsNowhere(node.href, language) ? children : [{ ...node, children }];
  });
}

function leadsNowhere(href: string, language: Language): boolean {
  const [, kind = '', slug = ''] = /^\/(\w+)\/([^/?#]+)/.exec(toPlainPath(href)) ?? [];
  return Object.hasOwn(finders, kind) && !finders[kind as keyof typeof finders](slug, language);
}
