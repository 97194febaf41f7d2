import { home } from '#app/content/home.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { ProjectCard, type ProjectCardData } from '#app/ui/project-card.tsx';
import { SlashText } from '#app/ui/slash.tsx';

const sizes = [
  '(min-width: 48rem) 66vw, 100vw',
  '(min-width: 48rem) 26vw, 100vw',
  '(min-width: 48rem) 48vw, 100vw',
];

/** The first projects of the catalogue (ledger H-4). */
export function Featured({
  projects,
}: {
  projects: readonly (ProjectCardData & { text: string })[];
}) {
  const { slash, heading, link, button } = home.featured;
  return (
    <section className="sheet section featured fence" aria-labelledby="featured">
      <p className="label at-label">{heading}</p>
      <h2 className="display at-main" id="featured">
        <SlashText /> {slash}
      </h2>
      {projects.map((project, index) => (
        <ProjectCard
          key={project.slug}
          project={project}
          heading="h3"
          sizes={sizes[index] ?? '100vw'}
          more={{ text: project.text, link }}
        />
      ))}
      <p className="featured__all">
        <ButtonLink to="/projects">{button}</ButtonLink>
      </p>
    </section>
  );
}
