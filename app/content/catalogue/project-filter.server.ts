import type { Language } from '#app/content/language.ts';
import { slugOf } from '#app/content/slug.ts';
import { categoryLabels, categoryNames } from './categories.server.ts';
import { type Project, projects } from './projects.server.ts';

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
