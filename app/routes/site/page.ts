import {
  redirect,
  useRouteLoaderData,
  type MetaDescriptor,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import {
  getLanguage,
  getLocalizedPath,
  LANGUAGES,
  listAlternates,
  locales,
  type Language,
} from '#app/content/language.ts';
import type { SiteFrame } from '#app/content/pages.server.ts';
import { escapePath } from '#app/unicode.ts';

interface Head {
  title: string;
  description: string;
  /** Without the prefix of its language, e.g. "/projects/roche". */
  path: string;
  preview?: Preview;
  type?: 'article';
  feed?: { title: string; href: string };
  noindex?: boolean | 'missing';
  previous?: string | undefined;
  next?: string | undefined;
}

interface Preview {
  src: string;
  alt: string;
}

interface SiteData {
  company: { brand: string; name: string };
  origin: string;
  preview: Preview;
}

const PREVIEW_SIZE = [
  { property: 'og:image:width', content: '1200' },
  { property: 'og:image:height', content: '630' },
];

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

const findRootData = (matches: Matches) =>
  matches.find((match) => match?.id === 'root')?.loaderData as SiteData | undefined;

export const getCompany = (matches: Matches) =>
  findRootData(matches)?.company ?? { brand: '', name: '' };

/** Returns the meta tags of a page; URLs are absolute, with the origin of the root loader (R-1, SE-2). */
export function buildPageMeta(matches: Matches, page: Head): MetaDescriptor[] {
  const { description, noindex, feed, previous, next } = page;
  const site = findRootData(matches);
  const company = getCompany(matches);
  const origin = site?.origin ?? '';
  const language = findSiteMessages(matches)?.language ?? 'en';
  const urlOf = (path: string) => origin + escapePath(getLocalizedPath(language, path));
  const url = urlOf(page.path);
  const isNamed = [company.brand, company.name].some((name) => page.title.includes(name));
  const title = isNamed ? page.title : `${page.title} | ${company.name}`;
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
    previous && { tagName: 'link', rel: 'prev', href: urlOf(previous) },
    next && { tagName: 'link', rel: 'next', href: urlOf(next) },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:site_name', content: company.name },
    ...(noindex ? [] : listLocaleMeta(language)),
    { property: 'og:url', content: url },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...Object.entries(shared).flatMap(([name, content]) => [
      { property: `og:${name}`, content },
      { name: `twitter:${name}`, content },
    ]),
    // A structured property belongs to the last og:image before it (ogp.me, "Structured Properties").
    ...(preview ? PREVIEW_SIZE : []),
    feed && {
      tagName: 'link',
      rel: 'alternate',
      type: FEED_TYPE,
      title: feed.title,
      href: feed.href,
    },
  ].filter((entry) => typeof entry === 'object');
}

function alternates(origin: string, path: string): MetaDescriptor[] {
  return listAlternates(path).map(({ language, path: versionPath }) => {
    return {
      tagName: 'link',
      rel: 'alternate',
      hrefLang: language,
      href: origin + escapePath(versionPath),
    };
  });
}

function listLocaleMeta(language: Language): MetaDescriptor[] {
  if (language === LANGUAGES[0]) return [];
  return [{ property: 'og:locale', content: locales[language].replace('-', '_') }];
}

export const FEED_TYPE = 'application/atom+xml';

/** Returns a 301 to `path` (without language prefix), in the language of the URL, keeping its query (SE-5). */
export function redirectPermanently(path: string, { pathname, search }: URL): Response {
  return redirect(escapePath(getLocalizedPath(getLanguage(pathname), path)) + search, 301);
}

/** Opening a picture of the gallery changes only the query string and needs no new data. */
export function revalidateOnlyOnPageChange({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate;
}

const LAYOUT = 'routes/site/shell/layout';

export function useSiteMessages(): SiteFrame {
  const messages = useRouteLoaderData(LAYOUT) as SiteFrame | undefined;
  if (!messages) throw new Error('Only a public page has the messages of the site');
  return messages;
}

export function findSiteMessages(matches: Matches): SiteFrame | undefined {
  return matches.find((match) => match?.id === LAYOUT)?.loaderData as SiteFrame | undefined;
}

export interface SiteHandle {
  header?: false;
  endsIn?: 'ink';
}

export function mergeHandles(matches: readonly { handle: unknown }[]): SiteHandle {
  return Object.assign({}, ...matches.map(({ handle }) => handle)) as SiteHandle;
}
