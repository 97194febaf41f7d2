import type { MetaDescriptor } from 'react-router';
import { company } from '#app/content/company.ts';

/** What a page says about itself to search engines and to those who share it. */
export interface PageWords {
  /** Without the company's name: it is added where the title does not contain it. */
  title: string;
  description: string;
  /** The page's own address without origin, e.g. "/projects/roche". */
  path: string;
  /** A picture for previews without origin; the site's own when absent. */
  image?: string | undefined;
  /** For pages that are no destination, such as "not found". */
  noindex?: boolean;
}

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

const sharedImage = '/og/home.jpg';

/**
 * Title, description, canonical URL and preview of a page (ledger R-1). `matches` is what `meta`
 * receives: the origin comes from the root loader, so that every URL is absolute and ours.
 */
export function pageMeta(matches: Matches, page: PageWords): MetaDescriptor[] {
  const origin = originOf(matches);
  const title = page.title.includes(company.name) ? page.title : `${page.title} | ${company.name}`;
  const url = origin + page.path;
  return [
    { title },
    { name: 'description', content: page.description },
    ...(page.noindex
      ? [{ name: 'robots', content: 'noindex' }]
      : [{ tagName: 'link', rel: 'canonical', href: url }]),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: company.name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: origin + (page.image ?? sharedImage) },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

function originOf(matches: Matches): string {
  const data = matches.find((match) => match?.id === 'root')?.loaderData;
  const found = data && typeof data === 'object' && 'origin' in data ? data.origin : '';
  return typeof found === 'string' ? found : '';
}
