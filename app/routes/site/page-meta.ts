import type { MetaDescriptor } from 'react-router';
import { type Language, LANGUAGES, pathIn } from '#app/content/language.ts';
import { company } from '#app/content/words/company.ts';
import { siteWordsIn } from './shell/use-site-words.ts';

/** What a page says about itself to search engines and to those who share it. */
export interface PageWords {
  /** Without the company's name: it is added where the title does not contain its brand. */
  title: string;
  description: string;
  /** The page's own path without the prefix of its language, e.g. "/projects/roche". */
  path: string;
  /** The picture of its previews, 1200 by 630 px; the site's own when absent. */
  preview?: Preview;
  /** What kind of thing is shared: a page of the site when absent. */
  type?: 'article';
  /** For pages that search engines are not to show; `missing`: because there is no such page. */
  noindex?: boolean | 'missing';
}

interface Preview {
  src: string;
  alt: string;
}

interface SiteData {
  origin: string;
  preview: Preview;
}

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/**
 * Title, description, canonical URL and preview of a page (ledger R-1, SE-2). `matches` is what
 * `meta` receives: the origin comes from the root loader, so that every URL is absolute and ours.
 */
export function pageMeta(matches: Matches, page: PageWords): MetaDescriptor[] {
  const { description, noindex } = page;
  const site = matches.find((match) => match?.id === 'root')?.loaderData as SiteData | undefined;
  const origin = site?.origin ?? '';
  const language = siteWordsIn(matches)?.language ?? 'en';
  const url = origin + pathIn(language, page.path);
  const title = page.title.includes(company.brand) ? page.title : `${page.title} | ${company.name}`;
  const preview = page.preview ?? site?.preview;
  const shared = {
    title,
    description,
    ...(preview && { image: origin + preview.src, 'image:alt': preview.alt }),
  };
  return [
    { title },
    { name: 'description', content: description },
    noindex && { name: 'robots', content: 'noindex' },
    noindex !== 'missing' && { tagName: 'link', rel: 'canonical', href: url },
    ...(noindex ? [] : alternates(origin, page.path)),
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:site_name', content: company.name },
    ...(noindex ? [] : localesOf(language)),
    { property: 'og:url', content: url },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...Object.entries(shared).flatMap(([name, content]) => [
      { property: `og:${name}`, content },
      { name: `twitter:${name}`, content },
    ]),
  ].filter((entry) => entry !== false && entry !== undefined);
}

/** The page in each language; who reads neither is led to the first (ledger EL-1). */
function alternates(origin: string, path: string): MetaDescriptor[] {
  const versions = LANGUAGES.map((language) => ({ language, path: pathIn(language, path) }));
  return [...versions, { language: 'x-default', path }].map(({ language, path: own }) => {
    return { tagName: 'link', rel: 'alternate', hrefLang: language, href: origin + own };
  });
}

/** The language of what is shared, where it is not the first (Open Graph takes that for granted). */
function localesOf(language: Language): MetaDescriptor[] {
  return language === 'el' ? [{ property: 'og:locale', content: 'el_GR' }] : [];
}

/** The feed of the insights: its title, where it is, and what a link to it says. */
interface Feed {
  title: string;
  href: string;
  link: string;
}

/** What a feed reader is told that the feed is. */
export const FEED_TYPE = 'application/atom+xml';

/** Announces the feed of the insights in the head of a page (ledger SE-5). */
export function feedLink({ title, href }: Omit<Feed, 'link'>): MetaDescriptor {
  return { tagName: 'link', rel: 'alternate', type: FEED_TYPE, title, href };
}
