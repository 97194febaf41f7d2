import { type PublicPage, findPublicPage } from '../public-pages.server.ts';
import { homeCrumb } from '#app/content/texts/site-pages.ts';
import { ids } from './business.server.ts';
import { type GraphNode, pointer } from './graph-node.server.ts';

const types: Record<string, string> = {
  '/about': 'AboutPage',
  '/contact': 'ContactPage',
  '/projects': 'CollectionPage',
  '/insights': 'CollectionPage',
  '/media': 'CollectionPage',
};

/** The page itself, and the way to it. `main` is the `@id` of what it is about. */
export function webPage(origin: string, page: PublicPage, main?: string): GraphNode[] {
  const url = origin + page.path;
  const breadcrumb = breadcrumbs(origin, page);
  const node: GraphNode = {
    '@type': types[page.path] ?? 'WebPage',
    '@id': `${url}#page`,
    url,
    name: page.title,
    description: page.description,
    inLanguage: 'en',
    dateModified: page.dateModified,
    isPartOf: pointer(ids(origin).website),
    mainEntity: main && pointer(main),
    breadcrumb: breadcrumb && pointer(breadcrumb['@id']!),
  };
  return breadcrumb ? [node, breadcrumb] : [node];
}

/** From the home page down to this one; undefined for the home page itself. */
function breadcrumbs(origin: string, page: PublicPage): GraphNode | undefined {
  if (page.path === '/') return undefined;
  const list = findPublicPage(page.path.slice(0, page.path.lastIndexOf('/')));
  const steps = [{ path: '/', title: homeCrumb }, ...(list ? [list] : []), page];
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
