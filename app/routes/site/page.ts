import {
  type MetaDescriptor,
  type ShouldRevalidateFunctionArgs,
  redirect,
  useRouteLoaderData,
} from 'react-router';
import { type Language, languageOf, LANGUAGES, pathIn } from '#app/content/language.ts';
import { company } from '#app/content/texts/company.ts';
import type { SiteFrame } from '#app/content/texts/site-frame.server.ts';

/** What a page says about itself to search engines and to those who share it. */
interface PageWords {
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

/**
 * Where a renamed page is now, for good; what was asked of it goes along (ledger SE-5). `path` is
 * without the prefix of the language in which `url` asked.
 */
export function moved(path: string, { pathname, search }: URL): Response {
  return redirect(encodeURI(pathIn(languageOf(pathname), path)) + search, 301);
}

/** Which picture of `count` is open in the viewer (?photo=2, from 1); any other value opens none. */
export function openPhoto(search: string, count: number): number | undefined {
  const value = new URLSearchParams(search).get('photo') ?? '';
  const photo = /^[1-9]\d{0,3}$/.test(value) ? Number(value) : undefined;
  return photo !== undefined && photo <= count ? photo : undefined;
}

/** A page with a gallery holds all its pictures: opening one asks the server for nothing. */
export function unlessSamePage({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate;
}

const LAYOUT = 'routes/site/shell/layout';

export function useSiteWords(): SiteFrame {
  const words = useRouteLoaderData(LAYOUT) as SiteFrame | undefined;
  if (!words) throw new Error('Only a public page has the words of the site');
  return words;
}

/** The same for `meta`, which is given all that is loaded; undefined where there is no public page. */
export function siteWordsIn(
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[],
): SiteFrame | undefined {
  return matches.find((match) => match?.id === LAYOUT)?.loaderData as SiteFrame | undefined;
}

/** What a public page may say about its shell: `export const handle: SiteHandle = { … }`. */
export interface SiteHandle {
  /** False: the page is shown without the header (ledger SH-1). */
  header?: false;
  /** The colour of the page's last section, which the seam to the footer continues. */
  endsIn?: 'ink';
}

/** The handles of the pages that are open, outermost first; other handles are passed over. */
export function siteHandle(matches: readonly { handle: unknown }[]): SiteHandle {
  return Object.assign({}, ...matches.map(({ handle }) => handle)) as SiteHandle;
}
