import type { AboutProject as Project } from '#app/content/catalogue/projects.server.ts';

/** The project an enquiry came from, with the way to its page. */
export function AboutProject({ about, className }: { about: Project; className?: string }) {
  if (!about.path) return about.title;
  return (
    <a className={className} href={about.path}>
      {about.title}
    </a>
  );
}
