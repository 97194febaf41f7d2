import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { contentPages, insights, mediaArticles } from '#app/content/articles/articles.server.ts';
import { type Language, bilingual, inEachLanguage, pathIn } from '#app/content/language.ts';
import { about } from '#app/content/words/about.server.ts';
import { contact } from '#app/content/words/contact.server.ts';
import { financial, pageWords } from '#app/content/words/site.server.ts';
import { home } from '#app/content/words/home.server.ts';
import { privacyText } from '#app/content/words/privacy.server.ts';
import { terms } from '#app/content/words/terms.server.ts';
import { type PictureData, picture } from './catalogue/pictures.server.ts';
import { projects } from './catalogue/projects.server.ts';

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

/** The lines of dimension under the pictures of pages that have none of their own. */
const notes = bilingual({
  en: {
    place: '5,000 m², Avlona, Attica',
    projects: `${projects.en.length} projects, made in Avlona`,
    insights: 'How we think about wood',
    media: 'News from the workshop',
    years: '2016 to 2024',
  },
  el: {
    place: '5.000 τ.μ., Αυλώνας Αττικής',
    projects: `${projects.el.length} έργα, φτιαγμένα στον Αυλώνα`,
    insights: 'Σκέψεις για το ξύλο',
    media: 'Νέα από το εργαστήριο',
    years: '2016 έως 2024',
  },
});

/** A card for each public page. */
export const previewCards: readonly PreviewCard[] = Object.values(inEachLanguage(cardsIn)).flat();

function cardsIn(language: Language): PreviewCard[] {
  const { place, ...note } = notes[language];
  const { insights: list, media, projects: catalogue, sitemap } = pageWords[language];
  const card = (path: string, lines: readonly string[], said: string, name: string) => {
    const own = pathIn(language, path);
    const src = `/og${own === '/' ? '/home' : own}.jpg`;
    return { path: own, src, lines: [...lines], note: said, picture: picture(name, language) };
  };
  // Of the privacy text only the sections depend on the installation.
  const privacy = privacyText[language]({ retentionMonths: 0, turnstile: false });
  return [
    card('/', home[language].hero.heading, place, 'hero-saw-poster'),
    card('/about', balance(about[language].subtitle), place, 'about-hero'),
    card('/projects', [catalogue.title], note.projects, '08-navarino'),
    card('/contact', balance(contact[language].heading), place, 'facility-1'),
    card('/insights', [list.title], note.insights, 'insight-2'),
    card('/media', [media.title], note.media, 'facility-4'),
    card('/financial-data', [financial[language].title], note.years, 'texture-walnut'),
    card('/privacy', [privacy.title], place, 'facility-5'),
    card('/terms', [terms[language].title], place, 'facility-6'),
    card('/sitemap', [sitemap.title], place, 'texture-oak'),
    ...projects[language].map(({ slug, title, category, year, image }) =>
      card(`/projects/${slug}`, balance(title), `${category}, ${year}`, image),
    ),
    ...insights[language].map(({ slug, title, subtitle, image }) =>
      card(`/insights/${slug}`, balance(title), subtitle, image),
    ),
    ...mediaArticles[language].map(({ slug, title, category, image }) =>
      card(`/media/${slug}`, balance(title), category, image),
    ),
    ...contentPages[language].map(({ path, title, subtitle }) =>
      card(path, balance(title), subtitle, 'texture-oak'),
    ),
  ];
}

// The build draws what is missing; a page that was added since must not name a file that is not there.
const drawn = previewCards.filter(({ src }) =>
  existsSync(resolve(import.meta.dirname, `../../public${src}`)),
);

/** The preview of a page by its path without a prefix; the home page's for one that has none. */
export function previewOf(path: string, language: Language): Preview {
  const own = pathIn(language, path);
  const home = pathIn(language, '/');
  const { src, lines, note, picture } =
    drawn.find((entry) => entry.path === own) ?? previewCards.find((entry) => entry.path === home)!;
  return { src, alt: [lines.join(' '), note, picture.alt].map(asSentence).join(' ') };
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
