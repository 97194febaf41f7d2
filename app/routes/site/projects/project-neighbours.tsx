import { useEffect, useLayoutEffect } from 'react';
import { Drawer, PageLink, useLocalizedPath } from '#app/components/page.tsx';
import type { PageMessages } from '#app/content/messages/site.server.ts';

interface Neighbour {
  slug: string;
  title: string;
}

interface ProjectNeighboursProps {
  messages: PageMessages['project'];
  slug: string;
  previous: Neighbour | undefined;
  next: Neighbour | undefined;
}

export function ProjectNeighbours({ messages, slug, previous, next }: ProjectNeighboursProps) {
  const address = useLocalizedPath();
  const pathOf = (project: string) => address(`/projects/${project}`);
  useProjectSlide({
    from: pathOf(slug),
    previous: previous && pathOf(previous.slug),
    next: next && pathOf(next.slug),
  });
  return (
    <nav
      className="neighbours grid overflow-clip border-t border-ink print:hidden"
      aria-label={messages.list}
    >
      {previous && <NeighbourLink rel="prev" label={messages.previous} project={previous} />}{' '}
      <PageLink
        className="neighbour neighbour-all grid place-content-center font-medium no-underline"
        to="/projects"
      >
        <Drawer>{messages.allProjects}</Drawer>
      </PageLink>{' '}
      {next && <NeighbourLink rel="next" label={messages.next} project={next} />}
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
      <span className="text-note text-ink-2">{label}</span>{' '}
      <span className="max-w-full text-large/control font-330 tracking-tight flare glide-move md:text-title/[1.05]">
        {project.title}
      </span>
    </PageLink>
  );
}

type Direction = 'previous' | 'next';

interface Way {
  from: string;
  previous: string | undefined;
  next: string | undefined;
}

/** On <html data-transition>, so that both pages slide the same way (ledger PD-2). */
function useProjectSlide({ from, previous, next }: Way): void {
  useEffect(() => {
    const arrows = {
      [previous ?? '']: 'previous',
      [next ?? '']: 'next',
    } as const;
    const turn = () => {
      const { pathname } = window.location;
      if (pathname !== from) rememberDirection(arrows[pathname]);
    };
    window.addEventListener('popstate', turn);
    return () => window.removeEventListener('popstate', turn);
  }, [from, previous, next]);
  useLayoutEffect(() => () => rememberDirection(undefined), []);
}

function rememberDirection(direction: Direction | undefined): void {
  const { dataset } = document.documentElement;
  if (direction) dataset['transition'] = direction;
  else delete dataset['transition'];
}
