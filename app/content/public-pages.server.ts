import { about } from '#app/content/texts/about.ts';
import { contact } from '#app/content/texts/contact.ts';
import { financial } from '#app/content/texts/financial.ts';
import { home } from '#app/content/texts/home.ts';
import { insights } from '#app/content/articles/insights.server.ts';
import { mediaArticles } from '#app/content/articles/media.server.ts';
import { contentPages } from '#app/content/articles/pages.server.ts';
import { privacyText } from '#app/content/texts/privacy.ts';
import { projects } from '#app/content/catalogue/projects.server.ts';
import {
  insightsPage,
  mediaPage,
  projectsPage,
  sitemapPage,
} from '#app/content/texts/site-pages.ts';
import { terms } from '#app/content/texts/terms.ts';

/** What is known of a public page without rendering it. */
export interface PublicPage {
  /** The canonical path, e.g. "/projects/roche". */
  path: string;
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

// Of the privacy text only the sections depend on the installation.
const privacy = privacyText({ retentionMonths: 0, turnstile: false });

const projectPages = projects.map(({ slug, title, description, dateModified }) =>
  page(`/projects/${slug}`, { title, description: description[0] ?? title }, dateModified),
);
const insightPages = insights.map(({ slug, title, subtitle, updatedAt }) =>
  page(`/insights/${slug}`, { title, description: subtitle }, updatedAt),
);
const mediaPages = mediaArticles.map(({ slug, title, excerpt, dateModified }) =>
  page(`/media/${slug}`, { title, description: excerpt }, dateModified),
);
const writtenPages = contentPages.map(({ path, title, subtitle, dateModified }) =>
  page(path, { title, description: subtitle }, dateModified),
);

/** Every public page; one that lists others changes with them. */
export const publicPages: readonly PublicPage[] = [
  page('/', home, wordsChanged.home, projectPages),
  page('/about', about, wordsChanged.about, insightPages),
  page('/projects', projectsPage, wordsChanged.projects, projectPages),
  ...projectPages,
  page('/insights', insightsPage, wordsChanged.insights, insightPages),
  ...insightPages,
  page('/media', mediaPage, wordsChanged.media, mediaPages),
  ...mediaPages,
  ...writtenPages,
  page('/contact', contact, wordsChanged.contact),
  page('/financial-data', financial, wordsChanged.financial),
  page('/privacy', privacy, privacy.updated),
  page('/terms', terms, terms.updated),
  page('/sitemap', sitemapPage, wordsChanged.sitemap, projectPages),
];

/** The public page with this canonical path; undefined when there is none. */
export function findPublicPage(path: string): PublicPage | undefined {
  return publicPages.find((entry) => entry.path === path);
}

function page(
  path: string,
  { title, description }: { title: string; description: string },
  changed: string,
  listed: readonly PublicPage[] = [],
): PublicPage {
  const days = [changed, ...listed.map(({ dateModified }) => dateModified)].sort();
  return { path, title, description, dateModified: days.at(-1) ?? changed };
}
