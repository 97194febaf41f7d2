import { type PublicPage, findPublicPage } from '../public-pages.server.ts';
import { pathIn, plainPath } from '#app/content/language.ts';
import { pageWords } from '#app/content/texts/site-pages.server.ts';
import { type SiteOf, websiteId } from './business.server.ts';
import { type GraphNode, pointer } from './graph-node.server.ts';

const types: Record<string, string> = {
  '/about': 'AboutPage',
  '/contact': 'ContactPage',
  '/projects': 'CollectionPage',
  '/insights': 'CollectionPage',
  '/media': 'CollectionPage',
};

/** The page itself, and the way to it. `main` is the `@id` of what it is about. */
export function webPage(site: SiteOf, page: PublicPage, main?: string): GraphNode[] {
  const url = site.origin + page.path;
  const breadcrumb = breadcrumbs(site, page);
  const node: GraphNode = {
    '@type': types[plainPath(page.path)] ?? 'WebPage',
    '@id': `${url}#page`,
    url,
    name: page.title,
    description: page.description,
    inLanguage: site.language,
    dateModified: page.dateModified,
    isPartOf: pointer(websiteId(site)),
    mainEntity: main && pointer(main),
    breadcrumb: breadcrumb && pointer(breadcrumb['@id']!),
  };
  return breadcrumb ? [node, breadcrumb] : [node];
}

/** From the home page down to this one; undefined for the home page itself. */
function breadcrumbs({ origin, language }: SiteOf, page: PublicPage): GraphNode | undefined {
  const home = pathIn(language, '/');
  if (page.path === home) return undefined;
  const list = findPublicPage(page.path.slice(0, page.path.lastIndexOf('/')));
  const between = list && list.path !== home ? [list] : [];
  const steps = [{ path: home, title: pageWords[language].homeCrumb }, ...between, page];
  return {
    '@type': 'BreadcrumbList',
    '@id': `${origin}${page.path}#breadcrumb`,
    itemListElement: steps.map(({ path, title }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      item: origin + path,
    })),
  };
}
