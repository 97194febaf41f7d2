import type { PageWords } from '#app/content/words/site.server.ts';
import { Drawer } from '#app/components/page.tsx';
import { PageLink, useAddress } from '#app/components/links.tsx';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { prefersReducedMotion } from '../motion.ts';

interface Neighbour {
  slug: string;
  title: string;
}

interface ProjectNeighboursProps {
  words: PageWords['project'];
  slug: string;
  previous: Neighbour | undefined;
  next: Neighbour | undefined;
}

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
      if (pathname === from) return;
      const direction = arrows[pathname];
      if (direction) rememberDirection(direction);
      else forgetDirection();
    };
    window.addEventListener('popstate', turn);
    return () => window.removeEventListener('popstate', turn);
  }, [from, previous, next]);
  useLayoutEffect(() => forgetDirection, []);
  useSlideByHand(from);
}

function canChangeViews(): boolean {
  return typeof document.startViewTransition === 'function';
}

function rememberDirection(direction: Direction): void {
  document.documentElement.dataset['transition'] = direction;
}

function forgetDirection(): void {
  delete document.documentElement.dataset['transition'];
}

function useSlideByHand(path: string): void {
  const shown = useRef(path);
  useLayoutEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    const direction = document.documentElement.dataset['transition'];
    if (!direction || prefersReducedMotion() || canChangeViews()) return;
    const sliding = document
      .querySelector('main')
      ?.animate({ clipPath: direction === 'next' ? fromRight : fromLeft }, slideTiming());
    return () => sliding?.cancel();
  }, [path]);
}

function slideTiming(): KeyframeAnimationOptions {
  const tokens = getComputedStyle(document.documentElement);
  const token = (name: string) => tokens.getPropertyValue(name);
  const time = token('--transition-duration-step');
  const duration = Number.parseFloat(time) * (time.endsWith('ms') ? 1 : 1000);
  return { duration, easing: token('--ease-draw') };
}

const leftOf = (x: string) =>
  `polygon(-100% 0, calc(${x} + 45vh) 0, ${x} 100vh, ${x} 100%, -100% 100%)`;
const rightOf = (x: string) =>
  `polygon(calc(${x} + 45vh) 0, 200% 0, 200% 100%, ${x} 100%, ${x} 100vh)`;
const fromRight = [rightOf('100%'), rightOf('-45vh')];
const fromLeft = [leftOf('-45vh'), leftOf('100%')];
