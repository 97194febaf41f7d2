import { CutLink } from './cut-link.tsx';
import { Drawer } from './drawer.tsx';
import { DimensionLine } from './dimension-line.tsx';
import { PageLink } from './page-link.tsx';
import { Picture, type PictureData } from './picture.tsx';
import { SlashText } from './slash.tsx';
import '#app/styles/card.css';

export interface ProjectCardData {
  /** The place in the list, from 1. */
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
  eager?: boolean;
  /** The picture runs off the page. */
  open?: boolean;
  /** Shown cut to a few lines, with a link of its own name; without it the title is the link. */
  more?: { text: string; link: string } | undefined;
}

/** A project with its picture. One link covers the whole card. */
export function ProjectCard({ project, sizes, heading, eager, open, more }: ProjectCardProps) {
  const to = `/projects/${project.slug}`;
  return (
    <article className="card" data-reveal="">
      <Picture picture={project.picture} sizes={sizes} eager={eager} />
      <DimensionLine open={open}>{String(project.number).padStart(2, '0')}</DimensionLine>
      <div className="card__body">
        <CardHead project={project} heading={heading} to={more ? undefined : to} />
        {more && <p className="card__text">{more.text}</p>}
        {more && <CardLink to={to} name={project.title} text={more.link} />}
      </div>
    </article>
  );
}

function CardHead({
  project,
  heading: Heading,
  to,
}: Pick<ProjectCardProps, 'project' | 'heading'> & { to?: string | undefined }) {
  const title = <Drawer>{project.title}</Drawer>;
  return (
    <div className="card__head">
      <Heading className="card__title">
        {to ? (
          <PageLink className="card__link" to={to}>
            {title}
          </PageLink>
        ) : (
          title
        )}
      </Heading>
      <p className="card__meta">
        {project.category} <SlashText /> {project.year}
      </p>
    </div>
  );
}

/** The link of a card; it names what it leads to for those who hear it out of its place. */
export function CardLink({ to, name, text }: { to: string; name: string; text: string }) {
  return (
    <p className="card__go">
      <CutLink to={to} card>
        {text}
        <span className="vh">: {name}</span>
      </CutLink>
    </p>
  );
}
