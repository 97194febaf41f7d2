import type { ReactNode } from 'react';
import { CutLink, DimensionLine, PageLink, SlashText, SlidingText } from './page.tsx';
import { Picture, type PictureData } from './picture.tsx';

export interface ProjectCardData {
  number: number;
  slug: string;
  title: string;
  category: string;
  year: string;
  picture: PictureData;
}

/** What lets a visitor cut through the picture of a card to its drawing. */
export interface CardSaw {
  /** Lies over the picture with the class `cutaway`. */
  drawing: ReactNode;
  /** Lies over the dimension line. */
  slider: ReactNode;
}

interface ProjectCardProps {
  project: ProjectCardData;
  sizes: string;
  heading: 'h2' | 'h3';
  /** A text, and the text of the link below it. Without them the title is the link. */
  more?: { text: string; link: string } | undefined;
  classNames?: { card?: string; picture?: string; body?: string };
  saw?: CardSaw | undefined;
}

/** A project with its picture, title and facts. The whole card is a link to the project. */
export function ProjectCard(props: ProjectCardProps) {
  const { project, sizes, heading: Heading, more, classNames = {}, saw } = props;
  const to = `/projects/${project.slug}`;
  const title = <SlidingText>{project.title}</SlidingText>;

  return (
    <article className={`card swell ${classNames.card ?? ''}`} data-reveal="">
      <Picture picture={project.picture} sizes={sizes} className={classNames.picture}>
        {saw?.drawing}
      </Picture>
      <CardNumber project={project} />
      {saw?.slider}
      <div className={classNames.body}>
        <div className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-[0.1rem]">
          <Heading className="text-lead/heading font-normal tracking-snug wrap-anywhere">
            {more ? (
              title
            ) : (
              <PageLink className="card-link block no-underline" to={to}>
                {title}
              </PageLink>
            )}
          </Heading>
          <CardFacts project={project} />
        </div>
        {more && (
          <>
            <CardText className="mt-2.5">{more.text}</CardText>
            <ReadMoreLink to={to} title={project.title} text={more.link} />
          </>
        )}
      </div>
    </article>
  );
}

export function CardNumber({ project, open }: { project: ProjectCardData; open?: boolean }) {
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

/** The link at the foot of a card, which covers the card. Screen readers read out the card's title with it. */
export function ReadMoreLink({ to, title, text }: { to: string; title: string; text: string }) {
  return (
    <p className="mt-3 inline-block">
      <CutLink to={to} card>
        {text}
        <span className="sr-only">: {title}</span>
      </CutLink>
    </p>
  );
}
