import { contact } from '#app/content/contact.ts';
import { home } from '#app/content/home.ts';
import { insights } from '#app/content/insights.server.ts';
import { contentPages } from '#app/content/pages.server.ts';
import { picture } from '#app/content/pictures.server.ts';
import type { PictureData } from '#app/content/pictures.server.ts';
import { projects } from '#app/content/projects.server.ts';

export interface Card {
  /** The file below public/og, without ending. */
  file: string;
  lines: string[];
  note: string;
  picture: PictureData;
}

const PLACE = '5,000 m², Avlona, Attica';

/** A card for each page that is worth sharing: /og/{page}.jpg, /og/projects/{slug}.jpg, … */
export function listCards(): Card[] {
  return [
    card('home', [...home.hero.heading], PLACE, 'hero-saw-poster'),
    card('about', ['State-of-the-art', 'wood factory'], PLACE, 'about-hero'),
    card('projects', ['Projects'], `${projects.length} projects, made in Avlona`, '08-navarino'),
    card('contact', balance(contact.heading), PLACE, 'facility-1'),
    card('insights', ['Insights'], 'How we think about wood', 'insight-2'),
    card('media', ['Media'], 'News from the workshop', 'facility-4'),
    card('financial-data', ['Financial Data'], '2016 to 2024', 'texture-walnut'),
    ...projects.map(({ slug, title, category, year, image }) =>
      card(`projects/${slug}`, balance(title), `${category}, ${year}`, image),
    ),
    ...insights.map(({ slug, title, subtitle, image }) =>
      card(`insights/${slug}`, balance(title), subtitle, image),
    ),
    ...contentPages.map(({ slug, title, subtitle }) =>
      card(`page/${slug}`, balance(title), subtitle, 'texture-oak'),
    ),
  ];
}

function card(file: string, lines: string[], note: string, name: string): Card {
  return { file, lines, note, picture: picture(name) };
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
