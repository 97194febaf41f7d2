import type { AboutProject as Project } from '#app/content/catalogue/about-project.server.ts';

/** The project an enquiry came from, with the way to its page. */
export function AboutProject({ about }: { about: Project }) {
  return about.path ? <a href={about.path}>{about.title}</a> : about.title;
}
