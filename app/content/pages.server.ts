import { getPathLanguage } from '#app/content/language.ts';
import {
  listInsights,
  listMediaArticles,
  listPublishedContentPages,
} from './articles/articles.server.ts';
import { getFinancialMessages } from './catalogue/documents.server.ts';
import {
  getDesignPicture,
  type DesignPictureName,
  type PictureData,
} from './catalogue/pictures.server.ts';
import { findProject, formatProjectsSummary, listProjects } from './catalogue/projects.server.ts';
import { defineMessages, getCompanyFacts } from './company.server.ts';
import type { YearTexts } from './formats.ts';
import type { Published, SiteContent } from './kinds.server.ts';
import {
  forEachLanguage,
  getLocalizedPath,
  getPathPrefix,
  LANGUAGES,
  listOtherLanguages,
  toPlainPath,
  type Bilingual,
  type Language,
} from './language.ts';
import { getAboutMessages } from './messages/about.server.ts';
import { getCompanyMessages, getLegalIdentity } from './messages/company.server.ts';
import { getContactMessages } from './messages/contact.server.ts';
import { getHomeMessages } from './messages/home.server.ts';
import { getPrivacyHead, PRIVACY_UPDATED } from './messages/privacy.server.ts';
import { getPageMessages, siteMessages } from './messages/site.server.ts';
import { getTerms, TERMS_UPDATED } from './messages/terms.server.ts';
import { memoizeByContent } from './site-content.server.ts';

export interface PublicPage {
  path: string;
  language: Language;
  name: string;
  title: string;
  description: string;
  /** YYYY-MM-DD (SE-1). */
  dateModified: string;
  type: PageEntry['type'];
  card: PreviewCard;
}

/** 1200 by 630 px (SE-2). */
export interface PreviewCard {
  /** The path of its URL: "/og/projects/roche.jpg". */
  src: string;
  lines: readonly string[];
  note: string;
  picture: PictureData;
  brand: string;
}

interface PageEntry {
  path: string;
  getMessages: (language: Language) => { title: string; description: string | YearTexts };
  /** The day on which the page's own texts last changed. Update it with them. */
  changed: string;
  name: Bilingual<string>;
  /** Its label in the menu. */
  menu?: Bilingual<string> & { position: number };
  /** The footer links to it, always or under a condition. */
  footer?: true | ((language: Language) => boolean);
  /** Its list on the sitemap page. */
  sitemap?: 'main' | 'legal';
  type?: 'AboutPage' | 'ContactPage' | 'CollectionPage';
  /** It changes with the entries of these kinds, which it links to or shows, and with the company that it names. */
  lists?: keyof EntryPages;
  shows?: readonly ('documents' | 'certificates' | 'clients')[];
  namesCompany?: true;
  /** The lines on its preview card: a heading instead of the title, and a note. */
  getHeading?: (language: Language) => readonly string[];
  getNote: (language: Language) => string;
  picture: DesignPictureName | ((language: Language) => PictureData);
}

const getAreaAndPlace = defineMessages({ en: '{area} m², {place}', el: '{area} τ.μ., {place}' });

// A new page needs an entry here, a route and a route module.
const pages: readonly PageEntry[] = [
  {
    path: '/',
    namesCompany: true,
    getMessages: getHomeMessages,
    changed: '2026-11-24',
    name: { en: 'Home', el: 'Αρχική' },
    sitemap: 'main',
    lists: 'projects',
    shows: ['clients'],
    getHeading: (language) => getHomeMessages(language).hero.heading,
    getNote: getAreaAndPlace,
    picture: 'hero-saw-poster',
  },
  {
    path: '/about',
    namesCompany: true,
    getMessages: getAboutMessages,
    changed: '2026-11-25',
    name: { en: 'About Us', el: 'Η εταιρεία' },
    menu: { position: 2, en: 'ABOUT', el: 'ΕΤΑΙΡΕΙΑ' },
    sitemap: 'main',
    type: 'AboutPage',
    lists: 'insights',
    shows: ['certificates'],
    getHeading: (language) => balanceLines(getAboutMessages(language).subtitle),
    getNote: getAreaAndPlace,
    picture: 'about-hero',
  },
  {
    path: '/projects',
    getMessages: (language) => getPageMessages(language).projects,
    changed: '2026-11-24',
    name: { en: 'Projects', el: 'Έργα' },
    menu: { position: 1, en: 'PROJECTS', el: 'ΕΡΓΑ' },
    sitemap: 'main',
    type: 'CollectionPage',
    lists: 'projects',
    getNote: defineMessages({ en: 'Made {where}', el: 'Φτιαγμένα {where}' }),
    picture: (language) =>
      listProjects(language)[0]?.main ?? getDesignPicture('texture-oak', language),
  },
  {
    path: '/insights',
    getMessages: (language) => getPageMessages(language).insights,
    changed: '2026-11-24',
    name: { en: 'Insights', el: 'Άρθρα' },
    footer: true,
    type: 'CollectionPage',
    lists: 'insights',
    getNote: defineMessages({ en: 'How we think about wood', el: 'Σκέψεις για το ξύλο' }),
    picture: (language) =>
      listInsights(language)[0]?.lead ?? getDesignPicture('texture-oak', language),
  },
  {
    path: '/media',
    footer: (language) => listMediaArticles(language).length > 0,
    getMessages: (language) => getPageMessages(language).media,
    changed: '2026-11-24',
    name: { en: 'Media', el: 'Νέα και Τύπος' },
    type: 'CollectionPage',
    lists: 'media',
    getNote: defineMessages({ en: 'News from the workshop', el: 'Νέα από το εργαστήριο' }),
    picture: 'facility-4',
  },
  {
    path: '/contact',
    namesCompany: true,
    getMessages: getContactMessages,
    changed: '2026-11-24',
    name: { en: 'Contact', el: 'Επικοινωνία' },
    menu: { position: 3, en: 'CONTACT', el: 'ΕΠΙΚΟΙΝΩΝΙΑ' },
    sitemap: 'main',
    type: 'ContactPage',
    getHeading: (language) => balanceLines(getContactMessages(language).heading),
    getNote: getAreaAndPlace,
    picture: 'facility-1',
  },
  {
    path: '/financial-data',
    getMessages: getFinancialMessages,
    changed: '2026-11-24',
    shows: ['documents'],
    name: { en: 'Financial Data', el: 'Οικονομικά στοιχεία' },
    footer: true,
    getNote: (language) => getFinancialMessages(language).years,
    picture: 'texture-walnut',
  },
  {
    path: '/privacy',
    namesCompany: true,
    getMessages: getPrivacyHead,
    changed: PRIVACY_UPDATED,
    name: { en: 'Privacy', el: 'Προσωπικά δεδομένα' },
    footer: true,
    sitemap: 'legal',
    getNote: getAreaAndPlace,
    picture: 'facility-5',
  },
  {
    path: '/terms',
    namesCompany: true,
    getMessages: getTerms,
    changed: TERMS_UPDATED,
    name: { en: 'Terms', el: 'Όροι χρήσης' },
    footer: true,
    sitemap: 'legal',
    getNote: getAreaAndPlace,
    picture: 'facility-6',
  },
  {
    path: '/sitemap',
    getMessages: (language) => getPageMessages(language).sitemap,
    changed: '2026-11-24',
    name: { en: 'Sitemap', el: 'Χάρτης ιστοτόπου' },
    footer: true,
    sitemap: 'legal',
    lists: 'projects',
    getNote: getAreaAndPlace,
    picture: 'texture-oak',
  },
];

/** Returns all public pages in all languages: first the pages of the list above, then those of entries. */
export const listPublicPages = memoizeByContent((content): readonly PublicPage[] =>
  LANGUAGES.flatMap((language) => {
    const entryPages = listEntryPages(language);
    const staticPages = pages.map((page) =>
      toStaticPage(page, getLastChange(page, entryPages, content), language),
    );
    return [...staticPages, ...Object.values(entryPages).flat()];
  }),
);

/** Returns the last day on which the texts of a page changed, or an entry that it shows. */
function getLastChange(
  { changed, lists, shows = [], namesCompany }: PageEntry,
  entryPages: EntryPages,
  content: SiteContent,
): string {
  const shownEntries = shows.flatMap((kind): readonly Published<unknown>[] => content[kind]);
  const company = namesCompany ? content.company : [];
  const listedPages = lists ? entryPages[lists] : [];
  const sources = [...listedPages, ...shownEntries, ...company];
  return [changed, ...sources.map(({ dateModified }) => dateModified)].sort().at(-1)!;
}

function toStaticPage(page: PageEntry, dateModified: string, language: Language): PublicPage {
  const { path, type, name, picture } = page;
  const { title, description } = page.getMessages(language);
  return toPublicPage(language, {
    path,
    type,
    name: name[language],
    title,
    description:
      typeof description === 'string' ? description : formatProjectsSummary(description, language),
    dateModified,
    lines: page.getHeading?.(language) ?? [title],
    note: page.getNote(language),
    picture: typeof picture === 'string' ? getDesignPicture(picture, language) : picture(language),
  });
}

type EntryPages = ReturnType<typeof listEntryPages>;

function listEntryPages(language: Language) {
  const toPage = (entry: Omit<PageDescription, 'name' | 'lines'>) =>
    toPublicPage(language, { ...entry, name: entry.title, lines: balanceLines(entry.title) });
  return {
    projects: listProjects(language).map((project) => {
      const { slug, title, category, year, dateModified, main } = project;
      const description = project.description[0] ?? title;
      const note = [category, year].filter(Boolean).join(', ');
      return toPage({
        path: `/projects/${slug}`,
        title,
        description,
        dateModified,
        note,
        picture: main,
      });
    }),
    insights: listInsights(language).map(({ slug, title, subtitle, dateModified, lead }) => {
      const texts = { title, description: subtitle, dateModified, note: subtitle };
      return toPage({ path: `/insights/${slug}`, ...texts, picture: lead });
    }),
    media: listMediaArticles(language).map(
      ({ slug, title, excerpt, dateModified, category, lead }) => {
        const texts = { title, description: excerpt, dateModified, note: category };
        return toPage({ path: `/media/${slug}`, ...texts, picture: lead });
      },
    ),
    contentPages: listPublishedContentPages(language).map(
      ({ path, title, subtitle, dateModified }) => {
        const texts = { title, description: subtitle, dateModified, note: subtitle };
        return toPage({ path, ...texts, picture: getDesignPicture('texture-oak', language) });
      },
    ),
  };
}

interface PageDescription extends Omit<PublicPage, 'language' | 'type' | 'card'> {
  type?: PageEntry['type'];
  lines: readonly string[];
  note: string;
  picture: PictureData;
}

function toPublicPage(language: Language, entry: PageDescription): PublicPage {
  const { lines, note, picture, type, ...listed } = entry;
  const path = getLocalizedPath(language, entry.path);
  const src = `/og${path === '/' ? '/home' : path}.jpg`;
  const card = { src, lines, note, picture, brand: getCompanyFacts().brand };
  return { ...listed, path, language, type, card };
}

/** Splits a title into two lines so that the longer one is as short as possible. */
function balanceLines(title: string): string[] {
  const words = title.split(' ');
  let best = [title];
  for (let count = 1; count < words.length; count++) {
    const lines = [words.slice(0, count).join(' '), words.slice(count).join(' ')];
    if (getMaxLength(lines) < getMaxLength(best)) best = lines;
  }
  return best;
}

function getMaxLength(lines: readonly string[]): number {
  return Math.max(...lines.map((line) => line.length));
}

const getPagesByPath = memoizeByContent(
  () => new Map(listPublicPages().map((page) => [page.path, page])),
);

/** Finds a page by its path with the prefix of its language. */
export function findPublicPage(path: string): PublicPage | undefined {
  return getPagesByPath().get(path);
}

const getCardsByPath = memoizeByContent(
  () => new Map(listPublicPages().map(({ card }) => [card.src, card])),
);

/** Finds the card that is drawn for the path of a preview picture: "/og/projects/roche.jpg". */
export const findPreviewCard = (path: string): PreviewCard | undefined =>
  getCardsByPath().get(path);

export interface Preview {
  src: string;
  alt: string;
}

/** Returns the preview of a page; an unknown page gets that of the home page. */
export function getSharingPreview(plainPath: string, language: Language): Preview {
  const page =
    findPublicPage(getLocalizedPath(language, plainPath)) ??
    findPublicPage(getLocalizedPath(language, '/'))!;
  const { src, lines, note, picture } = page.card;
  const texts = [lines.join(' '), note, picture.alt].filter(Boolean);
  return { src, alt: texts.map(asSentence).join(' ') };
}

export interface PageHead {
  /** Without the prefix of its language. */
  path: string;
  title: string;
  description: string;
  preview: Preview;
}

/** Returns the head of a page. Throws if the page is not public in this language. */
export function getPageHead(plainPath: string, language: Language): PageHead {
  const { title, description } = findPublicPage(getLocalizedPath(language, plainPath))!;
  const preview = getSharingPreview(plainPath, language);
  return { path: plainPath, title, description, preview };
}

/** Returns the language of the URL, and in it the head of the page at `plainPath`. */
export function getPageLanguageAndHead(
  plainPath: string,
  { pathname }: URL,
): { language: Language; head: PageHead } {
  const language = getPathLanguage(pathname);
  return { language, head: getPageHead(plainPath, language) };
}

/** Returns whether a page is public in a language. */
export function isPagePublished(plainPath: string, language: Language): boolean {
  return getPagesByPath().has(getLocalizedPath(language, plainPath));
}

function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

interface PageLink {
  to: string;
  label: string;
}

function listPageLinks(language: Language, isIncluded: (page: PageEntry) => unknown): PageLink[] {
  return pages.filter(isIncluded).map(({ path, name }) => ({ to: path, label: name[language] }));
}

export const navigation = forEachLanguage((language): PageLink[] =>
  pages
    .flatMap(({ path, menu }) => (menu ? [{ path, menu }] : []))
    .sort((one, other) => one.menu.position - other.menu.position)
    .map(({ path, menu }) => ({ to: path, label: menu[language] })),
);

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

type SitemapGroup = 'main' | 'projects' | 'otherLinks' | 'legal';

/** Lists every public page of the language once. */
export function listSitemapLinks(language: Language): Record<SitemapGroup, PageLink[]> {
  const main = listPageLinks(language, ({ sitemap }) => sitemap === 'main');
  const legal = listPageLinks(language, ({ sitemap }) => sitemap === 'legal');
  const firstProjects = SITEMAP_PROJECTS.flatMap((slug): PageLink[] => {
    const project = findProject(slug, language);
    return project ? [{ to: `/projects/${project.slug}`, label: project.title }] : [];
  });
  const listedPaths = new Set([...main, ...legal, ...firstProjects].map(({ to }) => to));
  const unlistedLinks = listPublicPages()
    .filter((page) => page.language === language)
    .map(({ path, name }): PageLink => ({ to: toPlainPath(path), label: name }))
    .filter(({ to }) => !listedPaths.has(to));
  const isProject = ({ to }: PageLink) => to.startsWith('/projects/');
  return {
    main,
    projects: [...firstProjects, ...unlistedLinks.filter(isProject)],
    otherLinks: unlistedLinks.filter((link) => !isProject(link)),
    legal,
  };
}

/** Returns the data of the header, the menu and the footer, which every public page shows. */
export function getSiteFrame(language: Language) {
  const { brand, name, tagline, factory, offices, email, phone, hours, social, sample } =
    getCompanyMessages(language);
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
      hours: hours.text,
      social,
      legal: getLegalIdentity(language),
      sample: sample?.line,
    },
    navigation: navigation[language],
    shell: siteMessages[language].shell,
    footerLinks: [
      ...listPublishedContentPages(language).map(({ path, title }) => ({ to: path, label: title })),
      ...listPageLinks(language, ({ footer }) =>
        typeof footer === 'function' ? footer(language) : footer,
      ),
    ],
    otherLanguages: listOtherLanguages(language),
    outOfOrder: getPageMessages(language).outOfOrder,
  };
}

export type SiteFrame = ReturnType<typeof getSiteFrame>;
