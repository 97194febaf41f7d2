// The links of the header, the menu, the footer and the sitemap page.
import { listPublicPages, pages, type PageEntry } from '#app/content/pages.server.ts';
import { listPublishedContentPages } from './articles/articles.server.ts';
import { findProject } from './catalogue/projects.server.ts';
import {
  buildPerLanguage,
  getPathPrefix,
  listOtherLanguages,
  toPlainPath,
  type Language,
} from './language.ts';
import { getCompanyTexts, getLegalIdentity } from './texts/company.server.ts';
import { getPageTexts, siteTexts } from './texts/site.server.ts';

interface SiteLink {
  /** A path without the prefix of the language. */
  to: string;
  label: string;
}

function listPageLinks(language: Language, isIncluded: (page: PageEntry) => unknown): SiteLink[] {
  return pages.filter(isIncluded).map(({ path, name }) => ({ to: path, label: name[language] }));
}

export const navigation = buildPerLanguage((language): SiteLink[] =>
  pages
    .flatMap(({ path, menu }) => (menu ? [{ path, menu }] : []))
    .sort((one, other) => one.menu.position - other.menu.position)
    .map(({ path, menu }) => ({ to: path, label: menu[language] })),
);

type SitemapGroup = 'main' | 'projects' | 'otherLinks' | 'legal';

// The projects that the sitemap page lists first, in this order (L-2).
const SITEMAP_PROJECTS = [
  'ellinogermaniki-agogi',
  'roche',
  'nestle',
  'technogym',
  'terra-nord',
  'pinakothiki',
  's-catherine',
  'navarino',
  'shop-loriot',
  'shop-vilebrequin-gh',
  'medwood-expo',
  'lapin',
];

/**
 * Groups the links to all public pages of the language. Each page is in one group. The projects begin with those that
 * SITEMAP_PROJECTS names, in its order.
 */
export function listSitemapLinks(language: Language): Record<SitemapGroup, SiteLink[]> {
  const main = listPageLinks(language, ({ sitemap }) => sitemap === 'main');
  const legal = listPageLinks(language, ({ sitemap }) => sitemap === 'legal');

  const firstProjects = SITEMAP_PROJECTS.flatMap((slug): SiteLink[] => {
    const project = findProject(slug, language);
    return project ? [{ to: `/projects/${project.slug}`, label: project.title }] : [];
  });

  const listedPaths = new Set([...main, ...legal, ...firstProjects].map(({ to }) => to));
  const unlistedLinks = listPublicPages()
    .filter((page) => page.language === language)
    .map(({ path, name }): SiteLink => ({ to: toPlainPath(path), label: name }))
    .filter(({ to }) => !listedPaths.has(to));

  const isProject = ({ to }: SiteLink) => to.startsWith('/projects/');
  return {
    main,
    projects: [...firstProjects, ...unlistedLinks.filter(isProject)],
    otherLinks: unlistedLinks.filter((link) => !isProject(link)),
    legal,
  };
}

/** Returns the data of the header, the menu and the footer, which every public page shows. */
export function getSiteFrame(language: Language) {
  const company = getCompanyTexts(language);
  const { brand, name, tagline, factory, offices, email, phone, phoneHref } = company;
  const { hours, social, sample } = company;

  return {
    language,
    prefix: getPathPrefix(language),
    company: {
      brand,
      name,
      tagline,
      factory: { label: factory.label, lines: factory.lines },
      offices: offices && { label: offices.label, lines: offices.lines },
      email,
      phone,
      phoneHref,
      hours: hours.text,
      social,
      legal: getLegalIdentity(language),
      sample: sample?.line,
    },
    navigation: navigation[language],
    shell: siteTexts[language].shell,
    contentPages: listPublishedContentPages(language).map(({ path, title }) => {
      return { to: path, label: title };
    }),
    footerLinks: listPageLinks(language, ({ footer }) =>
      typeof footer === 'function' ? footer(language) : footer,
    ),
    otherLanguages: listOtherLanguages(language),
    outOfOrder: getPageTexts(language).outOfOrder,
  };
}

export type SiteFrame = ReturnType<typeof getSiteFrame>;
