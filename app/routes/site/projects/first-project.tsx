import { Drawer } from '#app/ui/drawer.tsx';
import { Picture } from '#app/ui/picture.tsx';
import {
  CardFacts,
  CardLink,
  CardNumber,
  CardText,
  type ProjectCardData,
} from '#app/ui/project-card.tsx';

interface FirstProjectProps {
  project: ProjectCardData;
  text: string;
  /** What its link says. */
  link: string;
}

/** The first project of the list: its picture runs off the page, and its words stand beside it. */
export function FirstProject({ project, text, link }: FirstProjectProps) {
  return (
    <article className="card swell md:col-bleed md:grid md:grid-cols-subgrid" data-reveal="">
      <Picture
        picture={project.picture}
        sizes="(min-width: 64rem) 72vw, 92vw"
        eager
        className="md:col-[start/full-end] md:row-1 md:max-h-[86svh] md:w-full md:[--ratio:16/10] lg:col-main-bleed"
      />
      <div className="md:col-[start/full-end] lg:col-main-bleed">
        <CardNumber project={project} open />
      </div>
      <div className="grid-cols-[minmax(0,1fr)] gap-3 pt-1 md:col-[start/end] md:grid lg:@container lg:col-[start/5] lg:row-[1/3] lg:content-end lg:self-end lg:pe-gutter lg:pt-0 lg:pb-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-[0.1rem] md:flex-col-reverse md:items-start md:gap-2">
          <h2 className="text-title/heading tracking-tight lg:text-[clamp(1.625rem,12.6cqi,3.5rem)]">
            <Drawer>{project.title}</Drawer>
          </h2>
          <CardFacts project={project} />
        </div>
        <CardText className="max-md:mt-2.5 md:line-clamp-6">{text}</CardText>
        <CardLink to={`/projects/${project.slug}`} name={project.title} text={link} />
      </div>
    </article>
  );
}
