import {
  localizePath,
  parseMarkdown,
  parseMarkdownItems,
  parseMarkdownLine,
  type RichNode,
} from '#app/content/articles/rich-text.server.ts';
import type { PictureData } from '#app/content/catalogue/pictures.server.ts';
import { findProject } from '#app/content/catalogue/projects.server.ts';
import { isIsoDay } from '#app/content/formats.ts';
import type { Block, ContentOf, Published } from '#app/content/kinds.server.ts';
import { buildPerLanguage, toPlainPath, type Language } from '#app/content/language.ts';
import {
  getMainPictureOrPlaceholder,
  memoizeByContent,
  presentPicture,
  type PictureContext,
} from '#app/content/site-content.server.ts';
import { findBySlug } from '#app/content/slugs.server.ts';
import { decodePath } from '#app/unicode.ts';

/**
 * Returns a getter of the published entries of a kind in each language. `localizeFields` adds the fields of that
 * kind. Without `compare` the entries stay in the order of the desk.
 */
const localizeEntries = <Kind extends 'insights' | 'media' | 'pages', Fields>(
  kind: Kind,
  localizeFields: (entry: Published<ContentOf<Kind>>, language: Language) => Fields,
  compare: (one: Fields, other: Fields) => number = () => 0,
) =>
  memoizeByContent((siteContent) => {
    const entries = siteContent[kind] as readonly Published<ContentOf<Kind>>[];
    return buildPerLanguage((language) => {
      const localizedEntries = entries.map((entry) => {
        const { slug, formerSlugs, dateModified, content } = entry;
        const { title, blocks } = content;
        const shared = { slug, formerSlugs, dateModified, title: title[language], blocks };
        return { ...shared, ...localizeFields(entry, language) };
      });
      return localizedEntries.sort(compare);
    });
  });

const getInsights = localizeEntries(
  'insights',
  ({ slug, dateModified, modifiedAt, uid, content }, language) => {
    const { title, subtitle, createdAt: typedDay, pictures } = content;
    const createdAt = isIsoDay(typedDay) ? typedDay : dateModified;
    return {
      uid: uid ?? `${createdAt}/${slug}`,
      subtitle: subtitle[language],
      createdAt,
      modifiedAt,
      lead: getMainPictureOrPlaceholder(pictures, language, { title: title[language] }),
    };
  },
  (one, other) => other.createdAt.localeCompare(one.createdAt),
);

/** Returns the published insights, newest first. */
export const listInsights = (language: Language) => getInsights()[language];

export type Insight = ReturnType<typeof listInsights>[number];

/** Finds an insight by its current slug, or else by a former one. */
export function findInsight(slug: string, language: Language): Insight | undefined {
  return findBySlug(listInsights(language), slug);
}

/** Returns the next older insight; for the oldest and an unknown slug, the newest; for the only one, undefined. */
export function findOlderOrNewestInsight(slug: string, language: Language): Insight | undefined {
  const newestFirst = listInsights(language);
  // An unknown slug has the index -1, which the newest follows.
  const index = newestFirst.findIndex((insight) => insight.slug === slug);
  const next = newestFirst[index + 1] ?? newestFirst[0];
  return next?.slug === slug ? undefined : next;
}

const getMediaArticlesByLanguage = localizeEntries(
  'media',
  ({ dateModified, content }, language) => {
    const { title, category, excerpt, publishedDate: typedDay, pictures } = content;
    const publishedDate = isIsoDay(typedDay) ? typedDay : dateModified;
    const shared = { category: category[language], excerpt: excerpt[language], publishedDate };
    const context = { title: title[language], category: shared.category };
    return { ...shared, lead: getMainPictureOrPlaceholder(pictures, language, context) };
  },
  (one, other) => other.publishedDate.localeCompare(one.publishedDate),
);

/** Returns the published media articles, newest first (P-8). */
export const listMediaArticles = (language: Language) => getMediaArticlesByLanguage()[language];

/** Finds a media article by its current slug, or else by a former one. */
export function findMediaArticle(slug: string, language: Language) {
  return findBySlug(listMediaArticles(language), slug);
}

const getContentPages = localizeEntries('pages', ({ slug, content: { subtitle } }, language) => {
  return { subtitle: subtitle[language], path: `/page/${slug}` };
});

/** Returns the published content pages in the order of the desk. */
export const listPublishedContentPages = (language: Language) => getContentPages()[language];

/** Finds a content page, or else an insight, by its slug or a former one. `path` is that of its own page. */
export function findPageOrInsight(slug: string, language: Language) {
  const page = findBySlug(listPublishedContentPages(language), slug);
  if (page) return page;
  const insight = findInsight(slug, language);
  return insight && { ...insight, path: `/insights/${insight.slug}` };
}

/** An article or page in one language; a page has no picture above its blocks. */
interface PresentedEntry extends PictureContext {
  blocks: readonly Block[];
  lead?: PictureData;
}

/** Returns the blocks in one language, with their Markdown parsed and links to unpublished entries removed. */
export function presentBlocks(entry: PresentedEntry, language: Language): ShownBlock[] {
  // A picture without a description is described by its number; the one above the blocks is the first.
  let pictureCount = entry.lead ? 1 : 0;
  return entry.blocks.map((block) => {
    if (block.picture) pictureCount++;
    return presentBlock(block, language, entry, pictureCount);
  });
}

export type ShownBlock = ReturnType<typeof presentBlock>;

function presentBlock(
  { type, text, title, picture }: Block,
  language: Language,
  context: PictureContext,
  pictureNumber: number,
) {
  const texts = { text: text[language], title: title[language] };

  switch (type) {
    case 'text':
      return { type, nodes: resolveLinks(parseMarkdown(texts.text), language) };
    case 'quote':
      return { type, quote: texts.text, author: texts.title };
    case 'picture': {
      const shownPicture = picture && presentPicture(picture, language, context, pictureNumber);
      return {
        type: shownPicture && isBand(shownPicture) ? ('band' as const) : type,
        picture: shownPicture,
        caption: resolveLinks(parseMarkdownLine(texts.title), language),
      };
    }
    case 'steps':
    case 'questions': {
      const { intro, items } = parseMarkdownItems(texts.text);
      const shownItems = items.map(({ title: heading, nodes }) => {
        // A question has no time.
        const match = type === 'steps' ? STEP_WITH_TIME.exec(heading) : null;
        const [, name = heading, time = ''] = match ?? [];
        return { title: name, time, nodes: resolveLinks(nodes, language) };
      });
      const shownIntro = resolveLinks(intro, language);

      return { type, title: texts.title, intro: shownIntro, items: shownItems };
    }
  }
}

// A band is a strip of wood, for example, which pages show in the window's whole width and at its own scale.
const MIN_BAND_RATIO = 4;

const isBand = ({ width, height }: PictureData) => width >= MIN_BAND_RATIO * height;

// Splits "Production (4–12 weeks)" into the name of the step and its time.
const STEP_WITH_TIME = /^(.*\S)\s*\(([^()]+)\)$/;

const finders = {
  projects: findProject,
  insights: findInsight,
  media: findMediaArticle,
  page: findPageOrInsight,
};

/**
 * Gives links to pages of this site the paths of the language. Replaces links to entries that are not published, and to
 * an empty media page, with their text.
 */
function resolveLinks(nodes: readonly RichNode[], language: Language): RichNode[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [node];
    const children = resolveLinks(node.children, language);
    const { href } = node;
    if (!href?.startsWith('/')) return [{ ...node, children }];
    return isDeadLink(href, language)
      ? children
      : [{ ...node, href: localizePath(href, language), children }];
  });
}

function isDeadLink(href: string, language: Language): boolean {
  const path = toPlainPath(href.replace(/[?#].*$/, ''));
  if (path === '/media') return listMediaArticles(language).length === 0;

  const [, kind = '', encodedSlug = ''] = /^\/(\w+)\/([^/]+)/.exec(path) ?? [];
  if (!Object.hasOwn(finders, kind)) return false;

  const slug = decodePath(encodedSlug);
  return slug === null || !finders[kind as keyof typeof finders](slug, language);
}
