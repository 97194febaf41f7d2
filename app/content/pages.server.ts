import { getPathLanguage } from '#app/content/language.ts';
import {
  listInsights,
  listMediaArticles,
  listPublishedContentPages,
  presentBlocks,
} from './articles/articles.server.ts';
import { getFinancialTexts } from './catalogue/documents.server.ts';
import {
  getDesignPicture,
  type DesignPictureName,
  type PictureData,
} from './catalogue/pictures.server.ts';
import { formatProjectsSummary, listProjects } from './catalogue/projects.server.ts';
import type { YearTexts } from './formats.ts';
import type { Block, KindName, Published, SiteContent } from './kinds.server.ts';
import { getLocalizedPath, LANGUAGES, type Bilingual, type Language } from './language.ts';
import { memoizeByContent } from './site-content.server.ts';
import { getAboutTexts } from './texts/about.server.ts';
import { getContactTexts } from './texts/contact.server.ts';
import { getHomeTexts } from './texts/home.server.ts';
import { getPrivacyHead, PRIVACY_UPDATED } from './texts/privacy.server.ts';
import { getPageTexts } from './texts/site.server.ts';
import { getTerms, TERMS_UPDATED } from './texts/terms.server.ts';

export interface PublicPage {
  /** With the prefix of the language. */
  path: string;
  language: Language;
  name: string;
  title: string;
  description: string;
  /** YYYY-MM-DD (SE-1). */
  dateModified: string;
  type: PageEntry['type'];
  preview: PreviewPicture;
}

/** The crop of a picture that other sites show beside a link, 1200 by 630 px (SE-2). */
interface PreviewPicture {
  /** The path of its URL: "/og/projects/roche.jpg". */
  src: string;
  picture: PictureData;
}

export interface PageEntry {
  path: string;
  getTexts: (language: Language) => { title: string; description: string | YearTexts };
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
  shows?: readonly Exclude<KindName, keyof EntryPages | 'company'>[];
  namesCompany?: true;
  /** Its first picture, if it has one. */
  picture?: DesignPictureName | ((language: Language) => PictureData | undefined);
}

// The picture of pages without a picture of their own.
const SITE_PICTURE = 'hero-saw-poster';

// A new page needs an entry here, a route and a route module.
export const pages: readonly PageEntry[] = [
  {
    path: '/',
    namesCompany: true,
    getTexts: getHomeTexts,
    changed: '2026-11-29',
    name: { en: 'Home', el: 'Αρχική' },
    sitemap: 'main',
    lists: 'projects',
    shows: ['clients'],
    picture: 'hero-saw-poster',
  },
  {
    path: '/about',
    namesCompany: true,
    getTexts: getAboutTexts,
    changed: '2026-11-29',
    name: { en: 'About Us', el: 'Η εταιρεία' },
    menu: { position: 2, en: 'ABOUT', el: 'ΕΤΑΙΡΕΙΑ' },
    sitemap: 'main',
    type: 'AboutPage',
    lists: 'insights',
    shows: ['certificates'],
    picture: 'about-hero',
  },
  {
    path: '/projects',
    getTexts: (language) => getPageTexts(language).projects,
    changed: '2026-11-24',
    name: { en: 'Projects', el: 'Έργα' },
    menu: { position: 1, en: 'PROJECTS', el: 'ΕΡΓΑ' },
    sitemap: 'main',
    type: 'CollectionPage',
    lists: 'projects',
    shows: ['works'],
    picture: (language) => listProjects(language)[0]?.main,
  },
  {
    path: '/insights',
    getTexts: (language) => getPageTexts(language).insights,
    changed: '2026-11-24',
    name: { en: 'Insights', el: 'Άρθρα' },
    footer: true,
    type: 'CollectionPage',
    lists: 'insights',
    picture: (language) => listInsights(language)[0]?.lead,
  },
  {
    path: '/media',
    footer: (language) => listMediaArticles(language).length > 0,
    getTexts: (language) => getPageTexts(language).media,
    changed: '2026-11-29',
    name: { en: 'Media', el: 'Νέα και Τύπος' },
    type: 'CollectionPage',
    lists: 'media',
    picture: (language) => listMediaArticles(language)[0]?.lead,
  },
  {
    path: '/contact',
    namesCompany: true,
    getTexts: getContactTexts,
    changed: '2026-11-29',
    name: { en: 'Contact', el: 'Επικοινωνία' },
    menu: { position: 3, en: 'CONTACT', el: 'ΕΠΙΚΟΙΝΩΝΙΑ' },
    sitemap: 'main',
    type: 'ContactPage',
    shows: ['people'],
    picture: 'facility-1',
  },
  {
    path: '/financial-data',
    getTexts: getFinancialTexts,
    changed: '2026-11-24',
    shows: ['documents'],
    name: { en: 'Financial Data', el: 'Οικονομικά στοιχεία' },
    footer: true,
  },
  {
    path: '/privacy',
    namesCompany: true,
    getTexts: getPrivacyHead,
    changed: PRIVACY_UPDATED,
    name: { en: 'Privacy', el: 'Προσωπικά δεδομένα' },
    footer: true,
    sitemap: 'legal',
  },
  {
    path: '/terms',
    namesCompany: true,
    getTexts: getTerms,
    changed: TERMS_UPDATED,
    name: { en: 'Terms', el: 'Όροι χρήσης' },
    footer: true,
    sitemap: 'legal',
  },
  {
    path: '/sitemap',
    getTexts: (language) => getPageTexts(language).sitemap,
    changed: '2026-11-24',
    name: { en: 'Sitemap', el: 'Χάρτης ιστοτόπου' },
    footer: true,
    sitemap: 'legal',
    lists: 'projects',
  },
];

/** Returns all public pages, one language after the other: first those of `pages`, then those of entries. */
export const listPublicPages = memoizeByContent((content): readonly PublicPage[] =>
  LANGUAGES.flatMap((language) => {
    const entryPages = listEntryPages(language, content);
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
  return getLastDay(changed, sources);
}

const getLastDay = (day: string, sources: readonly { dateModified: string }[]): string =>
  [day, ...sources.map(({ dateModified }) => dateModified)].sort().at(-1)!;

function toStaticPage(page: PageEntry, dateModified: string, language: Language): PublicPage {
  const { path, type, name, picture } = page;
  const { title, description } = page.getTexts(language);
  return toPublicPage(language, {
    path,
    type,
    name: name[language],
    title,
    description:
      typeof description === 'string' ? description : formatProjectsSummary(description, language),
    dateModified,
    picture:
      typeof picture === 'string' ? getDesignPicture(picture, language) : picture?.(language),
  });
}

type EntryPages = ReturnType<typeof listEntryPages>;

function listEntryPages(language: Language, { people }: SiteContent) {
  const toPage = (entry: Omit<PageDescription, 'name'>) =>
    toPublicPage(language, { ...entry, name: entry.title });
  return {
    projects: listProjects(language).map(({ slug, title, description, dateModified, main }) =>
      toPage({
        path: `/projects/${slug}`,
        title,
        description: description[0] ?? title,
        dateModified,
        picture: main,
      }),
    ),
    insights: listInsights(language).map(({ slug, title, subtitle, dateModified, lead }) =>
      toPage({
        path: `/insights/${slug}`,
        title,
        description: subtitle,
        dateModified,
        picture: lead,
      }),
    ),
    media: listMediaArticles(language).map(({ slug, title, excerpt, dateModified, lead }) =>
      toPage({ path: `/media/${slug}`, title, description: excerpt, dateModified, picture: lead }),
    ),
    contentPages: listPublishedContentPages(language).map(
      ({ path, title, subtitle, dateModified, blocks }) =>
        toPage({
          path,
          title,
          description: subtitle,
          dateModified: path === HOW_WE_WORK_PATH ? getLastDay(dateModified, people) : dateModified,
          picture: findBlockPicture({ title, blocks }, language),
        }),
    ),
  };
}

/** Returns the first picture that is high enough for a preview: a band is not. */
function findBlockPicture(
  { title, blocks }: { title: string; blocks: readonly Block[] },
  language: Language,
): PictureData | undefined {
  const pictureBlocks = blocks.filter(({ type }) => type === 'picture');
  return presentBlocks({ title, blocks: pictureBlocks }, language)
    .map((block) => (block.type === 'picture' ? block.picture : null))
    .find((picture) => picture !== null);
}

interface PageDescription extends Omit<PublicPage, 'language' | 'type' | 'preview'> {
  type?: PageEntry['type'];
  picture: PictureData | undefined;
}

function toPublicPage(language: Language, entry: PageDescription): PublicPage {
  const { picture = getDesignPicture(SITE_PICTURE, language), type, ...listed } = entry;
  const path = getLocalizedPath(language, entry.path);
  const src = `/og${path === '/' ? '/home' : path}.jpg`;
  return { ...listed, path, language, type, preview: { src, picture } };
}

const getPagesByPath = memoizeByContent(
  () => new Map(listPublicPages().map((page) => [page.path, page])),
);

/** Finds a page by its path with the prefix of its language. */
export function findPublicPage(path: string): PublicPage | undefined {
  return getPagesByPath().get(path);
}

/** Returns the source pictures by the paths of their previews, such as "/og/projects/roche.jpg". */
export const getPreviewPictures = memoizeByContent(
  () => new Map(listPublicPages().map(({ preview }) => [preview.src, preview.picture])),
);

/** Returns path, title, description and sharing preview for the head of a page. Throws if it is not public. */
export function getPageHead(plainPath: string, language: Language) {
  const page = findPublicPage(getLocalizedPath(language, plainPath));
  if (!page) throw new Error(`${plainPath} is not public`);

  const { title, description } = page;
  const { src, picture } = page.preview;
  return { path: plainPath, title, description, preview: { src, alt: picture.alt } };
}

/** Returns the language of the URL, and in it the head of the page at `plainPath`. */
export function getPageLanguageAndHead(plainPath: string, { pathname }: URL) {
  const language = getPathLanguage(pathname);
  return { language, head: getPageHead(plainPath, language) };
}

/** Returns whether a page is public in a language. */
export function isPagePublished(plainPath: string, language: Language): boolean {
  return getPagesByPath().has(getLocalizedPath(language, plainPath));
}

/** The content page that shows who answers (VP-7). */
export const HOW_WE_WORK_PATH = '/page/how-we-work';

/** Returns the link of other pages to HOW_WE_WORK_PATH; null while that is not published. */
export function findHowWeWorkLink(language: Language): { to: string; label: string } | null {
  if (!isPagePublished(HOW_WE_WORK_PATH, language)) return null;
  return { to: HOW_WE_WORK_PATH, label: getContactTexts(language).howWeWork };
}
