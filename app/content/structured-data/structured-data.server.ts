import { findInsight } from '#app/content/articles/insights.server.ts';
import { findMediaArticle } from '#app/content/articles/media.server.ts';
import { findPage } from '#app/content/articles/pages.server.ts';
import { findProject } from '#app/content/catalogue/projects.server.ts';
import { languageOf, pathIn, plainPath } from '../language.ts';
import { type PublicPage, findPublicPage } from '../public-pages.server.ts';
import { insightNodes, mediaNodes } from './article.server.ts';
import { type SiteOf, namedBusiness, website, wholeBusiness } from './business.server.ts';
import { type GraphNode, stated } from './graph-node.server.ts';
import { projectNodes } from './project.server.ts';
import { webPage } from './web-page.server.ts';

/** The pages that say who the business is. */
const ABOUT_THE_BUSINESS = ['/', '/about', '/contact'];

/**
 * What a public page says to machines, as JSON-LD ready to stand in a script element; null for any
 * other path. One graph, its things linked by `@id` (ledger SE-3). `origin` is the site's own.
 */
export function structuredData(path: string, origin: string): string | null {
  const page = findPublicPage(canonicalOf(decodeURI(path)));
  if (!page) return null;
  const key = origin + page.path;
  const json = written.get(key) ?? write(page, origin);
  written.set(key, json);
  return json;
}

/** What has been written, by origin and path: /contact is rendered for each visitor. */
const written = new Map<string, string>();

function write(page: PublicPage, origin: string): string {
  const site = { origin, language: page.language };
  const plain = plainPath(page.path);
  const subject = subjectOf(plain, site);
  const graph = stated([
    ...webPage(site, page, subject[0]?.['@id']),
    ...subject,
    ...(ABOUT_THE_BUSINESS.includes(plain) ? [] : [namedBusiness(site)]),
    website(site),
  ]);
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll(
    '<',
    String.raw`\u003c`,
  );
}

function canonicalOf(path: string): string {
  const language = languageOf(path);
  const [, slug] = /^\/page\/([^/]+)$/.exec(plainPath(path)) ?? [];
  const page = slug === undefined ? undefined : findPage(slug, language);
  return page ? pathIn(language, page.path) : path;
}

/** What the page is about, first the thing itself; nothing for a page that is only a page. */
function subjectOf(path: string, site: SiteOf): GraphNode[] {
  const { language } = site;
  if (ABOUT_THE_BUSINESS.includes(path)) return wholeBusiness(site);
  const [, list, slug = ''] = path.split('/');
  const project = list === 'projects' && findProject(slug, language);
  if (project) return projectNodes(site, project);
  const insight = list === 'insights' && findInsight(slug, language);
  if (insight) return insightNodes(site, insight);
  const article = list === 'media' && findMediaArticle(slug, language);
  if (article) return mediaNodes(site, article);
  return [];
}
