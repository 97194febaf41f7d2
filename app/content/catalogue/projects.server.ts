import type { PictureData } from '#app/content/catalogue/pictures.server.ts';
import { formatYears } from '#app/content/formats.ts';
import type { ContentOf, Published } from '#app/content/kinds.server.ts';
import { forEachLanguage, getLocalizedPath, type Language } from '#app/content/language.ts';
import { getPageMessages } from '#app/content/messages/site.server.ts';
import {
  getMainPicture,
  getSiteContent,
  memoizeByContent,
  shownPicture,
} from '#app/content/site-content.server.ts';
import { findBySlug } from '#app/content/slugs.server.ts';
import type { ProjectType } from '#app/enquiry-fields.server.ts';

// The project type preselected for an enquiry from a project's page, by category (ledger P-10).
const projectTypes: Readonly<Record<string, ProjectType>> = {
  offices: 'Office Spaces',
  showroom: 'Exhibition Booths',
  exhibition: 'Exhibition Booths',
};

export function getProjectType({ kind }: Pick<Project, 'kind'>): ProjectType {
  return projectTypes[kind] ?? 'Public Buildings';
}

const SPECIFICATION_FIELDS = [
  'type',
  'construction',
  'architecture',
  'photographer',
  'client',
  'architect',
  'location',
  'year',
] as const;

type SpecificationField = (typeof SPECIFICATION_FIELDS)[number];

export interface Project {
  slug: string;
  formerSlugs: readonly string[];
  dateModified: string;
  title: string;
  kind: string;
  category: string;
  year: string;
  description: readonly string[];
  specifications: Readonly<Record<SpecificationField, string>>;
  main: PictureData;
  gallery: readonly PictureData[];
}

const getLocalizedProjects = memoizeByContent(({ projects }) =>
  forEachLanguage((language) => projects.map((entry) => localizeProject(entry, language))),
);

export const listProjects = (language: Language): readonly Project[] =>
  getLocalizedProjects()[language];

function localizeProject(
  { content, ...entry }: Published<ContentOf<'projects'>>,
  language: Language,
): Project {
  const { category: kind, drawing } = content;
  const year = formatYears(content.year, language);
  const main = getMainPicture(content.pictures, language);
  const names = SPECIFICATION_FIELDS.map((field) => [
    field,
    field === 'year' ? year : content[field][language],
  ]);
  return {
    ...entry,
    title: content.title[language],
    kind,
    category: getCategoryName(kind, language),
    year,
    description: content.description[language].split(/\n{2,}/).filter((text) => text !== ''),
    specifications: Object.fromEntries(names) as Record<SpecificationField, string>,
    main: { ...main, ...(drawing && { drawing: `/media-files/${drawing}` }) },
    gallery: content.pictures.slice(1).map((picture) => shownPicture(picture, language)),
  };
}

/** Returns an empty text for an unpublished category; a slug must not be shown as a name. */
function getCategoryName(slug: string, language: Language): string {
  const publishedCategory = getSiteContent().categories.find((category) => category.slug === slug);
  return publishedCategory?.content.title[language] ?? '';
}

export function findProject(slug: string, language: Language): Project | undefined {
  return findBySlug(listProjects(language), slug);
}

type Neighbour = Pick<Project, 'slug' | 'title'>;

export function findNeighbours(
  slug: string,
  language: Language,
): { previous?: Neighbour; next?: Neighbour } {
  const list = listProjects(language);
  const index = list.findIndex((entry) => entry.slug === slug);
  if (index === -1) return {};
  return { previous: list[index - 1], next: list[index + 1] };
}

export function getProjectNumber(slug: string): number {
  return getSiteContent().projects.findIndex((entry) => entry.slug === slug) + 1;
}

/** The slug of a category ("golf-club") and a year ("2024"). An absent value matches all. */
interface ProjectFilter {
  category?: string | undefined;
  year?: string | undefined;
}

interface Choice {
  value: string;
  label: string;
  count: number;
}

export function filterProjects({ category, year }: ProjectFilter, language: Language): Project[] {
  return listProjects(language).filter(
    (project) =>
      (category === undefined || project.kind === category) &&
      (year === undefined || listProjectYears(project).includes(year)),
  );
}

export function listCategories(filter: ProjectFilter, language: Language): Choice[] {
  return getSiteContent().categories.map(({ slug, content }) => {
    const { length: count } = filterProjects({ ...filter, category: slug }, language);
    return { value: slug, label: content.title[language], count };
  });
}

/** Returns all years, newest first. A project with a range of years counts in each of them. */
export function listYears(filter: ProjectFilter = {}): Choice[] {
  const years = [...new Set(listProjects('en').flatMap(listProjectYears))].sort().reverse();
  return years.map((value) => {
    return { value, label: value, count: filterProjects({ ...filter, year: value }, 'en').length };
  });
}

export interface OfAllProjects {
  zero: string;
  one: string;
  other: string;
}

export function formatProjectCount(
  { zero, one, other }: OfAllProjects,
  language: Language,
): string {
  const [{ value: last } = { value: '' }, ...before] = listYears();
  if (last === '') return zero;
  const first = before.at(-1)?.value ?? last;
  const { length: count } = listProjects(language);
  const { projectCount: countMessages } = getPageMessages(language).projects;
  const projects = (count === 1 ? countMessages.one : countMessages.other).replace(
    '{count}',
    String(count),
  );
  const text = first === last ? one : other;
  return text.replace('{projects}', projects).replace('{first}', first).replace('{last}', last);
}

const MAX_RANGE_YEARS = 100;

function listProjectYears({ year }: Project): string[] {
  const first = Number(year.slice(0, 4));
  const last = Number(year.slice(-4));
  // In a preview this may be a draft, and the years of a draft are not validated.
  const length = Math.min(last - first + 1, MAX_RANGE_YEARS);
  return Array.from({ length }, (_, step) => String(first + step));
}

/** Returns the specifications with a value, in the order of ledger PD-4. Empty and "-" mean no value. */
export function listSpecifications(project: Pick<Project, 'specifications'>, language: Language) {
  const labels = getPageMessages(language).project.fields;
  return SPECIFICATION_FIELDS.flatMap((field) => {
    const value = project.specifications[field].trim();
    return isNothing(value) ? [] : [{ field, label: labels[field], value }];
  });
}

export function isNothing(text: string): boolean {
  return ['', '-'].includes(text.trim());
}

export interface AboutProject {
  title: string;
  path: string | null;
}

export function findAboutProject(slug: string | null, language: Language): AboutProject | null {
  if (slug === null) return null;
  const project = findProject(slug, language);
  return project
    ? { title: project.title, path: getLocalizedPath(language, `/projects/${project.slug}`) }
    : { title: slug, path: null };
}
