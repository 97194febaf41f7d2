import { type PublicPage, findPublicPage } from '#app/content/pages.server.ts';
import { findInsight, findMediaArticle, findPage } from '#app/content/articles/articles.server.ts';
import { type Project, findProject, isNothing } from '#app/content/catalogue/projects.server.ts';
import {
  type Language,
  getLanguage,
  getLocalizedPath,
  toPlainPath,
} from '#app/content/language.ts';
import { pageWords } from '#app/content/words/site.server.ts';
import { type PictureData, getPictureFile } from '#app/content/catalogue/pictures.server.ts';
import { escapePath } from '#app/unicode.ts';
import { fromContent } from '#app/content/site-content.server.ts';
import { companyFacts } from '#app/content/company.server.ts';
import { type Place, companyWords, postalAddress } from '#app/content/words/company.server.ts';

const ABOUT_THE_BUSINESS = ['/', '/about', '/contact'];

/** JSON-LD ready to stand in a script element (ledger SE-3); null when `path` is no public page. */
export function buildStructuredData(path: string, origin: string): string | null {
  const page = findPublicPage(canonicalOf(decodeURI(path)));
  if (!page) return null;
  const key = origin + page.path;
  const json = written().get(key) ?? write(page, origin);
  written().set(key, json);
  return json;
}

// By origin and path: /contact is rendered for each visitor.
const written = fromContent(() => new Map<string, string>());

function write(page: PublicPage, origin: string): string {
  const site = { origin, language: page.language };
  const plain = toPlainPath(page.path);
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
  const language = getLanguage(path);
  const [, slug] = /^\/page\/([^/]+)$/.exec(toPlainPath(path)) ?? [];
  const page = slug === undefined ? undefined : findPage(slug, language);
  return page ? getLocalizedPath(language, page.path) : path;
}

function subjectOf(path: string, site: Site): GraphNode[] {
  const { language } = site;
  if (ABOUT_THE_BUSINESS.includes(path)) return wholeBusiness(site);
  const [, list, slug = ''] = path.split('/');
  const project = list === 'projects' && findProject(slug, language);
  if (project) return projectNodes(site, project);
  const insight = list === 'insights' && findInsight(slug, language);
  if (insight) {
    return articleNodes(site, path, insight.lead, {
      headline: insight.title,
      description: insight.subtitle,
      datePublished: insight.createdAt,
      dateModified: insight.dateModified,
    });
  }
  const article = list === 'media' && findMediaArticle(slug, language);
  if (!article) return [];
  return articleNodes(site, path, article.lead, {
    headline: article.title,
    description: article.excerpt,
    articleSection: article.category,
    datePublished: article.publishedDate,
    dateModified: article.dateModified,
  });
}

function webPage(site: Site, page: PublicPage, main?: string): GraphNode[] {
  const url = site.origin + escapePath(page.path);
  const breadcrumb = breadcrumbs(site, page);
  const node: GraphNode = {
    '@type': page.type ?? 'WebPage',
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

function breadcrumbs({ origin, language }: Site, page: PublicPage): GraphNode | undefined {
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

function articleNodes(
  { origin, language }: Site,
  path: string,
  lead: PictureData,
  facts: Record<string, GraphValue>,
): GraphNode[] {
  const url = origin + escapePath(getLocalizedPath(language, path));
  const { business } = ids(origin);
  const article = {
    '@type': 'Article',
    '@id': `${url}#article`,
    url,
    ...facts,
    inLanguage: language,
    author: pointer(business),
    publisher: pointer(business),
    image: pointer(imageId(origin, lead)),
  };
  return [article, imageObject(origin, lead)];
}

export function projectNodes(site: Site, project: Project): GraphNode[] {
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
    ...yearsOf(project.year),
    dateModified,
    contentLocation: { '@type': 'Place', name: specifications.location },
    ...creditsOf(site, specifications),
    image: pictures.map((shown) => pointer(imageId(origin, shown))),
  };
  const { photographer } = specifications;
  return [work, ...pictures.map((shown) => imageObject(origin, shown, photographer))];
}

function yearsOf(year: string): Record<string, GraphValue> {
  const last = year.slice(-4);
  return year === last
    ? { dateCreated: year }
    : { dateCreated: last, temporal: year.replace('-', '/') };
}

function creditsOf(
  { origin, language }: Site,
  credits: Project['specifications'],
): Record<string, GraphValue> {
  const roles = pageWords[language].project.fields;
  const { construction, architecture, architect, photographer, client } = credits;
  return {
    creator:
      construction === companyWords[language].name
        ? pointer(ids(origin).business)
        : { '@type': 'Organization', name: construction },
    contributor: [
      credited(roles.architecture, 'Organization', architecture),
      credited(roles.architect, 'Person', architect),
      credited(roles.photographer, 'Organization', photographer),
    ],
    sponsor: companyWords[language].sample ? undefined : { '@type': 'Organization', name: client },
  };
}

function credited(roleName: string, type: string, name: string): GraphValue {
  if (isNothing(name)) return undefined;
  return { '@type': 'Role', roleName, contributor: { '@type': type, name } };
}

// The width of the file that every reader of pictures understands.
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

function pointer(id: string): GraphValue {
  return { '@id': id };
}

export function stated(value: GraphValue): GraphValue {
  if (typeof value === 'string') return isNothing(value) ? undefined : value.trim();
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const kept = value.map(stated).filter((entry) => entry !== undefined);
    return kept.length > 0 ? kept : undefined;
  }
  const kept = Object.entries(value)
    .map(([property, entry]) => [property, stated(entry)] as const)
    .filter(([, entry]) => entry !== undefined);
  // A thing with nothing but its type is none.
  return kept.some(([property]) => property !== '@type') ? Object.fromEntries(kept) : undefined;
}

interface Site {
  origin: string;
  language: Language;
}

const ids = (origin: string) => ({
  business: `${origin}/#business`,
  factory: `${origin}/#factory`,
  offices: `${origin}/#head-offices`,
  seat: `${origin}/#head-offices-address`,
});

function namedBusiness(site: Site): GraphNode {
  const { business } = ids(site.origin);
  return {
    '@type': 'Organization',
    '@id': business,
    name: companyWords[site.language].name,
    url: homeOf(site),
  };
}

function wholeBusiness(site: Site): GraphNode[] {
  const { origin, language } = site;
  const { legal, social, ...company } = companyWords[language];
  const { factory, offices, seat } = ids(origin);
  const business = {
    ...namedBusiness(site),
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
    address: company.offices ? pointer(seat) : postalAddress(language, 'factory'),
    location: [pointer(factory), ...(company.offices ? [pointer(offices)] : [])],
    sameAs: social.map(({ href }) => href),
  };
  const place = (id: string, { label, map }: Place, address: GraphNode): GraphNode => ({
    '@type': 'Place',
    '@id': id,
    name: `${company.name}, ${label}`,
    address,
    hasMap: map ?? undefined,
    openingHoursSpecification: openingHours(),
  });
  const inOffices = { ...postalAddress(language, 'offices'), '@id': seat };
  return [
    business,
    place(factory, company.factory, postalAddress(language, 'factory')),
    ...(company.offices ? [place(offices, company.offices, inOffices)] : []),
  ];
}

function openingHours(): GraphNode[] {
  const spans = companyFacts().hours.flatMap(({ weekday, spans: ofDay }) =>
    ofDay.map((span) => ({ weekday, ...span })),
  );
  const alike = Map.groupBy(spans, ({ from, to }) => `${from} ${to}`);
  return [...alike.values()].map((days) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: days.map(({ weekday }) => weekday),
    opens: days[0]!.from,
    closes: days[0]!.to,
  }));
}

function website(site: Site): GraphNode {
  return {
    '@type': 'WebSite',
    '@id': websiteId(site),
    url: homeOf(site),
    name: companyWords[site.language].name,
    inLanguage: site.language,
    publisher: pointer(ids(site.origin).business),
  };
}

function websiteId(site: Site): string {
  return `${homeOf(site)}#website`;
}

function homeOf({ origin, language }: Site): string {
  return origin + getLocalizedPath(language, '/');
}
