import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { about } from '#app/content/texts/about.ts';
import { contact } from '#app/content/texts/contact.ts';
import { financial } from '#app/content/texts/financial.ts';
import { home } from '#app/content/texts/home.ts';
import { insights } from '#app/content/articles/insights.server.ts';
import { mediaArticles } from '#app/content/articles/media.server.ts';
import { contentPages } from '#app/content/articles/pages.server.ts';
import { picture } from '#app/content/catalogue/pictures.server.ts';
import type { PictureData } from '#app/content/catalogue/pictures.server.ts';
import { privacyText } from '#app/content/texts/privacy.ts';
import { projects } from '#app/content/catalogue/projects.server.ts';
import {
  insightsPage,
  mediaPage,
  projectsPage,
  sitemapPage,
} from '#app/content/texts/site-pages.ts';
import { terms } from '#app/content/texts/terms.ts';

/** The card a link to a page shows when it is shared: 1200 by 630 px (ledger SE-2). */
export interface PreviewCard {
  /** The page's canonical path. */
  path: string;
  /** Where the file is served and, below public/, kept: "/og/projects/roche.jpg". */
  src: string;
  lines: string[];
  note: string;
  picture: PictureData;
}

/** What a page says about its preview. */
export interface Preview {
  src: string;
  alt: string;
}

const PLACE = '5,000 m², Avlona, Attica';

/** A card for each public page. */
export const previewCards: readonly PreviewCard[] = [
  card('/', [...home.hero.heading], PLACE, 'hero-saw-poster'),
  card('/about', balance(about.subtitle), PLACE, 'about-hero'),
  card(
    '/projects',
    [projectsPage.title],
    `${projects.length} projects, made in Avlona`,
    '08-navarino',
  ),
  card('/contact', balance(contact.heading), PLACE, 'facility-1'),
  card('/insights', [insightsPage.title], 'How we think about wood', 'insight-2'),
  card('/media', [mediaPage.title], 'News from the workshop', 'facility-4'),
  card('/financial-data', [financial.title], '2016 to 2024', 'texture-walnut'),
  card(
    '/privacy',
    [privacyText({ retentionMonths: 0, turnstile: false }).title],
    PLACE,
    'facility-5',
  ),
  card('/terms', [terms.title], PLACE, 'facility-6'),
  card('/sitemap', [sitemapPage.title], PLACE, 'texture-oak'),
  ...projects.map(({ slug, title, category, year, image }) =>
    card(`/projects/${slug}`, balance(title), `${category}, ${year}`, image),
  ),
  ...insights.map(({ slug, title, subtitle, image }) =>
    card(`/insights/${slug}`, balance(title), subtitle, image),
  ),
  ...mediaArticles.map(({ slug, title, category, image }) =>
    card(`/media/${slug}`, balance(title), category, image),
  ),
  ...contentPages.map(({ path, title, subtitle }) =>
    card(path, balance(title), subtitle, 'texture-oak'),
  ),
];

// The build draws what is missing; a page that was added since must not name a file that is not there.
const drawn = previewCards.filter(({ src }) =>
  existsSync(resolve(import.meta.dirname, `../../public${src}`)),
);

/** The preview of a page by its canonical path; the home page's for one that has none. */
export function previewOf(path: string): Preview {
  const { src, lines, note, picture } =
    drawn.find((entry) => entry.path === path) ?? previewCards[0]!;
  return { src, alt: [lines.join(' '), note, picture.alt].map(asSentence).join(' ') };
}

function card(path: string, lines: string[], note: string, name: string): PreviewCard {
  const src = `/og/${path === '/' ? 'home' : path.slice(1)}.jpg`;
  return { path, src, lines, note, picture: picture(name) };
}

function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

// Two lines, the words shared out so that the longer line is as short as it can be.
function balance(title: string): string[] {
  const words = title.split(' ');
  const splits = words.slice(1).map((_, index) => {
    const cut = index + 1;
    return [words.slice(0, cut).join(' '), words.slice(cut).join(' ')];
  });
  const longest = (lines: string[]) => Math.max(...lines.map((line) => line.length));
  return splits.toSorted((one, other) => longest(one) - longest(other))[0] ?? [title];
}
