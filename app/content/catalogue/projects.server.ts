import { z } from 'zod';
import { findBySlug, formerSlugs, refuseTwins } from '#app/content/addresses.server.ts';
import { contact } from '#app/content/texts/contact.ts';
import { readContent } from '#app/content/read-content.server.ts';
import { day, pictureName, words } from '#app/content/schema-parts.server.ts';
import { slugOf } from '#app/content/slug.ts';

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

type Category = (typeof categoryNames)[number];

/** The project type that an enquiry from a project's page is most likely about (ledger P-10). */
export const projectTypes: Record<Category, (typeof contact.projectTypes)[number]> = {
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
  type: z.string(),
  construction: z.string(),
  architecture: z.string(),
  photographer: z.string(),
  client: z.string(),
  architect: z.string(),
  location: z.string(),
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
    description: z.array(words).min(1),
    image: pictureName,
    images: z.array(pictureName),
    specifications,
  })
  .transform((entry) => ({ ...entry, slug: slugOf(entry.title) }));

/** The catalogue's schema: entries in list order, found by slug; the id is not unique (P-5). */
export const projectsSchema = z.array(project).min(1).superRefine(refuseTwins);

export type Project = z.output<typeof project>;

/** All projects in list order. */
export const projects: readonly Project[] = readContent('projects.json', projectsSchema);

/** The project that has, or had, this slug; undefined when there is none. */
export function findProject(slug: string): Project | undefined {
  return findBySlug(projects, slug);
}

/** The neighbours in list order (PD-2): the first has no previous, the last no next. */
export function neighbours(slug: string): { previous?: Project; next?: Project } {
  const index = projects.findIndex((entry) => entry.slug === slug);
  if (index === -1) return {};
  return { previous: projects[index - 1], next: projects[index + 1] };
}

/** The number under which a project stands in the list, from 1. */
export function numberOf(slug: string): number {
  return projects.findIndex((entry) => entry.slug === slug) + 1;
}
