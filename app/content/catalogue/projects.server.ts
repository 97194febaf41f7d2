import { pictureName } from '#app/content/catalogue/pictures.server.ts';
import { z } from 'zod';
import {
  type InOne,
  day,
  findBySlug,
  formerSlugs,
  inOne,
  name,
  readContent,
  refuseTwins,
  said,
  words,
} from '#app/content/read-content.server.ts';
import { type Bilingual, type Language, inEachLanguage, pathIn } from '#app/content/language.ts';
import type { ProjectType } from '#app/content/words/contact.server.ts';
import { slugOf } from '#app/content/formats.ts';
import { pageWords } from '#app/content/words/site.server.ts';

/** The categories of the catalogue (ledger P-4), in the order in which they are offered. */
export const categoryNames = [
  'Golf Club',
  'Offices',
  'Cultural',
  'School',
  'Restaurant',
  'Store',
  'Showroom',
  'Retail',
  'Hospital',
  'Exhibition',
] as const;

export type Category = (typeof categoryNames)[number];

/** How each of them is shown; addresses and content have the English name. */
export const categoryLabels: Bilingual<Record<Category, string>> = {
  en: {
    'Golf Club': 'Golf Club',
    Offices: 'Offices',
    Cultural: 'Cultural',
    School: 'School',
    Restaurant: 'Restaurant',
    Store: 'Store',
    Showroom: 'Showroom',
    Retail: 'Retail',
    Hospital: 'Hospital',
    Exhibition: 'Exhibition',
  },
  el: {
    'Golf Club': 'Λέσχη γκολφ',
    Offices: 'Γραφεία',
    Cultural: 'Πολιτισμός',
    School: 'Σχολείο',
    Restaurant: 'Εστιατόριο',
    Store: 'Κατάστημα',
    Showroom: 'Εκθεσιακός χώρος',
    Retail: 'Λιανικό εμπόριο',
    Hospital: 'Νοσοκομείο',
    Exhibition: 'Έκθεση',
  },
};

/** The project type that an enquiry from a project's page is most likely about (ledger P-10). */
export const projectTypes: Record<Category, ProjectType> = {
  'Golf Club': 'Public Buildings',
  Offices: 'Office Spaces',
  Cultural: 'Public Buildings',
  School: 'Public Buildings',
  Restaurant: 'Public Buildings',
  Store: 'Public Buildings',
  Showroom: 'Exhibition Booths',
  Retail: 'Public Buildings',
  Hospital: 'Public Buildings',
  Exhibition: 'Exhibition Booths',
};

const year = z
  .string()
  .regex(/^\d{4}(?:-\d{4})?$/, 'is no year (2024) and no range of years (2024-2025)')
  .refine((text) => text.slice(0, 4) <= text.slice(-4), 'is a range that ends before it begins');

const specifications = z.strictObject({
  type: name(),
  construction: name(),
  architecture: name(),
  photographer: name(),
  client: name(),
  architect: name(),
  location: name(),
  year: z.string(),
});

const project = z
  .strictObject({
    id: z.int().positive(),
    title: words.refine((title) => slugOf(title) !== '', 'has no letter and no digit'),
    category: z.enum(categoryNames),
    year,
    /** The day the entry last changed (ledger SE-1). */
    dateModified: day,
    formerSlugs,
    description: said(z.array(words).min(1)),
    image: pictureName,
    images: z.array(pictureName),
    specifications,
  })
  .transform((entry) => {
    const { title, category: kind } = entry;
    const category = inEachLanguage((language) => categoryLabels[language][kind]);
    return { ...entry, slug: slugOf(title), kind, category };
  });

/** The catalogue's schema: entries in list order, found by slug; the id is not unique (P-5). */
export const projectsSchema = z.array(project).min(1).superRefine(refuseTwins);

/** A project as one language says it. Its kind is its category by the name that addresses have. */
export type Project = InOne<z.output<typeof project>>;

const written = readContent('projects.json', projectsSchema);

/** All projects in list order. */
export const projects = inEachLanguage((language): readonly Project[] => inOne(written, language));

/** The project that has, or had, this slug; undefined when there is none. */
export function findProject(slug: string, language: Language): Project | undefined {
  return findBySlug(projects[language], slug);
}

type Neighbour = Pick<Project, 'slug' | 'title'>;

/** The neighbours in list order (PD-2): the first has no previous, the last no next. */
export function neighbours(slug: string): { previous?: Neighbour; next?: Neighbour } {
  const index = written.findIndex((entry) => entry.slug === slug);
  if (index === -1) return {};
  return { previous: written[index - 1], next: written[index + 1] };
}

/** The number under which a project stands in the list, from 1. */
export function numberOf(slug: string): number {
  return written.findIndex((entry) => entry.slug === slug) + 1;
}

/** A category's slug ("golf-club") and a year ("2024"); absent means all. */
export interface ProjectFilter {
  category?: string | undefined;
  year?: string | undefined;
}

/** One choice of a filter: the value in the URL, the name to show, how many projects it gives. */
export interface Choice {
  value: string;
  label: string;
  count: number;
}

/** The projects of a category and a year, in list order. A value that nobody has gives none. */
export function filterProjects({ category, year }: ProjectFilter, language: Language): Project[] {
  return projects[language].filter(
    (project) =>
      (category === undefined || slugOf(project.kind) === category) &&
      (year === undefined || yearsOf(project).includes(year)),
  );
}

/** The categories in the order of ledger P-4, counted within the chosen year. */
export function categories(filter: ProjectFilter, language: Language): Choice[] {
  return categoryNames.map((kind) => {
    const value = slugOf(kind);
    const { length: count } = filterProjects({ ...filter, category: value }, language);
    return { value, label: categoryLabels[language][kind], count };
  });
}

/** The years, newest first, counted within the chosen category. A range counts for each of its years. */
export function years(filter: ProjectFilter = {}): Choice[] {
  const all = [...new Set(projects.en.flatMap(yearsOf))].sort().reverse();
  return all.map((value) => {
    return { value, label: value, count: filterProjects({ ...filter, year: value }, 'en').length };
  });
}

function yearsOf({ year }: Project): string[] {
  const first = Number(year.slice(0, 4));
  const last = Number(year.slice(-4));
  return Array.from({ length: last - first + 1 }, (_, step) => String(first + step));
}

type Field = keyof Project['specifications'];

const fields: readonly Field[] = [
  'type',
  'construction',
  'architecture',
  'photographer',
  'client',
  'architect',
  'location',
  'year',
];

export interface Specification {
  field: Field;
  label: string;
  value: string;
}

/** The specifications that have a value ('' and '-' are none), in the order of ledger PD-4. */
export function specificationsOf(
  project: Pick<Project, 'specifications'>,
  language: Language,
): Specification[] {
  const labels = pageWords[language].project.fields;
  return fields.flatMap((field) => {
    const value = project.specifications[field].trim();
    return isNothing(value) ? [] : [{ field, label: labels[field], value }];
  });
}

/** Whether a text stands for "nothing known" (ledger P-5). */
export function isNothing(text: string): boolean {
  return ['', '-'].includes(text.trim());
}

/** The project whose page an enquiry came from: its title, or the slug of one that is not there. */
export interface AboutProject {
  title: string;
  /** Null when no page has this slug. */
  path: string | null;
}

/** Names the project that an enquiry carries as a slug; null for an enquiry about none. */
export function aboutProject(slug: string | null, language: Language): AboutProject | null {
  if (slug === null) return null;
  const project = findProject(slug, language);
  return project
    ? { title: project.title, path: pathIn(language, `/projects/${project.slug}`) }
    : { title: slug, path: null };
}
