import {
  findInsight,
  findMediaArticle,
  findPageOrInsight,
} from '#app/content/articles/articles.server.ts';
import type { Site } from '#app/content/articles/rich-text.server.ts';
import {
  getPicturePath,
  JPEG_WIDTH,
  type PictureData,
} from '#app/content/catalogue/pictures.server.ts';
import {
  findProject,
  isEmptyOrDash,
  type Project,
} from '#app/content/catalogue/projects.server.ts';
import { getCompanyFacts } from '#app/content/company.server.ts';
import { getLocalizedPath, getPathLanguage, toPlainPath } from '#app/content/language.ts';
import { findPublicPage, type PublicPage } from '#app/content/pages.server.ts';
import { memoizeByContent } from '#app/content/site-content.server.ts';
import {
  buildPostalAddress,
  getCompanyTexts,
  type Place,
} from '#app/content/texts/company.server.ts';
import { getPageTexts } from '#app/content/texts/site.server.ts';
import { percentEncodePath } from '#app/unicode.ts';

const BUSINESS_PATHS = ['/', '/about', '/contact'];

/**
 * Returns JSON-LD for a script element of a public page (SE-3), null for any other path. `encodedPath` has no bad
 * escapes.
 */
export function renderStructuredData(encodedPath: string, origin: string): string | null {
  const page = findPublicPage(getCanonicalPath(decodeURI(encodedPath)));
  if (!page) return null;

  return getJsonCache().getOrInsertComputed(origin + page.path, () => buildJson(page, origin));
}

// By origin and path. /contact is rendered for each visitor, so its JSON is worth keeping.
const getJsonCache = memoizeByContent(() => new Map<string, string>());

function buildJson(page: PublicPage, origin: string): string {
  const site = { origin, language: page.language };
  const plainPath = toPlainPath(page.path);
  const subjectNodes = buildSubjectNodes(plainPath, site);
  const pageNodes = buildWebPageNodes(site, page, subjectNodes[0]?.['@id']);

  const nodes = [...pageNodes, ...subjectNodes];
  // The subject of the business pages is the business itself.
  if (!BUSINESS_PATHS.includes(plainPath)) nodes.push(buildBusinessReference(site));
  const graph = dropEmptyValues([...nodes, buildWebsite(site)]);

  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph });
  // A text with </script> must not end the element.
  return json.replaceAll('<', String.raw`\u003c`);
}

/** Returns another path only for an insight at /page/{slug}, or for a former slug there. */
function getCanonicalPath(path: string): string {
  const language = getPathLanguage(path);
  const slug = /^\/page\/([^/]+)$/.exec(toPlainPath(path))?.[1];
  if (slug === undefined) return path;
  const page = findPageOrInsight(slug, language);
  return page ? getLocalizedPath(language, page.path) : path;
}

function buildSubjectNodes(path: string, site: Site): GraphNode[] {
  const { language } = site;
  if (BUSINESS_PATHS.includes(path)) return buildBusinessNodes(site);

  const [, list, slug = ''] = path.split('/');
  if (list === 'projects') {
    const project = findProject(slug, language);
    return project ? buildProjectNodes(site, project) : [];
  }

  if (list === 'insights') {
    const insight = findInsight(slug, language);
    if (!insight) return [];
    return buildArticleNodes(site, path, insight.lead, {
      headline: insight.title,
      description: insight.subtitle,
      datePublished: insight.createdAt,
      dateModified: insight.dateModified,
    });
  }

  const article = list === 'media' ? findMediaArticle(slug, language) : undefined;
  if (!article) return [];

  return buildArticleNodes(site, path, article.lead, {
    headline: article.title,
    description: article.excerpt,
    articleSection: article.category,
    datePublished: article.publishedDate,
    dateModified: article.dateModified,
  });
}

function buildWebPageNodes(site: Site, page: PublicPage, mainEntityId?: string): GraphNode[] {
  const url = site.origin + percentEncodePath(page.path);
  const breadcrumb = buildBreadcrumbs(site, page);
  const node: GraphNode = {
    '@type': page.type ?? 'WebPage',
    '@id': `${url}#page`,
    url,
    name: page.title,
    description: page.description,
    inLanguage: site.language,
    dateModified: page.dateModified,
    isPartOf: toReference(getWebsiteId(site)),
    mainEntity: mainEntityId && toReference(mainEntityId),
    breadcrumb: breadcrumb && toReference(breadcrumb['@id']!),
  };
  return breadcrumb ? [node, breadcrumb] : [node];
}

function buildBreadcrumbs({ origin, language }: Site, page: PublicPage): GraphNode | undefined {
  const home = findPublicPage(getLocalizedPath(language, '/'))!;
  if (page.path === home.path) return undefined;
  // The page of the list, such as /projects for /projects/roche. The home page contains no list.
  const parent = findPublicPage(page.path.slice(0, page.path.lastIndexOf('/')));
  const steps = parent && parent !== home ? [home, parent, page] : [home, page];
  return {
    '@type': 'BreadcrumbList',
    '@id': `${origin}${percentEncodePath(page.path)}#breadcrumb`,
    itemListElement: steps.map(({ path, name, title }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: index === 0 ? name : title,
      item: origin + percentEncodePath(path),
    })),
  };
}

function buildArticleNodes(
  { origin, language }: Site,
  path: string,
  lead: PictureData,
  facts: Record<string, GraphValue>,
): GraphNode[] {
  const url = origin + percentEncodePath(getLocalizedPath(language, path));
  const { business } = getIds(origin);
  const article = {
    '@type': 'Article',
    '@id': `${url}#article`,
    url,
    ...facts,
    inLanguage: language,
    author: toReference(business),
    publisher: toReference(business),
    image: toReference(getImageId(origin, lead)),
  };
  return [article, buildImageObject(origin, lead)];
}

/** Returns the nodes of a project, with empty values: first the work, then each of its pictures. */
export function buildProjectNodes(site: Site, project: Project): GraphNode[] {
  const { origin, language } = site;
  const { slug, title, category, description, dateModified, specifications } = project;
  const url = origin + percentEncodePath(getLocalizedPath(language, `/projects/${slug}`));
  const pictures = [project.main, ...project.gallery];
  // A year, or a range such as "2024-2025".
  const lastYear = project.year.slice(-4);
  const isRange = project.year !== lastYear;

  const work: GraphNode = {
    '@type': 'CreativeWork',
    '@id': `${url}#project`,
    name: title,
    url,
    description: description.join('\n\n'),
    genre: category,
    keywords: specifications.type,
    dateCreated: lastYear,
    temporal: isRange ? project.year.replace(/[-–]/, '/') : undefined,
    dateModified,
    contentLocation: { '@type': 'Place', name: specifications.location },
    image: pictures.map((picture) => toReference(getImageId(origin, picture))),
    ...buildCreditProperties(site, specifications),
  };

  const { photographer } = specifications;
  return [work, ...pictures.map((picture) => buildImageObject(origin, picture, photographer))];
}

function buildCreditProperties(
  { origin, language }: Site,
  credits: Project['specifications'],
): Record<string, GraphValue> {
  const roles = getPageTexts(language).project.fields;
  const { construction, architecture, architect, photographer, client } = credits;

  return {
    creator:
      construction === getCompanyTexts(language).name
        ? toReference(getIds(origin).business)
        : { '@type': 'Organization', name: construction },
    contributor: [
      buildRole(roles.architecture, 'Organization', architecture),
      buildRole(roles.architect, 'Person', architect),
      buildRole(roles.photographer, 'Organization', photographer),
    ],
    sponsor: getCompanyTexts(language).sample
      ? undefined
      : { '@type': 'Organization', name: client },
  };
}

function buildRole(roleName: string, type: string, name: string): GraphValue {
  if (isEmptyOrDash(name)) return undefined;
  return { '@type': 'Role', roleName, contributor: { '@type': type, name } };
}

// Every consumer of structured data can read the JPEG.
function getImageId(origin: string, picture: Pick<PictureData, 'name'>): string {
  return origin + getPicturePath(picture, `${JPEG_WIDTH}.jpg`);
}

function buildImageObject(origin: string, picture: PictureData, photographer = ''): GraphNode {
  const name = picture.credit?.name;
  const id = getImageId(origin, picture);
  return {
    '@type': 'ImageObject',
    '@id': id,
    contentUrl: id,
    width: JPEG_WIDTH,
    height: Math.round((JPEG_WIDTH * picture.height) / picture.width),
    caption: picture.alt,
    creditText: name ?? photographer,
    creator: name && { '@type': 'Person', name },
  };
}

type GraphValue =
  | string
  | number
  | boolean
  | undefined
  | { [property: string]: GraphValue }
  | readonly GraphValue[];

type GraphNode = { '@type': string; '@id'?: string } & { [property: string]: GraphValue };

function toReference(id: string): GraphValue {
  return { '@id': id };
}

/**
 * Trims all nested texts, and removes values that are undefined, empty or "-", empty lists, and objects
 * with nothing but a type. Returns undefined if nothing is left.
 */
export function dropEmptyValues(value: GraphValue): GraphValue {
  if (typeof value === 'string') return isEmptyOrDash(value) ? undefined : value.trim();
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const items = value.map(dropEmptyValues).filter((item) => item !== undefined);
    return items.length > 0 ? items : undefined;
  }

  const properties = Object.entries(value)
    .map(([name, part]) => [name, dropEmptyValues(part)] as const)
    .filter(([, part]) => part !== undefined);
  const hasOnlyType = properties.every(([name]) => name === '@type');
  return hasOnlyType ? undefined : Object.fromEntries(properties);
}

const getIds = (origin: string) => ({
  business: `${origin}/#business`,
  factory: `${origin}/#factory`,
  offices: `${origin}/#head-offices`,
  seat: `${origin}/#head-offices-address`,
});

function buildBusinessReference(site: Site): GraphNode {
  const { business } = getIds(site.origin);
  return {
    '@type': 'Organization',
    '@id': business,
    name: getCompanyTexts(site.language).name,
    url: getHomeUrl(site),
  };
}

function buildBusinessNodes(site: Site): GraphNode[] {
  const { origin, language } = site;
  const { legal, social, ...company } = getCompanyTexts(language);
  const ids = getIds(origin);

  const buildPlace = (id: string, { label, map }: Place, address: GraphNode): GraphNode => ({
    '@type': 'Place',
    '@id': id,
    name: `${company.name}, ${label}`,
    address,
    hasMap: map ?? undefined,
    openingHoursSpecification: buildOpeningHours(),
  });

  const factoryAddress = buildPostalAddress(language, 'factory');
  const places = [buildPlace(ids.factory, company.factory, factoryAddress)];
  if (company.offices) {
    const officesAddress = { ...buildPostalAddress(language, 'offices'), '@id': ids.seat };
    places.push(buildPlace(ids.offices, company.offices, officesAddress));
  }

  const identifier = { '@type': 'PropertyValue', propertyID: 'GEMI', value: legal.gemi };
  const business = {
    ...buildBusinessReference(site),
    legalName: legal.name,
    alternateName: company.brand,
    slogan: company.tagline,
    vatID: company.sample ? undefined : `EL${legal.taxNumber}`,
    identifier: company.sample ? undefined : identifier,
    logo: `${origin}/icon-512.png`,
    telephone: company.phone,
    email: company.email,
    address: company.offices ? toReference(ids.seat) : factoryAddress,
    location: places.map((place) => toReference(place['@id']!)),
    sameAs: social.map(({ href }) => href),
  };

  return [business, ...places];
}

function buildOpeningHours(): GraphNode[] {
  const spans = getCompanyFacts().hours.flatMap(({ weekday, spans: daySpans }) =>
    daySpans.map((span) => ({ weekday, ...span })),
  );
  const spansByHours = Map.groupBy(spans, ({ from, to }) => `${from} ${to}`);
  return [...spansByHours.values()].map((days) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: days.map(({ weekday }) => weekday),
    opens: days[0]!.from,
    // A time of day ends at 23:59; "00:00" would be the beginning of the day.
    closes: days[0]!.to === '24:00' ? '23:59' : days[0]!.to,
  }));
}

function buildWebsite(site: Site): GraphNode {
  return {
    '@type': 'WebSite',
    '@id': getWebsiteId(site),
    url: getHomeUrl(site),
    name: getCompanyTexts(site.language).name,
    inLanguage: site.language,
    publisher: toReference(getIds(site.origin).business),
  };
}

function getWebsiteId(site: Site): string {
  return `${getHomeUrl(site)}#website`;
}

function getHomeUrl({ origin, language }: Site): string {
  return origin + getLocalizedPath(language, '/');
}
