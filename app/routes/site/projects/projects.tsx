import type { Route } from './+types/projects.ts';
import { picture } from '#app/content/catalogue/pictures.server.ts';
import { previewOf } from '#app/content/preview-cards.server.ts';
import {
  categories,
  filterProjects,
  numberOf,
  years,
} from '#app/content/catalogue/projects.server.ts';
import { languageOf } from '#app/content/language.ts';
import { pageWords } from '#app/content/texts/site-pages.server.ts';
import { PageHead } from '#app/ui/page/page-head.tsx';
import { ProjectCard } from '#app/ui/project-card.tsx';
import { pageMeta } from '#app/routes/site/page-meta.ts';
import { FirstProject } from './first-project.tsx';
import { ProjectFilters } from './project-filters.tsx';

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const { words, preview } = loaderData;
  return pageMeta(matches, { ...words, path: '/projects', preview });
}

export function loader({ url }: Route.LoaderArgs) {
  const filter = {
    category: url.searchParams.get('category') || undefined,
    year: url.searchParams.get('year') || undefined,
  };
  const language = languageOf(url.pathname);
  const found = filterProjects(filter, language);
  return {
    words: pageWords[language].projects,
    preview: previewOf('/projects', language),
    filter,
    categories: categories(filter, language),
    years: years(filter),
    /** What the first one, shown large, says about itself. */
    text: found[0]?.description[0],
    projects: found.map(({ slug, title, category, year, image }) => {
      return {
        slug,
        title,
        category,
        year,
        number: numberOf(slug),
        picture: picture(image, language),
      };
    }),
  };
}

export default function Projects({ loaderData }: Route.ComponentProps) {
  const { words, projects, text, preview: _, ...filters } = loaderData;
  const [first, ...others] = projects;
  return (
    <>
      <PageHead title={words.title} lead={words.intro} />
      <ProjectFilters {...filters} words={words} found={projects.length} />
      <section
        className="sheet gap-y-[clamp(2.75rem,5.5vw,5.5rem)] pb-section"
        aria-label={words.list}
      >
        {first && <FirstProject project={first} text={text ?? ''} link={words.link} />}
        {others.map((project, index) => (
          <ProjectCard
            key={project.slug}
            project={project}
            heading="h2"
            sizes="(min-width: 64rem) 58vw, (min-width: 48rem) 50vw, 92vw"
            places={index === lastOfAll ? wide : { ...board, card: bond[index % bond.length]! }}
          />
        ))}
      </section>
    </>
  );
}

/**
 * Running bond: rows of 7 + 5, then 5 + 7, all one height, so that the joints are staggered as in a
 * floor.
 */
const bond = [
  'md:col-[start/8] lg:col-[start/9]',
  'md:col-[8/end] lg:col-[9/end]',
  'md:col-[start/8] lg:col-[start/7]',
  'md:col-[8/end] lg:col-[7/end]',
];
const board = {
  picture: 'lg:h-[clamp(20rem,36.6vw,36.5rem)] lg:[--ratio:auto]',
  body: 'pt-1',
};
/** The last of the whole catalogue has no neighbour: it fills its row. */
const lastOfAll = 20;
const wide = {
  card: 'md:col-[start/8] lg:col-[start/end]',
  picture: 'lg:h-[clamp(22rem,46vw,46rem)] lg:[--ratio:auto]',
  body: 'pt-1',
};
