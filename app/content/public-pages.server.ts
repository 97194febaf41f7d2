import { contentPages, insights, mediaArticles } from '#app/content/articles/articles.server.ts';
import { projects } from '#app/content/catalogue/projects.server.ts';
import { type Language, inEachLanguage, pathIn } from './language.ts';
import { about } from './words/about.server.ts';
import { contact } from './words/contact.server.ts';
import { financial, pageWords } from './words/site.server.ts';
import { home } from './words/home.server.ts';
import { privacyText } from './words/privacy.server.ts';
import { terms } from './words/terms.server.ts';

/** What is known of a public page without rendering it. */
export interface PublicPage {
  /** The canonical path, e.g. "/el/projects/roche". */
  path: string;
  language: Language;
  title: string;
  description: string;
  /** The day its content last changed, YYYY-MM-DD (ledger SE-1). */
  dateModified: string;
}

/** The day on which the words of each page that is no entry last changed: move it when they do. */
const wordsChanged = {
  home: '2026-11-20',
  about: '2026-11-20',
  projects: '2026-11-20',
  insights: '2026-11-20',
  media: '2026-11-20',
  contact: '2026-11-20',
  financial: '2026-11-20',
  sitemap: '2026-11-20',
} as const;

type Head = Pick<PublicPage, 'title' | 'description'>;

/** Every public page, language by language; one that lists others changes with them. */
export const publicPages: readonly PublicPage[] = Object.values(inEachLanguage(pagesIn)).flat();

/** The public page with this canonical path; undefined when there is none. */
export function findPublicPage(path: string): PublicPage | undefined {
  return publicPages.find((entry) => entry.path === path);
}

function pagesIn(language: Language): PublicPage[] {
  const words = pageWords[language];
  // Of the privacy text only the sections depend on the installation.
  const privacy = privacyText[language]({ retentionMonths: 0, turnstile: false });
  const page = (path: string, said: Head, changed: string, listed: readonly PublicPage[] = []) => {
    const { title, description } = said;
    const days = [changed, ...listed.map(({ dateModified }) => dateModified)].sort();
    const dateModified = days.at(-1) ?? changed;
    return { path: pathIn(language, path), language, title, description, dateModified };
  };
  const projectPages = projects[language].map(({ slug, title, description, dateModified }) =>
    page(`/projects/${slug}`, { title, description: description[0] ?? title }, dateModified),
  );
  const insightPages = insights[language].map(({ slug, title, subtitle, updatedAt }) =>
    page(`/insights/${slug}`, { title, description: subtitle }, updatedAt),
  );
  const mediaPages = mediaArticles[language].map(({ slug, title, excerpt, dateModified }) =>
    page(`/media/${slug}`, { title, description: excerpt }, dateModified),
  );
  const writtenPages = contentPages[language].map(({ path, title, subtitle, dateModified }) =>
    page(path, { title, description: subtitle }, dateModified),
  );
  return [
    page('/', home[language], wordsChanged.home, projectPages),
    page('/about', about[language], wordsChanged.about, insightPages),
    page('/projects', words.projects, wordsChanged.projects, projectPages),
    ...projectPages,
    page('/insights', words.insights, wordsChanged.insights, insightPages),
    ...insightPages,
    page('/media', words.media, wordsChanged.media, mediaPages),
    ...mediaPages,
    ...writtenPages,
    page('/contact', contact[language], wordsChanged.contact),
    page('/financial-data', financial[language], wordsChanged.financial),
    page('/privacy', privacy, privacy.updated),
    page('/terms', terms[language], terms[language].updated),
    page('/sitemap', words.sitemap, wordsChanged.sitemap, projectPages),
  ];
}
