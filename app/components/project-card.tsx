import type { ReactNode } from 'react';
import { CutLink, DimensionLine, Drawer, PageLink, SlashText } from './page.tsx';
import { Picture, type PictureData } from './picture.tsx';

export interface ProjectCardData {
  number: number;
  slug: string;
  title: string;
  category: string;
  year: string;
  picture: PictureData;
}

interface ProjectCardProps {
  project: ProjectCardData;
  sizes: string;
  heading: 'h2' | 'h3';
  more?: { text: string; link: string } | undefined;
  places: { card: string; picture: string; body?: string };
}

export function ProjectCard({ project, sizes, heading, more, places }: ProjectCardProps) {
  const to = `/projects/${project.slug}`;
  const title = <Drawer>{project.title}</Drawer>;
  return (
    <article className={`card swell ${places.card}`} data-reveal="">
      <Picture picture={project.picture} sizes={sizes} className={places.picture} />
      <CardNumber project={project} />
      <div className={places.body}>
        <div className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-[0.1rem]">
          <CardTitle heading={heading}>
            {more ? (
              title
            ) : (
              <PageLink className="card-link block no-underline" to={to}>
                {title}
              </PageLink>
            )}
          </CardTitle>
          <CardFacts project={project} />
        </div>
        {more && (
          <>
            <CardText className="mt-2.5">{more.text}</CardText>
            <CardLink to={to} name={project.title} text={more.link} />
          </>
        )}
      </div>
    </article>
  );
}

function CardTitle({ heading: Heading, children }: { heading: 'h2' | 'h3'; children: ReactNode }) {
  return <Heading className="text-lead/heading font-normal tracking-snug">{children}</Heading>;
}

interface CardNumberProps {
  project: ProjectCardData;
  open?: boolean;
}

export function CardNumber({ project, open = false }: CardNumberProps) {
  return <DimensionLine open={open}>{String(project.number).padStart(2, '0')}</DimensionLine>;
}

export function CardFacts({ project: { category, year } }: { project: ProjectCardData }) {
  return (
    <p className="text-note text-ink-2">
      {category && (
        <>
          {category} <SlashText />{' '}
        </>
      )}
      {year}
    </p>
  );
}

export function CardText({ className, children }: { className: string; children: ReactNode }) {
  return (
    <p className={`line-clamp-2 measure-34 text-ink-2 print:line-clamp-none ${className}`}>
      {children}
    </p>
  );
}

export function CardLink({ to, name, text }: { to: string; name: string; text: string }) {
  return (
    <p className="mt-3 inline-block">
      <CutLink to={to} card>
        {text}
        <span className="sr-only">: {name}</span>
      </CutLink>
    </p>
  );
}
