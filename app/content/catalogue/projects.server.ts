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

/** In the order in which they are offered (ledger P-4). */
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

const categoryLabels: Bilingual<Record<Category, string>> = {
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
  },
};

/** What an enquiry from a project's page is most likely about (ledger P-10). */
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
    title: name().refine(({ en }) => slugOf(en) !== '', 'has no letter and no digit'),
    category: z.enum(categoryNames),
    year,
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
    return { ...entry, slug: slugOf(title.en), kind, category };
  });

/** Found by slug; the id is not unique (ledger P-5). */
export const projectsSchema = z.array(project).min(1).superRefine(refuseTwins);

/** `kind` is the category by the name that addresses have. */
export type Project = InOne<z.output<typeof project>>;

const written = readContent('projects.json', projectsSchema);

export const projects = inEachLanguage((language): readonly Project[] => inOne(written, language));

export function findProject(slug: string, language: Language): Project | undefined {
  return findBySlug(projects[language], slug);
}

type Neighbour = Pick<Project, 'slug' | 'title'>;

/** The first has no previous, the last no next (ledger PD-2). */
export function neighbours(
  slug: string,
  language: Language,
): { previous?: Neighbour; next?: Neighbour } {
  const list = projects[language];
  const index = list.findIndex((entry) => entry.slug === slug);
  if (index === -1) return {};
  return { previous: list[index - 1], next: list[index + 1] };
}

export function numberOf(slug: string): number {
  return written.findIndex((entry) => entry.slug === slug) + 1;
}

/** A category's slug ("golf-club") and a year ("2024"); absent means all. */
interface ProjectFilter {
  category?: string | undefined;
  year?: string | undefined;
}

export interface Choice {
  value: string;
  label: string;
  count: number;
}

export function filterProjects({ category, year }: ProjectFilter, language: Language): Project[] {
  return projects[language].filter(
    (project) =>
      (category === undefined || slugOf(project.kind) === category) &&
      (year === undefined || yearsOf(project).includes(year)),
  );
}

export function categories(filter: ProjectFilter, language: Language): Choice[] {
  return categoryNames.map((kind) => {
    const value = slugOf(kind);
    const { length: count } = filterProjects({ ...filter, category: value }, language);
    return { value, label: categoryLabels[language][kind], count };
  });
}

/** Newest first. A range counts for each of its years. */
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

/** Those that have a value ('' and '-' are none), in the order of ledger PD-4. */
export function specificationsOf(project: Pick<Project, 'specifications'>, language: Language) {
  const labels = pageWords[language].project.fields;
  return fields.flatMap((field) => {
    const value = project.specifications[field].trim();
    return isNothing(value) ? [] : [{ field, label: labels[field], value }];
  });
}

/** Ledger P-5. */
export function isNothing(text: string): boolean {
  return ['', '-'].includes(text.trim());
}

export interface AboutProject {
  title: string;
  /** Null when no page has this slug. */
  path: string | null;
}

export function aboutProject(slug: string | null, language: Language): AboutProject | null {
  if (slug === null) return null;
  const project = findProject(slug, language);
  return project
    ? { title: project.title, path: pathIn(language, `/projects/${project.slug}`) }
    : { title: slug, path: null };
}
