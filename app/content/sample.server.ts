import { z } from 'zod';
import { pictureName } from '#app/content/catalogue/pictures.server.ts';
import { readPictureDescriptions } from '#app/content/catalogue/picture-descriptions.server.ts';
import {
  day,
  formerSlugs,
  name,
  readContent,
  refuseTwins,
  said,
  words,
} from '#app/content/read-content.server.ts';
import { type Bilingual, inEachLanguage } from '#app/content/language.ts';
import { slugOf } from '#app/content/formats.ts';
import { type ContentOf, type ShownPicture, type SiteContent, kinds } from './kinds.server.ts';

/** In the order in which they are offered (ledger P-4). */
const categories: Record<string, string> = {
  'Golf Club': 'Λέσχες γκολφ',
  Offices: 'Γραφεία',
  Cultural: 'Πολιτισμός',
  School: 'Σχολεία',
  Restaurant: 'Εστιατόρια',
  Store: 'Καταστήματα',
  Showroom: 'Εκθεσιακοί χώροι',
  Retail: 'Λιανική',
  Hospital: 'Νοσοκομεία',
  Exhibition: 'Εκθέσεις',
};

const year = z
  .string()
  .regex(/^\d{4}(?:-\d{4})?$/, 'is no year (2024) and no range of years (2024-2025)')
  .refine((text) => text.slice(0, 4) <= text.slice(-4), 'is a range that ends before it begins');

const project = z
  .strictObject({
    id: z.int().positive(),
    title: name().refine(({ en }) => slugOf(en) !== '', 'has no letter and no digit'),
    category: z.enum(Object.keys(categories)),
    year,
    dateModified: day,
    formerSlugs,
    description: said(z.array(words).min(1)),
    image: pictureName,
    images: z.array(pictureName),
    specifications: z.strictObject({
      type: name(),
      construction: name(),
      architecture: name(),
      photographer: name(),
      client: name(),
      architect: name(),
      location: name(),
      year: z.string(),
    }),
  })
  .transform((entry) => ({ ...entry, slug: slugOf(entry.title.en) }));

/** Found by slug; the id is not unique (ledger P-5). */
export const projectsSchema = z.array(project).min(1).superRefine(refuseTwins);

/** What a new data folder is filled with, and what is shown where there is none (PB-1). */
export function sampleContent(): SiteContent {
  return {
    projects: readContent('projects.json', projectsSchema).map((entry) => {
      const { slug, formerSlugs: former, dateModified } = entry;
      return { slug, formerSlugs: former, dateModified, content: contentOf(entry) };
    }),
    categories: Object.entries(categories).map(([en, el]) => {
      return {
        slug: slugOf(en),
        formerSlugs: [],
        dateModified: '',
        content: { title: { en, el } },
      };
    }),
    company: [
      {
        slug: 'company',
        formerSlugs: [],
        dateModified: '2026-11-22',
        content: readContent('company.json', kinds.company),
      },
    ],
    pictures: new Map(),
  };
}

function contentOf(entry: z.output<typeof project>): ContentOf<'projects'> {
  const { title, category, image, images, description } = entry;
  const { year: _, ...specifications } = entry.specifications;
  const descriptions = readPictureDescriptions();
  const shown = (picture: string): ShownPicture => {
    const { alt, focal } = descriptions[`${picture}.jpg`]!;
    const focus = focal.map((share) => Math.round(share * 10) * 10) as [number, number];
    return { name: picture, alt, credit: '', focus };
  };
  return {
    ...inOrder(specifications),
    title,
    category: slugOf(category),
    year: entry.year,
    description: inEachLanguage((language) => description[language].join('\n\n')),
    pictures: [image, ...images].map(shown),
    drawing: null,
  };
}

type Names = Record<
  Exclude<keyof z.output<typeof project>['specifications'], 'year'>,
  Bilingual<string>
>;

/** A dash says that there is none (ledger P-5). */
function inOrder(names: Names): Names {
  const entries = Object.entries(names).map(([field, value]) => {
    return [
      field,
      inEachLanguage((language) => (value[language].trim() === '-' ? '' : value[language])),
    ];
  });
  return Object.fromEntries(entries) as Names;
}
