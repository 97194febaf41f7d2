import { type Language, pathIn } from '#app/content/language.ts';
import { findProject } from './projects.server.ts';

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
