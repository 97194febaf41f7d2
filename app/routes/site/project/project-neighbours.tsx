import type { PageWords } from '#app/content/texts/site-pages.server.ts';
import { Drawer } from '#app/ui/drawer.tsx';
import { useAddress } from '#app/ui/language/address.ts';
import { PageLink } from '#app/ui/page-link.tsx';
import { rememberDirection, useProjectSlide } from '#app/routes/site/motion/project-slide.ts';

interface Neighbour {
  slug: string;
  title: string;
}

interface ProjectNeighboursProps {
  words: PageWords['project'];
  /** The project that is open. */
  slug: string;
  /** Absent on the first project. */
  previous: Neighbour | undefined;
  /** Absent on the last project. */
  next: Neighbour | undefined;
}

/** The way on: the neighbours in list order, and between them all projects (ledger PD-2). */
export function ProjectNeighbours({ words, slug, previous, next }: ProjectNeighboursProps) {
  const address = useAddress();
  const pathOf = (project: string) => address(`/projects/${project}`);
  useProjectSlide({
    from: pathOf(slug),
    previous: previous && pathOf(previous.slug),
    next: next && pathOf(next.slug),
  });
  return (
    <nav
      className="neighbours grid overflow-clip border-t border-ink print:hidden"
      aria-label={words.list}
    >
      {previous && <NeighbourLink rel="prev" label={words.previous} project={previous} />}
      <PageLink
        className="neighbour neighbour-all grid place-content-center font-medium no-underline"
        to="/projects"
      >
        <Drawer>{words.all}</Drawer>
      </PageLink>
      {next && <NeighbourLink rel="next" label={words.next} project={next} />}
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
      className="neighbour grid content-start gap-[0.35rem] no-underline"
      to={`/projects/${project.slug}`}
      rel={rel}
      onClick={() => rememberDirection(rel === 'next' ? 'next' : 'previous')}
    >
      <span className="text-note text-ink-2">{label}</span>
      <span className="max-w-full text-large/control font-[330] tracking-tight flare glide-move md:text-title/[1.05]">
        {project.title}
      </span>
    </PageLink>
  );
}
