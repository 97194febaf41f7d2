import type { Route } from './+types/projects.ts';
import { picture } from '#app/content/catalogue/pictures.server.ts';
import { previewOf } from '#app/content/preview-cards.server.ts';
import { categories, filterProjects, years } from '#app/content/catalogue/project-filter.server.ts';
import { numberOf } from '#app/content/catalogue/projects.server.ts';
import { languageOf } from '#app/content/language.ts';
import { pageWords } from '#app/content/texts/site-pages.server.ts';
import { PageHead } from '#app/ui/page/page-head.tsx';
import { ProjectCard } from '#app/ui/project-card.tsx';
import { pageMeta } from '#app/routes/site/page-meta.ts';
import { ProjectFilters } from './project-filters.tsx';
import '#app/styles/projects.css';

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
  const more = text ? { text, link: words.link } : undefined;
  return (
    <>
      <PageHead title={words.title} lead={words.intro} />
      <ProjectFilters {...filters} words={words} found={projects.length} />
      <section className="projects sheet" aria-label={words.list}>
        {first && (
          <ProjectCard
            project={first}
            heading="h2"
            sizes="(min-width: 64rem) 72vw, 92vw"
            eager
            open
            more={more}
          />
        )}
        {others.map((project) => (
          <ProjectCard
            key={project.slug}
            project={project}
            heading="h2"
            sizes="(min-width: 64rem) 58vw, (min-width: 48rem) 50vw, 92vw"
          />
        ))}
      </section>
    </>
  );
}
