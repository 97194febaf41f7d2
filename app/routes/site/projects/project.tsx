import { Gallery, getOpenPhoto, Viewer } from '#app/components/viewer.tsx';
import {
  getPageMessages,
  siteMessages,
  type PageMessages,
} from '#app/content/messages/site.server.ts';
import { getPageHead, isPublished } from '#app/content/pages.server.ts';
import './project.css';
import { data } from 'react-router';
import { ButtonLink } from '#app/components/button.tsx';
import { interpolate } from '#app/components/messages.ts';
import { Crumbs, CutLink, MessagePage } from '#app/components/page.tsx';
import {
  findNeighbours,
  findProject,
  getProjectNumber,
  listSpecifications,
} from '#app/content/catalogue/projects.server.ts';
import { getLanguage } from '#app/content/language.ts';
import { getContactMessages } from '#app/content/messages/contact.server.ts';
import { usePreload } from '#app/routes/site/images.ts';
import { redirectPermanently, revalidateOnlyOnPageChange } from '#app/routes/site/page.ts';
import { findMissingPage, getPageMeta, OutOfOrder } from '#app/routes/site/shell/error-pages.tsx';
import type { Route } from './+types/project.ts';
import { ProjectCutaway } from './project-cutaway.tsx';
import { ProjectNeighbours } from './project-neighbours.tsx';

const gallerySizes = [
  '(min-width: 30rem) 62vw, 92vw',
  '(min-width: 30rem) 34vw, 92vw',
  '(min-width: 64rem) 62vw, 92vw',
];

// At 15:8 a landscape and a portrait have one height.
const pair = ['', 'ratio-4/5', 'xs:col-span-full'] as const;

const three = [
  'lg:col-1/9',
  `${pair[1]} lg:col-9/full-end lg:ratio-auto lg:*:grid lg:*:h-full lg:*:grid-rows-[minmax(0,1fr)_auto]`,
  `${pair[2]} lg:col-4/12`,
] as const;

const getGalleryClasses = (count: number): readonly string[] => (count === 3 ? three : pair);

export const shouldRevalidate = revalidateOnlyOnPageChange;

export function meta(args: Route.MetaArgs) {
  const { location, loaderData } = args;
  if (!loaderData) return getPageMeta(args);
  const { messages, project, gallery, head } = loaderData;
  const photo = getOpenPhoto(location.search, gallery.length);
  const open = photo ? interpolate(messages.open, { number: photo, count: gallery.length }) : '';
  const title = interpolate(messages.title, { title: project.title }) + open;
  return getPageMeta({ ...args, loaderData: { head: { ...head, title } } });
}

export function loader({ params, url }: Route.LoaderArgs) {
  const language = getLanguage(url.pathname);
  const project = findProject(params.slug, language);
  if (!project) throw data(getPageMessages(language).projectNotFound, { status: 404 });
  if (project.slug !== params.slug) throw redirectPermanently(`/projects/${project.slug}`, url);
  const { slug, title, category, year, description, main, gallery } = project;
  const { previous, next } = findNeighbours(slug, language);
  const howWeWork =
    isPublished('/page/how-we-work', language) && getContactMessages(language).howWeWork;
  return {
    messages: getPageMessages(language).project,
    howWeWork,
    viewer: siteMessages[language].viewer,
    head: getPageHead(`/projects/${slug}`, language),
    project: { slug, title, category, year, description, main },
    number: getProjectNumber(slug),
    location: project.specifications.location,
    specifications: listSpecifications(project, language),
    gallery,
    previous: previous && { slug: previous.slug, title: previous.title },
    next: next && { slug: next.slug, title: next.title },
  };
}

type Loaded = Route.ComponentProps['loaderData'];
type Entries = Loaded['specifications'];

export default function ProjectPage({ loaderData }: Route.ComponentProps) {
  const { messages, project, gallery } = loaderData;
  const items = gallery.map((picture, index) => {
    const sizes = gallerySizes[index] ?? '92vw';
    const className = getGalleryClasses(gallery.length)[index];
    return { picture, caption: messages.enlarge, sizes, className };
  });
  usePreload(items);
  return (
    <>
      <ProjectHead {...loaderData} />
      <ProjectCutaway key={project.slug} {...loaderData} main={project.main} year={project.year} />
      <ProjectBody {...loaderData} />
      {items.length > 0 && (
        <section
          className="project-gallery sheet pb-section"
          data-count={items.length}
          aria-label={messages.gallery}
        >
          <Gallery
            printed
            items={items}
            className={`grid-cols-1 ratio-3/2 xs:grid-cols-[15fr_8fr] ${items.length === 3 ? 'lg:grid-cols-subgrid' : ''}`}
          />
        </section>
      )}
      <ProjectNeighbours {...loaderData} slug={project.slug} />
      <Viewer
        messages={loaderData.viewer}
        label={project.title}
        pictures={gallery}
        page={`/projects/${project.slug}`}
      />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const messages = findMissingPage<PageMessages['projectNotFound']>(error);
  if (!messages) return <OutOfOrder />;
  return (
    <MessagePage title={messages.title} text={messages.text} fence>
      <ButtonLink to="/projects">{messages.link}</ButtonLink>
    </MessagePage>
  );
}

function ProjectHead({ messages, project: { title, category, year } }: Loaded) {
  return (
    <section className="project-head sheet items-end gap-y-5 pt-[calc(var(--spacing-header)+clamp(2rem,5vw,5rem))] pb-[clamp(1.5rem,3vw,3rem)]">
      <Crumbs from={{ label: messages.list, to: '/projects' }}>
        {category && (
          <>
            <span>{category}</span>{' '}
          </>
        )}
        <span>{year}</span>
      </Crumbs>
      <h1 className="text-mega max-md:text-[length:var(--text-display)]">{title}</h1>
    </section>
  );
}

function ProjectBody({ messages, howWeWork, project, specifications }: Loaded) {
  const [lead, ...paragraphs] = project.description;
  return (
    <section className="project-body fence sheet gap-y-stack pt-[clamp(2.5rem,6vw,6rem)] pb-section lg:grid-rows-[auto_1fr]">
      <p className="measure-26 text-lead font-lead lg:col-5/10 lg:row-1">{lead}</p>
      <div className="prose text-ink-2 lg:col-5/10 lg:row-2">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <Specifications heading={messages.specifications} entries={specifications} />
      <p className="flex flex-wrap items-center gap-x-7 gap-y-3 self-end lg:col-5/10 print:hidden">
        <ButtonLink to={`/contact?about=${project.slug}`}>{messages.discuss}</ButtonLink>{' '}
        {howWeWork && (
          <CutLink to="/page/how-we-work" block>
            {howWeWork}
          </CutLink>
        )}
      </p>
    </section>
  );
}

function Specifications({ heading, entries }: { heading: string; entries: Entries }) {
  return (
    <section
      className="title-block grid min-w-0 grid-cols-[repeat(auto-fit,minmax(min(max(8.75rem,34%),100%),1fr))] self-start overflow-clip border border-ink bg-paper lg:col-10/end lg:row-1/3 print:break-inside-avoid"
      aria-labelledby="specs"
    >
      <h2
        className="col-span-full bg-ink px-4 py-3.5 text-note font-strong text-on-ink no-flare"
        id="specs"
      >
        {heading}
      </h2>
      <dl className="contents">
        {entries.map(({ field, label, value }) => (
          <div
            key={field}
            className={`-ms-px grid content-start gap-0.5 border-t border-line px-4 py-3 ${field === 'type' ? 'col-span-full' : 'border-s'}`}
          >
            <dt className="text-note text-ink-3">{label}</dt>
            <dd className="leading-note font-book">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
