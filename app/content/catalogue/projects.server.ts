import type { PictureData } from '#app/content/catalogue/pictures.server.ts';
import { formatYears, formatYearSpan, type YearTexts } from '#app/content/formats.ts';
import type { ContentOf, Published } from '#app/content/kinds.server.ts';
import { buildPerLanguage, getLocalizedPath, type Language } from '#app/content/language.ts';
import {
  getMainPictureOrPlaceholder,
  getSiteContent,
  memoizeByContent,
  presentPicture,
} from '#app/content/site-content.server.ts';
import { findBySlug } from '#app/content/slugs.server.ts';
import { sampleRequestTitles } from '#app/content/texts/contact.server.ts';
import { getPageTexts } from '#app/content/texts/site.server.ts';
import type { ProjectType } from '#app/enquiry-fields.server.ts';

/** The value of `?about` for a sample of wood (VP-8), stored in `about_project` like the slug of a project. */
export const SAMPLE_REQUEST = 'sample';

/** The content page that offers samples. */
export const MATERIALS_PATH = '/page/materials';

const projectTypesByCategory: Readonly<Record<string, ProjectType>> = {
  offices: 'Office Spaces',
  showroom: 'Exhibition Booths',
  exhibition: 'Exhibition Booths',
};
const DEFAULT_PROJECT_TYPE: ProjectType = 'Public Buildings';

/** Returns the project type that an enquiry from the page of a project starts with (P-10). */
export function getPreselectedProjectType(categorySlug: string): ProjectType {
  return projectTypesByCategory[categorySlug] ?? DEFAULT_PROJECT_TYPE;
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
  categorySlug: string;
  /** The name of the category; empty if it is not published. */
  category: string;
  /** The published works that were made for it, in the order of the desk (VP-6). */
  works: readonly { slug: string; name: string }[];
  /** A year, or a range such as "2024-2025". */
  year: string;
  description: readonly string[];
  specifications: Readonly<Record<SpecificationField, string>>;
  main: PictureData;
  gallery: readonly PictureData[];
}

const getLocalizedProjects = memoizeByContent(({ projects }) =>
  buildPerLanguage((language) => projects.map((entry) => localizeProject(entry, language))),
);

/** Returns the published projects in the order of the desk. */
export const listProjects = (language: Language): readonly Project[] =>
  getLocalizedProjects()[language];

function localizeProject(
  { slug, formerSlugs, dateModified, content }: Published<ContentOf<'projects'>>,
  language: Language,
): Project {
  const { category: categorySlug, drawing } = content;
  const year = formatYears(content.year, language);
  const title = content.title[language];
  const publishedCategory = getSiteContent().categories.find(({ slug }) => slug === categorySlug);
  // A slug must not be shown as a name.
  const category = publishedCategory?.content.title[language] ?? '';
  const works = getSiteContent().works.filter((work) => content.made.includes(work.slug));

  const context = { title, category };
  const main = getMainPictureOrPlaceholder(content.pictures, language, context);

  const specifications = SPECIFICATION_FIELDS.map((field) => {
    return [field, field === 'year' ? year : content[field][language]] as const;
  });

  return {
    slug,
    formerSlugs,
    dateModified,
    title,
    categorySlug,
    category,
    works: works.map((work) => ({ slug: work.slug, name: work.content.title[language] })),
    year,
    description: content.description[language].split(/\n\s*\n/).filter((text) => text !== ''),
    specifications: Object.fromEntries(specifications) as Record<SpecificationField, string>,
    main: drawing ? { ...main, drawing: `/media-files/${drawing}` } : main,
    gallery: content.pictures
      .slice(1)
      .map((picture, index) => presentPicture(picture, language, context, index + 2)),
  };
}

/** Finds a project by its current slug, or else by a former one. */
export function findProject(slug: string, language: Language): Project | undefined {
  return findBySlug(listProjects(language), slug);
}

/** Returns the projects before and after this one in the order of the desk; neither for an unknown slug. */
export function findNeighbourProjects(
  slug: string,
  language: Language,
): { previous?: Project | undefined; next?: Project | undefined } {
  const list = listProjects(language);
  const index = list.findIndex((entry) => entry.slug === slug);
  if (index === -1) return {};
  return { previous: list[index - 1], next: list[index + 1] };
}

const MAX_RELATED_PROJECTS = 3;

/**
 * Returns up to three other projects with works or the category of this one: those with most of its works first, then
 * those of its category, the newest first (VP-8).
 */
export function listRelatedProjects(
  { slug, categorySlug, works }: Pick<Project, 'slug' | 'categorySlug' | 'works'>,
  language: Language,
): Project[] {
  const workSlugs = works.map((work) => work.slug);
  const countSharedWorks = (other: Project) =>
    other.works.filter((work) => workSlugs.includes(work.slug)).length;
  const isInCategory = (other: Project) => other.categorySlug === categorySlug;

  return listProjects(language)
    .filter((other) => other.slug !== slug)
    .filter((other) => countSharedWorks(other) > 0 || isInCategory(other))
    .toSorted(
      (one, other) =>
        countSharedWorks(other) - countSharedWorks(one) ||
        Number(isInCategory(other)) - Number(isInCategory(one)) ||
        getLastYear(other) - getLastYear(one),
    )
    .slice(0, MAX_RELATED_PROJECTS);
}

const getLastYear = ({ year }: Project) => Number(year.slice(-4));

/** Finds the newest project whose client or title, in English, contains the words of a client's name (VP-8). */
export function findNewestClientProject(clientName: string): Project | undefined {
  return listProjects('en')
    .filter(({ title, specifications }) =>
      [specifications.client, title].some((text) => containsWords(text, clientName)),
    )
    .toSorted((one, other) => getLastYear(other) - getLastYear(one))[0];
}

/** "Shop Loriot" contains the words of "Loriot", and "Lapin" does not contain those of "Lap". */
function containsWords(text: string, words: string): boolean {
  const wantedWords = joinWords(words);
  return wantedWords !== '' && ` ${joinWords(text)} `.includes(` ${wantedWords} `);
}

const joinWords = (text: string) => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

export function presentProjectCard({ slug, title, category, year, main }: Project) {
  return { slug, title, category, year, picture: main, number: getProjectNumber(slug) };
}

/** Returns the position among all projects, from 1; 0 for an unknown slug. */
export function getProjectNumber(slug: string): number {
  return getSiteContent().projects.findIndex((entry) => entry.slug === slug) + 1;
}

/** The slugs of a work ("staircases") and of a category ("golf-club"), and a year. An absent value matches all. */
export interface ProjectFilter {
  made?: string | undefined;
  category?: string | undefined;
  year?: string | undefined;
}

/** Returns the matching projects in the order of the desk. A project with a range of years matches each of them. */
export function listMatchingProjects(
  { made, category, year }: ProjectFilter,
  language: Language,
): Project[] {
  return listProjects(language).filter(
    (project) =>
      (made === undefined || project.works.some(({ slug }) => slug === made)) &&
      (category === undefined || project.categorySlug === category) &&
      (year === undefined || listProjectYears(project).includes(year)),
  );
}

/**
 * Returns the works and categories in the order of the desk, and the years of all projects, newest first. The count is
 * that of the projects under the rest of the filter.
 */
export function listFilterChoices(filter: ProjectFilter, language: Language) {
  const toChoice = (by: keyof ProjectFilter, value: string, label: string) => {
    const count = listMatchingProjects({ ...filter, [by]: value }, language).length;
    return { value, label, count };
  };
  const { works, categories } = getSiteContent();
  const years = new Set(listProjects(language).flatMap(listProjectYears));

  return {
    made: works.map(({ slug, content }) => toChoice('made', slug, content.title[language])),
    category: categories.map(({ slug, content }) =>
      toChoice('category', slug, content.title[language]),
    ),
    year: [...years]
      .sort()
      .reverse()
      .map((year) => toChoice('year', year, year)),
  };
}

/** Fills the years of all projects into a text, and the number of projects ("37 projects") for {projects}. */
export function formatProjectsSummary(texts: YearTexts, language: Language): string {
  const projects = listProjects(language);
  const text = formatYearSpan(texts, projects.flatMap(listProjectYears));
  const { one, other } = getPageTexts(language).projects.projectCount;
  const projectCount = projects.length === 1 ? one : other;
  return text.replace('{projects}', projectCount.replace('{count}', String(projects.length)));
}

const MAX_RANGE_YEARS = 100;

function listProjectYears({ year }: Project): string[] {
  const firstYear = Number(year.slice(0, 4));
  const lastYear = Number(year.slice(-4));
  // In a preview this may be a draft, and the years of a draft are not validated.
  const yearCount = Math.min(lastYear - firstYear + 1, MAX_RANGE_YEARS);
  return Array.from({ length: yearCount }, (_, offset) => String(firstYear + offset));
}

/** Returns name, label and value of the specifications, in the order of PD-4, except those that are empty or "-". */
export function listSpecifications(project: Pick<Project, 'specifications'>, language: Language) {
  const labels = getPageTexts(language).project.fields;
  return SPECIFICATION_FIELDS.flatMap((field) => {
    const value = project.specifications[field].trim();
    return isEmptyOrDash(value) ? [] : [{ field, label: labels[field], value }];
  });
}

export function isEmptyOrDash(text: string): boolean {
  return ['', '-'].includes(text.trim());
}

export interface AboutProject {
  title: string;
  /** Null if the project is not published. */
  path: string | null;
}

/**
 * Returns title and localized path of the project with this slug or, for SAMPLE_REQUEST, of the page with samples; null
 * for null. An unpublished project has its slug as title.
 */
export function presentAboutProject(slug: string | null, language: Language): AboutProject | null {
  if (slug === null) return null;
  if (slug === SAMPLE_REQUEST) {
    const path = getLocalizedPath(language, MATERIALS_PATH);
    return { title: sampleRequestTitles[language], path };
  }

  const project = findProject(slug, language);
  if (!project) return { title: slug, path: null };
  return { title: project.title, path: getLocalizedPath(language, `/projects/${project.slug}`) };
}
