import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { readPictureDescriptions } from '#app/content/catalogue/picture-descriptions.server.ts';
import { pictureName } from '#app/content/catalogue/pictures.server.ts';
import { forEachLanguage, type Bilingual } from '#app/content/language.ts';
import {
  ContentError,
  day,
  formerSlugs,
  listContentFiles,
  messages,
  name,
  readContent,
  refuseDuplicateSlugs,
  translatedSchema,
} from '#app/content/read-content.server.ts';
import { toSlug } from '#app/content/slugs.server.ts';
import {
  buildSlug,
  kinds,
  type ContentOf,
  type DocumentList,
  type KindName,
  type Published,
  type ShownPicture,
  type SiteContent,
} from './kinds.server.ts';

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
    title: name().refine(({ en }) => toSlug(en) !== '', 'has no letter and no digit'),
    category: z.enum(Object.keys(categories)),
    year,
    dateModified: day,
    formerSlugs,
    description: translatedSchema(z.array(messages).min(1)),
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
  .transform((entry) => ({ ...entry, slug: toSlug(entry.title.en) }));

/** Projects are identified by slug, because ids are not unique (ledger P-5). */
export const projectsSchema = z.array(project).min(1).superRefine(refuseDuplicateSlugs);

export function readSampleContent(): SiteContent {
  return {
    insights: readSampleEntries('insights'),
    media: [],
    pages: readSampleEntries('pages'),
    projects: readContent('projects.json', projectsSchema).map((entry) => {
      const { slug, formerSlugs: previousSlugs, dateModified } = entry;
      return { slug, formerSlugs: previousSlugs, dateModified, content: toProjectContent(entry) };
    }),
    categories: Object.entries(categories).map(([en, el]) => {
      return {
        slug: toSlug(en),
        formerSlugs: [],
        dateModified: '',
        content: { title: { en, el } },
      };
    }),
    documents: documentYears.flatMap((year) => [
      buildSampleDocument('balance-sheets', year),
      buildSampleDocument('statements', year),
    ]),
    certificates: certificates.map(({ slug, file, ...content }) =>
      buildSampleEntry(slug, { ...content, file: file && requireSampleFile(file, 'pdf') }),
    ),
    company: [buildSampleEntry('company', readContent('company.json', kinds.company))],
    clients: clients.map((client) => {
      const mark = requireSampleFile(toSlug(client), 'svg');
      return buildSampleEntry(mark, { title: forEachLanguage(() => client), mark });
    }),
    pictures: new Map(),
  };
}

function readSampleEntries<Kind extends KindName>(kind: Kind): Published<ContentOf<Kind>>[] {
  const entry = z.strictObject({
    uid: z.string().optional(),
    dateModified: day,
    content: kinds[kind],
  });
  return listContentFiles(kind).map((slug) => {
    const fileContent = readContent(`${kind}/${slug}.json`, entry) as Omit<
      Published<ContentOf<Kind>>,
      'slug'
    >;
    return { ...fileContent, slug, formerSlugs: [] };
  });
}

const SAMPLE_DAY = '2026-11-22';

function buildSampleEntry<Content>(slug: string, content: Content): Published<Content> {
  return { slug, formerSlugs: [], dateModified: SAMPLE_DAY, content };
}

const documentYears = [2024, 2023, 2022, 2021, 2020, 2019, 2018, 2017, 2016];

function buildSampleDocument(list: DocumentList, year: number) {
  const title = forEachLanguage(() => '');
  const content = { title, list, year: String(year), file: null };
  const file = requireSampleFile(buildSlug('documents', content), 'pdf');
  return buildSampleEntry(file, { ...content, file });
}

const certificates = [
  {
    slug: 'iso-9001-2015',
    title: { en: 'TUV EN ISO 9001:2015', el: 'TÜV EN ISO 9001:2015' },
    says: { en: 'Quality management', el: 'Διαχείριση ποιότητας' },
    until: '',
    file: 'iso-9001-2015',
  },
  {
    slug: 'iso-14001-2015',
    title: { en: 'TUV EN ISO 14001:2015', el: 'TÜV EN ISO 14001:2015' },
    says: { en: 'Environmental management', el: 'Περιβαλλοντική διαχείριση' },
    until: '',
    file: 'iso-14001-2015',
  },
  {
    slug: 'fsc-accreditation',
    title: { en: 'FSC accreditation', el: 'Πιστοποίηση FSC' },
    says: {
      en: 'Responsible forestry, chain of custody',
      el: 'Υπεύθυνη διαχείριση δασών, αλυσίδα επιτήρησης',
    },
    until: '',
    file: null,
  },
];

// In the order of the carousel (ledger P-12). The marks are plain type and copy no trademark.
const clients = [
  'Ellinogermaniki Agogi',
  'Roche',
  'Nestle',
  'Technogym',
  'Terra Nord',
  'Pinakothiki',
  'S. Catherine',
  'Navarino',
  'Loriot',
  'Vilebrequin',
  'Medwood Expo',
  'Lapin',
  'Olive Press Museum',
  'Harbour Law',
  'Aegean Bistro',
  'Marina',
  'Pine Hills',
];

const folders = { pdf: 'documents', svg: 'marks' };

export const getSampleFile = (name: string, form: 'pdf' | 'svg') =>
  resolve(import.meta.dirname, folders[form], `${name}.${form}`);

export const isSampleFile = (name: string, form: 'pdf' | 'svg') =>
  /^[\w-]+$/.test(name) && existsSync(getSampleFile(name, form));

/** Throws for a missing or empty file when the sample is read, so that the build finds it, not a visitor. */
function requireSampleFile(name: string, form: 'pdf' | 'svg'): string {
  const file = getSampleFile(name, form);
  if (!statSync(file, { throwIfNoEntry: false })?.size)
    throw new ContentError(`${file}: missing or empty, but the sample has it`);
  return name;
}

function toProjectContent(entry: z.output<typeof project>): ContentOf<'projects'> {
  const { title, category, image, images, description } = entry;
  const { year: _, ...specifications } = entry.specifications;
  const descriptions = readPictureDescriptions();
  const describePicture = (picture: string): ShownPicture => {
    const { alt, focal } = descriptions[`${picture}.jpg`]!;
    const focus = focal.map((share) => Math.round(share * 10) * 10) as [number, number];
    return { name: picture, alt, credit: '', focus };
  };
  return {
    ...blankDashes(specifications),
    title,
    category: toSlug(category),
    year: entry.year,
    description: forEachLanguage((language) => description[language].join('\n\n')),
    pictures: [image, ...images].map(describePicture),
    drawing: null,
  };
}

type Names = Record<
  Exclude<keyof z.output<typeof project>['specifications'], 'year'>,
  Bilingual<string>
>;

function blankDashes(names: Names): Names {
  const entries = Object.entries(names).map(([field, value]) => {
    return [
      field,
      forEachLanguage((language) => (value[language].trim() === '-' ? '' : value[language])),
    ];
  });
  return Object.fromEntries(entries) as Names;
}
