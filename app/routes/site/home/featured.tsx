import { SITE } from '#app/ui/site-limits.ts';
import type { HomeWords } from '#app/content/texts/home.server.ts';
import { ButtonLink } from '#app/ui/forms/button.tsx';
import { SectionLabel } from '#app/ui/page/section-label.tsx';
import { ProjectCard, type ProjectCardData } from '#app/ui/project-card.tsx';
import { SlashText } from '#app/ui/slash.tsx';
import { usePreload } from '../motion/use-preload.ts';

/** How wide each of the pictures is shown. */
const sizes = [
  '(min-width: 48rem) 66vw, 100vw',
  '(min-width: 48rem) 26vw, 92vw',
  '(min-width: 48rem) 48vw, 92vw',
];

/** The first runs off the page, the second stands high, the third hangs on the fence. */
const places = [
  {
    card: 'self-start bg-paper md:col-[full-start/9]',
    picture: 'max-md:-mx-margin',
    body: 'md:ps-margin min-[97rem]:ps-[max(var(--spacing-margin),calc((100vw-var(--container-page))/2))]',
  },
  { card: 'self-start bg-paper md:col-[10/end] md:self-end', picture: 'md:[--ratio:4/5]' },
  { card: 'self-start bg-paper md:col-[5/11]', picture: '' },
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
    <section
      className="fence sheet gap-y-[clamp(2.5rem,5vw,5rem)] py-section"
      aria-labelledby="featured"
    >
      <SectionLabel className="self-start pt-[0.35em] max-md:-mb-7">{heading}</SectionLabel>
      <h2 className="text-display md:col-main" id="featured">
        <SlashText /> {slash}
      </h2>
      {projects.map((project, index) => (
        <ProjectCard
          key={project.slug}
          project={project}
          heading="h3"
          sizes={sizesOf(index)}
          places={places[index]!}
          more={{ text: project.text, link }}
        />
      ))}
      <p className="md:col-[11/end] md:self-end md:justify-self-end">
        <ButtonLink to="/projects">{button}</ButtonLink>
      </p>
    </section>
  );
}
