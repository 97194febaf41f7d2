import { z } from 'zod';
import { findBySlug, formerSlugs, refuseTwins } from '#app/content/addresses.server.ts';
import { type InOne, inOne, name, said } from '#app/content/in-each-language.server.ts';
import { type Language, inEachLanguage } from '#app/content/language.ts';
import type { ProjectType } from '#app/content/texts/contact.server.ts';
import { readContent } from '#app/content/read-content.server.ts';
import { day, pictureName, words } from '#app/content/schema-parts.server.ts';
import { slugOf } from '#app/content/slug.ts';
import { type Category, categoryLabels, categoryNames } from './categories.server.ts';

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
