import type { MetaDescriptor } from 'react-router';
import { company } from '#app/content/texts/company.ts';

/** What a page says about itself to search engines and to those who share it. */
export interface PageWords {
  /** Without the company's name: it is added where the title does not contain its brand. */
  title: string;
  description: string;
  /** The page's own address without origin, e.g. "/projects/roche". */
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
  const url = origin + page.path;
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
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:site_name', content: company.name },
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
