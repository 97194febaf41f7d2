import type { Route } from './+types/projects.ts';
import { picture } from '#app/content/catalogue/pictures.server.ts';
import { previewOf } from '#app/content/preview-cards.server.ts';
import { categories, filterProjects, years } from '#app/content/catalogue/project-filter.server.ts';
import { numberOf } from '#app/content/catalogue/projects.server.ts';
import { projectsPage } from '#app/content/texts/site-pages.ts';
import { PageHead } from '#app/ui/page-head.tsx';
import { ProjectCard } from '#app/ui/project-card.tsx';
import { pageMeta } from '#app/routes/site/page-meta.ts';
import { ProjectFilters } from './project-filters.tsx';

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta(matches, { ...projectsPage, path: '/projects', preview: loaderData.preview });
}

export function loader({ url }: Route.LoaderArgs) {
  const filter = {
    category: url.searchParams.get('category') || undefined,
    year: url.searchParams.get('year') || undefined,
  };
  const found = filterProjects(filter);
  return {
    preview: previewOf('/projects'),
    filter,
    categories: categories(filter),
    years: years(filter),
    /** What the first one, shown large, says about itself. */
    text: found[0]?.description[0],
    projects: found.map(({ slug, title, category, year, image }) => {
      return { slug, title, category, year, number: numberOf(slug), picture: picture(image) };
    }),
  };
}

export default function Projects({ loaderData }: Route.ComponentProps) {
  const { projects, text, preview: _, ...filters } = loaderData;
  const [first, ...others] = projects;
  const more = text ? { text, link: projectsPage.link } : undefined;
  return (
    <>
      <PageHead title={projectsPage.title} lead={projectsPage.intro} />
      <ProjectFilters {...filters} found={projects.length} />
      <section className="sheet projects" aria-label="All projects">
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
