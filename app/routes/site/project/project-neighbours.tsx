import { projectPage } from '#app/content/texts/site-pages.ts';
import { PageLink } from '#app/ui/page-link.tsx';
import { rememberDirection, useProjectSlide } from '#app/routes/site/motion/project-slide.ts';
import '#app/styles/project-neighbours.css';

interface Neighbour {
  slug: string;
  title: string;
}

interface ProjectNeighboursProps {
  /** The project that is open. */
  slug: string;
  /** Absent on the first project. */
  previous: Neighbour | undefined;
  /** Absent on the last project. */
  next: Neighbour | undefined;
}

/** The way on: the neighbours in list order, and between them all projects (ledger PD-2). */
export function ProjectNeighbours({ slug, previous, next }: ProjectNeighboursProps) {
  useProjectSlide({ from: slug, previous: previous?.slug, next: next?.slug });
  return (
    <nav className="pn" aria-label="Projects">
      {previous && <NeighbourLink rel="prev" label="Previous" project={previous} />}
      <PageLink className="pn__all" to="/projects">
        <span className="drawer">{projectPage.all}</span>
      </PageLink>
      {next && <NeighbourLink rel="next" label="Next" project={next} />}
    </nav>
  );
}

interface NeighbourLinkProps {
  rel: 'prev' | 'next';
  label: string;
  project: Neighbour;
}

function NeighbourLink({ rel, label, project }: NeighbourLinkProps) {
  return (
    <PageLink
      to={`/projects/${project.slug}`}
      rel={rel}
      onClick={() => rememberDirection(rel === 'next' ? 'next' : 'previous')}
    >
      <span className="note">{label}</span>
      <span className="pn__title">{project.title}</span>
    </PageLink>
  );
}
