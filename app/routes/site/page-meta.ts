import type { MetaDescriptor } from 'react-router';
import { company } from '#app/content/company.ts';

interface PageMeta {
  /** The matches of the route's meta arguments: the root's data hold the site's origin. */
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
  /** Without the company's name, which follows it. */
  title: string;
  description: string;
  /** The page's own path, for its canonical address, such as /projects/roche. */
  path: string;
  /** The name of the picture that stands for the page when it is shared. */
  image?: string | undefined;
}

const defaultImage = 'hero-saw-poster';

/** Title, description, canonical address and sharing card of a page (ledger R-1). */
export function pageMeta({ matches, title, description, path, image }: PageMeta): MetaDescriptor[] {
  const origin = originOf(matches);
  const fullTitle = title.includes(company.name) ? title : `${title} | ${company.name}`;
  const address = new URL(path, origin).href;
  const picture = new URL(`/pictures/${image ?? defaultImage}-960.jpg`, origin).href;
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: company.name },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: picture },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

/** The meta of a page for what is not there: no address of its own, nothing to be indexed. */
export function missingMeta(title: string): MetaDescriptor[] {
  return [{ title: `${title} | ${company.name}` }, { name: 'robots', content: 'noindex' }];
}

function originOf(matches: PageMeta['matches']): string {
  const data = matches.find((match) => match?.id === 'root')?.loaderData;
  if (typeof data === 'object' && data !== null && 'origin' in data) return String(data.origin);
  throw new Error('The root loader gives no origin');
}
