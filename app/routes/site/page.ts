import {
  redirect,
  useRouteLoaderData,
  type MetaDescriptor,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import {
  getLocalizedPath,
  getPathLanguage,
  LANGUAGES,
  listAlternates,
  locales,
} from '#app/content/language.ts';
import type { SiteFrame } from '#app/content/navigation.server.ts';
import { percentEncodePath } from '#app/unicode.ts';

interface Head {
  title: string;
  description: string;
  /** Without the prefix of its language, e.g. "/projects/roche". */
  path: string;
  preview?: Preview;
  type?: 'article';
  feed?: { title: string; href: string };
  /** For a page that search engines may not list. A missing page gets no canonical link either. */
  noindex?: 'with-canonical' | 'without-canonical';
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

/** Returns the names of the company for a meta function; empty ones if the root loader failed. */
export const getCompany = (matches: Matches): { brand: string; name: string } =>
  findRootData(matches)?.company ?? { brand: '', name: '' };

/**
 * Returns the title, links and sharing tags of a page (R-1, SE-2). A title without the name of the company gets it.
 * The origin of all URLs is from the root loader.
 */
export function buildPageMeta(matches: Matches, page: Head): MetaDescriptor[] {
  const { description, feed, previous, next } = page;
  const isListed = page.noindex === undefined;
  const hasCanonical = page.noindex !== 'without-canonical';

  const site = findRootData(matches);
  const company = getCompany(matches);
  const origin = site?.origin ?? '';
  const language = findSiteFrame(matches)?.language ?? 'en';
  const toUrl = (path: string) => origin + percentEncodePath(getLocalizedPath(language, path));
  const url = toUrl(page.path);
  // Without the root loader's data the names are empty: every title includes them, and gets no suffix.
  const hasCompanyName = page.title.includes(company.brand) || page.title.includes(company.name);
  const title = hasCompanyName ? page.title : `${page.title} | ${company.name}`;
  const preview = page.preview ?? site?.preview;

  const tags: MetaDescriptor[] = [{ title }, { name: 'description', content: description }];
  if (!isListed) tags.push({ name: 'robots', content: 'noindex' });
  if (hasCanonical) tags.push({ tagName: 'link', rel: 'canonical', href: url });
  if (isListed) tags.push(...listAlternateLinks(origin, page.path));
  if (previous) tags.push({ tagName: 'link', rel: 'prev', href: toUrl(previous) });
  if (next) tags.push({ tagName: 'link', rel: 'next', href: toUrl(next) });

  tags.push(
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:site_name', content: company.name },
  );
  if (isListed && language !== LANGUAGES[0]) {
    tags.push({ property: 'og:locale', content: locales[language].replace('-', '_') });
  }
  tags.push(
    { property: 'og:url', content: url },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...toSharingTags({ title, description }),
  );

  if (preview) {
    const image = { image: origin + preview.src, 'image:alt': preview.alt };
    // A structured property belongs to the last og:image before it (ogp.me, "Structured Properties").
    tags.push(...toSharingTags(image), ...PREVIEW_SIZE);
  }

  if (feed) {
    const { title: feedTitle, href } = feed;
    tags.push({ tagName: 'link', rel: 'alternate', type: FEED_TYPE, title: feedTitle, href });
  }

  return tags;
}

/** Returns each content twice: Open Graph and X have tags of their own. */
function toSharingTags(contents: Readonly<Record<string, string>>): MetaDescriptor[] {
  return Object.entries(contents).flatMap(([name, content]) => [
    { property: `og:${name}`, content },
    { name: `twitter:${name}`, content },
  ]);
}

function listAlternateLinks(origin: string, path: string): MetaDescriptor[] {
  return listAlternates(path).map(({ language, path: versionPath }) => {
    return {
      tagName: 'link',
      rel: 'alternate',
      hrefLang: language,
      href: origin + percentEncodePath(versionPath),
    };
  });
}

export const FEED_TYPE = 'application/atom+xml';

/** Returns a redirect with 301. The language of the requested URL and its query stay (SE-5). */
export function redirectToMovedPath(plainPath: string, requestedUrl: URL): Response {
  const { pathname, search } = requestedUrl;
  const path = getLocalizedPath(getPathLanguage(pathname), plainPath);
  return redirect(percentEncodePath(path) + search, 301);
}

/** For pages with a gallery: another picture changes only the query, and needs no new data. */
export function revalidateOnlyOnPageChange({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate;
}

const LAYOUT = 'routes/site/shell/layout';

/** Returns the language, texts and links that all public pages share. Throws on other pages. */
export function useSiteFrame(): SiteFrame {
  const frame = useRouteLoaderData(LAYOUT) as SiteFrame | undefined;
  if (!frame) throw new Error('Only a public page has the texts of the site');
  return frame;
}

/** Returns the same as useSiteFrame, for a meta function. Undefined on other pages, or if the layout's loader failed. */
export function findSiteFrame(matches: Matches): SiteFrame | undefined {
  return matches.find((match) => match?.id === LAYOUT)?.loaderData as SiteFrame | undefined;
}

/** The `handle` of a page with a dark last section: the transition to the footer depends on it. */
export const ENDS_IN_INK = { endsIn: 'ink' } as const;
