import { findInsight, findMediaArticle, findPage } from '#app/content/articles/articles.server.ts';
import { getPictureFile, type PictureData } from '#app/content/catalogue/pictures.server.ts';
import { findProject, isNothing, type Project } from '#app/content/catalogue/projects.server.ts';
import { getCompanyFacts } from '#app/content/company.server.ts';
import {
  getLanguage,
  getLocalizedPath,
  toPlainPath,
  type Language,
} from '#app/content/language.ts';
import {
  formatPostalAddress,
  getCompanyMessages,
  type Place,
} from '#app/content/messages/company.server.ts';
import { getPageMessages } from '#app/content/messages/site.server.ts';
import { findPublicPage, type PublicPage } from '#app/content/pages.server.ts';
import { memoizeByContent } from '#app/content/site-content.server.ts';
import { escapePath } from '#app/unicode.ts';

const BUSINESS_PATHS = ['/', '/about', '/contact'];

/** Returns JSON-LD, escaped for a script element (ledger SE-3), or null when `path` is not a public page. */
export function buildStructuredData(path: string, origin: string): string | null {
  const page = findPublicPage(getCanonicalPath(decodeURI(path)));
  if (!page) return null;
  const key = origin + page.path;
  const json = getJsonCache().get(key) ?? buildJson(page, origin);
  getJsonCache().set(key, json);
  return json;
}

// By origin and path. /contact is rendered for each visitor, so its JSON is worth keeping.
const getJsonCache = memoizeByContent(() => new Map<string, string>());

function buildJson(page: PublicPage, origin: string): string {
  const site = { origin, language: page.language };
  const plain = toPlainPath(page.path);
  const subject = buildSubject(plain, site);
  const graph = dropEmptyValues([
    ...buildWebPage(site, page, subject[0]?.['@id']),
    ...subject,
    ...(BUSINESS_PATHS.includes(plain) ? [] : [buildBusinessReference(site)]),
    buildWebsite(site),
  ]);
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll(
    '<',
    String.raw`\u003c`,
  );
}

function getCanonicalPath(path: string): string {
  const language = getLanguage(path);
  const [, slug] = /^\/page\/([^/]+)$/.exec(toPlainPath(path)) ?? [];
  const page = slug === undefined ? undefined : findPage(slug, language);
  return page ? getLocalizedPath(language, page.path) : path;
}

function buildSubject(path: string, site: Site): GraphNode[] {
  const { language } = site;
  if (BUSINESS_PATHS.includes(path)) return buildBusiness(site);
  const [, list, slug = ''] = path.split('/');
  const project = list === 'projects' && findProject(slug, language);
  if (project) return buildProject(site, project);
  const insight = list === 'insights' && findInsight(slug, language);
  if (insight) {
    return buildArticle(site, path, insight.lead, {
      headline: insight.title,
      description: insight.subtitle,
      datePublished: insight.createdAt,
      dateModified: insight.dateModified,
    });
  }
  const article = list === 'media' && findMediaArticle(slug, language);
  if (!article) return [];
  return buildArticle(site, path, article.lead, {
    headline: article.title,
    description: article.excerpt,
    articleSection: article.category,
    datePublished: article.publishedDate,
    dateModified: article.dateModified,
  });
}

function buildWebPage(site: Site, page: PublicPage, main?: string): GraphNode[] {
  const url = site.origin + escapePath(page.path);
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
    mainEntity: main && toReference(main),
    breadcrumb: breadcrumb && toReference(breadcrumb['@id']!),
  };
  return breadcrumb ? [node, breadcrumb] : [node];
}

function buildBreadcrumbs({ origin, language }: Site, page: PublicPage): GraphNode | undefined {
  const home = findPublicPage(getLocalizedPath(language, '/'))!;
  if (page.path === home.path) return undefined;
  const list = findPublicPage(page.path.slice(0, page.path.lastIndexOf('/')));
  const steps = [home, ...(list && list !== home ? [list] : []), page];
  return {
    '@type': 'BreadcrumbList',
    '@id': `${origin}${escapePath(page.path)}#breadcrumb`,
    itemListElement: steps.map(({ path, name, title }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: index === 0 ? name : title,
      item: origin + escapePath(path),
    })),
  };
}

function buildArticle(
  { origin, language }: Site,
  path: string,
  lead: PictureData,
  facts: Record<string, GraphValue>,
): GraphNode[] {
  const url = origin + escapePath(getLocalizedPath(language, path));
  const { business } = getIds(origin);
  const article = {
    '@type': 'Article',
    '@id': `${url}#article`,
    url,
    ...facts,
    inLanguage: language,
    author: toReference(business),
    publisher: toReference(business),
    image: toReference(imageId(origin, lead)),
  };
  return [article, imageObject(origin, lead)];
}

export function buildProject(site: Site, project: Project): GraphNode[] {
  const { origin, language } = site;
  const { slug, title, category, description, dateModified, specifications } = project;
  const url = origin + escapePath(getLocalizedPath(language, `/projects/${slug}`));
  const pictures = [project.main, ...project.gallery];
  const work: GraphNode = {
    '@type': 'CreativeWork',
    '@id': `${url}#project`,
    name: title,
    url,
    description: description.join('\n\n'),
    genre: category,
    keywords: specifications.type,
    ...buildYears(project.year),
    dateModified,
    contentLocation: { '@type': 'Place', name: specifications.location },
    ...buildCredits(site, specifications),
    image: pictures.map((picture) => toReference(imageId(origin, picture))),
  };
  const { photographer } = specifications;
  return [work, ...pictures.map((picture) => imageObject(origin, picture, photographer))];
}

function buildYears(year: string): Record<string, GraphValue> {
  const last = year.slice(-4);
  return year === last
    ? { dateCreated: year }
    : { dateCreated: last, temporal: year.replace(/[-–]/, '/') };
}

function buildCredits(
  { origin, language }: Site,
  credits: Project['specifications'],
): Record<string, GraphValue> {
  const roles = getPageMessages(language).project.fields;
  const { construction, architecture, architect, photographer, client } = credits;
  return {
    creator:
      construction === getCompanyMessages(language).name
        ? toReference(getIds(origin).business)
        : { '@type': 'Organization', name: construction },
    contributor: [
      buildRole(roles.architecture, 'Organization', architecture),
      buildRole(roles.architect, 'Person', architect),
      buildRole(roles.photographer, 'Organization', photographer),
    ],
    sponsor: getCompanyMessages(language).sample
      ? undefined
      : { '@type': 'Organization', name: client },
  };
}

function buildRole(roleName: string, type: string, name: string): GraphValue {
  if (isNothing(name)) return undefined;
  return { '@type': 'Role', roleName, contributor: { '@type': type, name } };
}

// The width of the JPEG, which every consumer of structured data can read.
const WIDTH = 960;

function imageId(origin: string, picture: Pick<PictureData, 'name'>): string {
  return origin + getPictureFile(picture, `${WIDTH}.jpg`);
}

function imageObject(origin: string, picture: PictureData, photographer: string = ''): GraphNode {
  const name = picture.credit?.name;
  const id = imageId(origin, picture);
  return {
    '@type': 'ImageObject',
    '@id': id,
    contentUrl: id,
    width: WIDTH,
    height: Math.round((WIDTH * picture.height) / picture.width),
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

export function dropEmptyValues(value: GraphValue): GraphValue {
  if (typeof value === 'string') return isNothing(value) ? undefined : value.trim();
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const items = value.map(dropEmptyValues).filter((entry) => entry !== undefined);
    return items.length > 0 ? items : undefined;
  }
  const properties = Object.entries(value)
    .map(([property, entry]) => [property, dropEmptyValues(entry)] as const)
    .filter(([, entry]) => entry !== undefined);
  // An object with only a type says nothing.
  return properties.some(([property]) => property !== '@type')
    ? Object.fromEntries(properties)
    : undefined;
}

interface Site {
  origin: string;
  language: Language;
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
    name: getCompanyMessages(site.language).name,
    url: getHomeUrl(site),
  };
}

function buildBusiness(site: Site): GraphNode[] {
  const { origin, language } = site;
  const { legal, social, ...company } = getCompanyMessages(language);
  const { factory, offices, seat } = getIds(origin);
  const business = {
    ...buildBusinessReference(site),
    legalName: legal.name,
    alternateName: company.brand,
    slogan: company.tagline,
    ...(!company.sample && {
      vatID: `EL${legal.taxNumber}`,
      identifier: { '@type': 'PropertyValue', propertyID: 'GEMI', value: legal.gemi },
    }),
    logo: `${origin}/icon-512.png`,
    telephone: company.phone,
    email: company.email,
    address: company.offices ? toReference(seat) : formatPostalAddress(language, 'factory'),
    location: [toReference(factory), ...(company.offices ? [toReference(offices)] : [])],
    sameAs: social.map(({ href }) => href),
  };
  const buildPlace = (id: string, { label, map }: Place, address: GraphNode): GraphNode => ({
    '@type': 'Place',
    '@id': id,
    name: `${company.name}, ${label}`,
    address,
    hasMap: map ?? undefined,
    openingHoursSpecification: buildOpeningHours(),
  });
  const officesAddress = { ...formatPostalAddress(language, 'offices'), '@id': seat };
  return [
    business,
    buildPlace(factory, company.factory, formatPostalAddress(language, 'factory')),
    ...(company.offices ? [buildPlace(offices, company.offices, officesAddress)] : []),
  ];
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
    closes: days[0]!.to,
  }));
}

function buildWebsite(site: Site): GraphNode {
  return {
    '@type': 'WebSite',
    '@id': getWebsiteId(site),
    url: getHomeUrl(site),
    name: getCompanyMessages(site.language).name,
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
