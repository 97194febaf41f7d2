import { useEffect, useLayoutEffect } from 'react';
import { PageLink, SlidingText, useLocalizedPath } from '#app/components/page.tsx';
import type { Route } from './+types/project.ts';

type ProjectData = Route.ComponentProps['loaderData'];

/** Links to the previous and the next project, and to all. The page change moves in the direction of the link. */
export function ProjectNeighbours({ texts, project, previous, next }: ProjectData) {
  const localizePath = useLocalizedPath();
  const getProjectPath = (projectSlug: string) => localizePath(`/projects/${projectSlug}`);
  useDirectionOnBackAndForward(
    getProjectPath(project.slug),
    previous && getProjectPath(previous.slug),
    next && getProjectPath(next.slug),
  );

  return (
    <nav
      className="neighbours grid overflow-clip border-t border-ink print:hidden"
      aria-label={texts.list}
    >
      {previous && <NeighbourLink rel="prev" label={texts.previous} project={previous} />}{' '}
      <PageLink
        className="neighbour neighbour-all grid place-content-center font-medium no-underline"
        to="/projects"
      >
        <SlidingText>{texts.allProjects}</SlidingText>
      </PageLink>{' '}
      {next && <NeighbourLink rel="next" label={texts.next} project={next} />}
    </nav>
  );
}

interface NeighbourLinkProps {
  rel: 'prev' | 'next';
  label: string;
  project: NonNullable<ProjectData['next']>;
}

function NeighbourLink({ rel, label, project }: NeighbourLinkProps) {
  return (
    <PageLink
      className={`neighbour neighbour-${rel} grid content-start gap-[0.35rem] no-underline`}
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

/** Remembers the direction of Back and Forward between neighbours (PD-2), and forgets it with the page. */
function useDirectionOnBackAndForward(path: string, previousPath?: string, nextPath?: string) {
  useEffect(() => {
    const handlePopState = () => {
      const { pathname } = window.location;
      if (pathname === path) return;
      if (pathname === nextPath) rememberDirection('next');
      else rememberDirection(pathname === previousPath ? 'previous' : undefined);
    };

    window.addEventListener('popstate', handlePopState);
    return () => window.removeEventListener('popstate', handlePopState);
  }, [path, previousPath, nextPath]);

  useLayoutEffect(() => () => rememberDirection(undefined), []);
}

/** Stores the direction on <html data-transition>, where the styles of both pages find it. */
function rememberDirection(direction: Direction | undefined): void {
  const { dataset } = document.documentElement;
  if (direction) dataset['transition'] = direction;
  else delete dataset['transition'];
}
