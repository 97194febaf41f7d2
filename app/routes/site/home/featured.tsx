import { SITE } from '#app/domain/limits.ts';
import type { HomeWords } from '#app/content/texts/home.server.ts';
import { ButtonLink } from '#app/ui/forms/button.tsx';
import { ProjectCard, type ProjectCardData } from '#app/ui/project-card.tsx';
import { SlashText } from '#app/ui/slash.tsx';
import { usePreload } from '../motion/use-preload.ts';

/** How wide each of the pictures is shown. */
const sizes = [
  '(min-width: 48rem) 66vw, 100vw',
  '(min-width: 48rem) 26vw, 92vw',
  '(min-width: 48rem) 48vw, 92vw',
];

function sizesOf(index: number): string {
  return sizes[index] ?? '100vw';
}

/** The pictures of the first projects, each as wide as it is shown. */
export function shownPictures(projects: readonly ProjectCardData[]) {
  return projects.map(({ picture }, index) => ({ picture, sizes: sizesOf(index) }));
}

/** The first projects of the catalogue (ledger H-4). */
export function Featured({
  words,
  projects,
}: {
  words: HomeWords['featured'];
  projects: readonly (ProjectCardData & { text: string })[];
}) {
  const { slash, heading, link, button } = words;
  usePreload(shownPictures(projects), SITE.preloadFeatured);
  return (
    <section className="section featured fence sheet" aria-labelledby="featured">
      <p className="label at-label">{heading}</p>
      <h2 className="display at-main" id="featured">
        <SlashText /> {slash}
      </h2>
      {projects.map((project, index) => (
        <ProjectCard
          key={project.slug}
          project={project}
          heading="h3"
          sizes={sizesOf(index)}
          more={{ text: project.text, link }}
        />
      ))}
      <p className="featured__all">
        <ButtonLink to="/projects">{button}</ButtonLink>
      </p>
    </section>
  );
}
