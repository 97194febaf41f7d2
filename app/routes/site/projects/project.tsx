import { Gallery, getOpenPhotoNumber, Viewer } from '#app/components/viewer.tsx';
import { findHowWeWorkLink, getPageHead } from '#app/content/pages.server.ts';
import { getPageTexts, siteTexts, type PageTexts } from '#app/content/texts/site.server.ts';
import './project.css';
import { data, useLocation } from 'react-router';
import { PageButtonLink } from '#app/components/button.tsx';
import { Crumbs, CutLink, MessagePage, PageLink } from '#app/components/page.tsx';
import { ProjectCard } from '#app/components/project-card.tsx';
import { interpolate } from '#app/components/texts.ts';
import {
  findNeighbourProjects,
  findProject,
  getProjectNumber,
  listRelatedProjects,
  listSpecifications,
  presentProjectCard,
} from '#app/content/catalogue/projects.server.ts';
import { getPathLanguage } from '#app/content/language.ts';
import { PageHead } from '#app/routes/page-head.tsx';
import { usePicturePreload } from '#app/routes/site/images.ts';
import { redirectToMovedPath, revalidateOnlyOnPageChange } from '#app/routes/site/page.ts';
import {
  ErrorHead,
  findNotFoundTexts,
  ServerErrorPage,
} from '#app/routes/site/shell/error-pages.tsx';
import type { Route } from './+types/project.ts';
import { ProjectCutaway } from './project-cutaway.tsx';
import { ProjectNeighbours } from './project-neighbours.tsx';

export const shouldRevalidate = revalidateOnlyOnPageChange;

/** Throws a 404 for an unknown project, and redirects a former slug to the present one. */
export function loader({ params, url }: Route.LoaderArgs) {
  const language = getPathLanguage(url.pathname);
  const project = findProject(params.slug, language);
  if (!project) throw data(getPageTexts(language).projectNotFound, { status: 404 });
  if (project.slug !== params.slug) throw redirectToMovedPath(`/projects/${project.slug}`, url);

  const { slug, title, category, categorySlug, works, year, description, main, gallery } = project;
  const { previous, next } = findNeighbourProjects(slug, language);

  return {
    texts: getPageTexts(language).project,
    howWeWork: findHowWeWorkLink(language),
    viewer: siteTexts[language].viewer,
    head: getPageHead(`/projects/${slug}`, language),
    project: { slug, title, category, year, description, main },
    // Empty, like its name, if the category is not published.
    categoryPath: category && `/projects?category=${categorySlug}`,
    works: works.map((work) => ({ ...work, path: `/projects?made=${work.slug}` })),
    number: getProjectNumber(slug),
    location: project.specifications.location,
    specifications: listSpecifications(project, language),
    gallery,
    related: listRelatedProjects(project, language).map(presentProjectCard),
    previous: previous && { slug: previous.slug, title: previous.title },
    next: next && { slug: next.slug, title: next.title },
  };
}

type Loaded = Route.ComponentProps['loaderData'];

export default function ProjectPage({ loaderData }: Route.ComponentProps) {
  const { head, project, gallery } = loaderData;
  const title = useTitle(loaderData);

  return (
    <>
      <PageHead {...head} title={title} />
      <ProjectHead {...loaderData} />
      <ProjectCutaway key={project.slug} {...loaderData} />
      <ProjectBody {...loaderData} />
      <ProjectGallery {...loaderData} />
      <RelatedProjects {...loaderData} />
      <ProjectNeighbours {...loaderData} />
      <Viewer
        texts={loaderData.viewer}
        label={project.title}
        pictures={[project.main, ...gallery]}
      />
    </>
  );
}

/** Returns the title of the page, which also names the photo that is open in the viewer. */
function useTitle({ texts, project, gallery }: Loaded): string {
  const photoCount = 1 + gallery.length;
  const photo = getOpenPhotoNumber(useLocation().search, photoCount);
  const suffix = photo ? interpolate(texts.open, { number: photo, count: photoCount }) : '';
  return interpolate(texts.title, { title: project.title }) + suffix;
}

/** Shows the texts that the loader has thrown for a missing project, and the server-error page otherwise. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const notFound = findNotFoundTexts<PageTexts['projectNotFound']>(error);
  if (!notFound) return <ServerErrorPage error={error} />;

  return (
    <>
      <ErrorHead {...notFound} />
      <MessagePage title={notFound.title} text={notFound.text} fence>
        <PageButtonLink to="/projects">{notFound.link}</PageButtonLink>
      </MessagePage>
    </>
  );
}

function ProjectHead({ texts, project, categoryPath }: Loaded) {
  const { title, category, year } = project;
  return (
    <section className="project-head sheet items-end gap-y-5 pt-[calc(var(--spacing-header)+clamp(2rem,5vw,5rem))] pb-stack">
      <Crumbs from={{ label: texts.list, to: '/projects' }}>
        {category && (
          <span>
            <PageLink className="tap min-w-target quiet" to={categoryPath}>
              {category}
            </PageLink>{' '}
          </span>
        )}
        <span>{year}</span>
      </Crumbs>
      <h1 className="-ms-[0.045em] text-mega max-md:text-[length:var(--text-display)]">{title}</h1>
    </section>
  );
}

function ProjectBody(page: Loaded) {
  const { texts, howWeWork, project } = page;
  const [lead, ...paragraphs] = project.description;
  return (
    <section className="project-body fence sheet gap-y-stack pt-[clamp(3rem,6vw,6rem)] pb-section lg:grid-rows-[auto_1fr]">
      <p className="measure-26 text-lead font-lead lg:col-5/10 lg:row-1">{lead}</p>
      <div className="prose lg:col-5/10 lg:row-2">
        {paragraphs.map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
      </div>
      <Specifications {...page} />
      <p className="flex flex-wrap items-center gap-x-7 gap-y-3 self-end lg:col-5/10 print:hidden">
        <PageButtonLink to={`/contact?about=${project.slug}`}>{texts.discuss}</PageButtonLink>{' '}
        {howWeWork && (
          <CutLink to={howWeWork.to} block>
            {howWeWork.label}
          </CutLink>
        )}
      </p>
    </section>
  );
}

/** The pictures after the main one, in two columns (project.css). Each opens the Viewer of the page. */
function ProjectGallery({ texts, gallery }: Loaded) {
  const count = gallery.length;
  const items = gallery.map((picture, index) => {
    return { picture, caption: texts.enlarge, sizes: getSizes(index, count) };
  });
  usePicturePreload(items);
  if (count === 0) return null;

  return (
    <section
      className="project-gallery sheet pb-section"
      data-count={count}
      aria-label={texts.gallery}
    >
      <Gallery printed items={items} numberedAfter={1} className="grid-cols-1 ratio-3/2" />
    </section>
  );
}

function getSizes(index: number, count: number): string {
  if (count === 2) {
    const wideSize = index === 0 ? 'min(60vw, 63rem)' : 'min(32vw, 34rem)';
    return `(min-width: 30rem) ${wideSize}, 92vw`;
  }
  const isAcross = index % 3 === 0 && index === count - 1;
  return `(min-width: 30rem) ${isAcross ? 'min(92vw, 97rem)' : 'min(46vw, 48rem)'}, 92vw`;
}

function RelatedProjects({ texts, related }: Loaded) {
  if (related.length === 0) return null;
  return (
    <section className="sheet gap-y-stack pb-section print:hidden" aria-labelledby="related">
      <h2 className="text-title md:col-start/end" id="related">
        {texts.related}
      </h2>
      <div className="grid gap-x-gutter gap-y-stack md:col-start/end md:grid-cols-3">
        {related.map((project) => (
          <ProjectCard
            key={project.slug}
            project={project}
            heading="h3"
            sizes="(min-width: 48rem) min(31vw, 32rem), 92vw"
          />
        ))}
      </div>
    </section>
  );
}

function Specifications({ texts, specifications, works }: Loaded) {
  const cells = specifications.filter(({ field }) => field !== 'type');
  const loneCell = cells.length % 2 === 1 ? cells.at(-1) : undefined;

  return (
    <section
      className="title-block grid min-w-0 self-start overflow-clip border border-ink bg-paper lg:col-10/end lg:row-1/3 print:break-inside-avoid"
      aria-labelledby="specs"
    >
      <h2
        className="col-span-full bg-ink px-4 py-3.5 text-note font-strong text-on-ink no-flare"
        id="specs"
      >
        {texts.specifications}
      </h2>
      <dl className="contents">
        {specifications.map((entry) => {
          const isWide = entry.field === 'type' || entry === loneCell;
          return (
            <div
              key={entry.field}
              className={`-ms-px grid content-start gap-0.5 border-s border-t border-line px-4 py-3 ${isWide ? 'col-span-full border-s-transparent' : ''}`}
            >
              <dt className="text-note text-ink-3">{entry.label}</dt>
              <dd className="leading-note font-book">{entry.value}</dd>
            </div>
          );
        })}
      </dl>
      {works.length > 0 && (
        <div className="col-span-full border-t border-line px-4 py-3">
          <h3 className="text-note text-ink-3">{texts.made}</h3>
          <ul className="flex flex-wrap gap-x-5">
            {works.map(({ slug, name, path }) => (
              <li key={slug}>
                <PageLink className="tap min-w-target quiet" to={path}>
                  {name}
                </PageLink>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
