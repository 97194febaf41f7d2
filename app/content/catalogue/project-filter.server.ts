import { categoryNames, projects } from './projects.server.ts';
import type { Project } from './projects.server.ts';
import { slugOf } from '#app/content/slug.ts';

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
export function filterProjects({ category, year }: ProjectFilter): Project[] {
  return projects.filter(
    (project) =>
      (category === undefined || slugOf(project.category) === category) &&
      (year === undefined || yearsOf(project).includes(year)),
  );
}

/** The categories in the order of ledger P-4, counted within the chosen year. */
export function categories(filter: ProjectFilter = {}): Choice[] {
  return categoryNames.map((label) => {
    const value = slugOf(label);
    return { value, label, count: filterProjects({ ...filter, category: value }).length };
  });
}

/** The years, newest first, counted within the chosen category. A range counts for each of its years. */
export function years(filter: ProjectFilter = {}): Choice[] {
  const all = [...new Set(projects.flatMap(yearsOf))].sort().reverse();
  return all.map((value) => {
    return { value, label: value, count: filterProjects({ ...filter, year: value }).length };
  });
}

function yearsOf({ year }: Project): string[] {
  const first = Number(year.slice(0, 4));
  const last = Number(year.slice(-4));
  return Array.from({ length: last - first + 1 }, (_, step) => String(first + step));
}
