import { data, useLocation } from 'react-router';
import type { Route } from './+types/project.ts';
import { picture } from '#app/content/catalogue/pictures.server.ts';
import { previewOf } from '#app/content/preview-cards.server.ts';
import { findProject, neighbours, numberOf } from '#app/content/catalogue/projects.server.ts';
import { languageOf } from '#app/content/language.ts';
import { pageWords } from '#app/content/texts/site-pages.server.ts';
import { specificationsOf } from '#app/content/catalogue/specifications.server.ts';
import { siteWords } from '#app/content/texts/site-words.server.ts';
import { useAddress } from '#app/ui/language/address.ts';
import { phrase } from '#app/ui/language/phrase.ts';
import { Gallery } from '#app/ui/viewer/gallery.tsx';
import { Viewer } from '#app/ui/viewer/viewer.tsx';
import { usePreload } from '#app/routes/site/motion/use-preload.ts';
import '#app/styles/project.css';
import '#app/styles/project-print.css';
import '#app/styles/project-slide.css';
import { errorMeta } from '#app/routes/site/error-meta.ts';
import { moved } from '#app/routes/site/moved.ts';
import { openPhoto, unlessSamePage } from '#app/routes/site/open-photo.ts';
import { pageMeta } from '#app/routes/site/page-meta.ts';
import { ProjectBody } from './project-body.tsx';
import { ProjectCutaway } from './project-cutaway.tsx';
import { ProjectHead } from './project-head.tsx';
import { ProjectNeighbours } from './project-neighbours.tsx';
import { ProjectNotFound } from './project-not-found.tsx';

/** How wide the gallery's pictures are shown: a landscape beside a portrait, another below. */
const gallerySizes = [
  '(min-width: 30rem) 62vw, 92vw',
  '(min-width: 30rem) 34vw, 92vw',
  '(min-width: 64rem) 62vw, 92vw',
];

export const shouldRevalidate = unlessSamePage;

export function meta({ matches, params, location, loaderData, error }: Route.MetaArgs) {
  const path = `/projects/${params.slug}`;
  if (!loaderData) return errorMeta(matches, path, error);
  const { words, project, gallery, preview } = loaderData;
  const photo = openPhoto(location.search, gallery.length);
  const open = photo ? phrase(words.open, { number: photo, count: gallery.length }) : '';
  return pageMeta(matches, {
    title: phrase(words.title, { title: project.title }) + open,
    description: project.description[0] ?? project.title,
    path,
    preview,
  });
}

export function loader({ params, url }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  const project = findProject(params.slug, language);
  if (!project) throw data(pageWords[language].projectNotFound, { status: 404 });
  if (project.slug !== params.slug) throw moved(`/projects/${project.slug}`, url);
  const { slug, title, category, year, description, image, images } = project;
  const { previous, next } = neighbours(slug);
  return {
    words: pageWords[language].project,
    viewer: siteWords[language].viewer,
    preview: previewOf(`/projects/${slug}`, language),
    project: { slug, title, category, year, description, main: picture(image, language) },
    number: numberOf(slug),
    location: project.specifications.location,
    specifications: specificationsOf(project, language),
    gallery: images.map((name) => picture(name, language)),
    previous: previous && { slug: previous.slug, title: previous.title },
    next: next && { slug: next.slug, title: next.title },
  };
}

export default function ProjectPage({ loaderData }: Route.ComponentProps) {
  const address = useAddress();
  const { words, project, gallery, specifications } = loaderData;
  const photo = openPhoto(useLocation().search, gallery.length);
  const items = gallery.map((shown, index) => {
    return { picture: shown, caption: words.enlarge, sizes: gallerySizes[index] ?? '92vw' };
  });
  usePreload(items);
  return (
    <>
      <ProjectHead
        list={words.list}
        title={project.title}
        category={project.category}
        year={project.year}
      />
      <ProjectCutaway key={project.slug} {...loaderData} main={project.main} year={project.year} />
      <ProjectBody words={words} project={project} specifications={specifications} />
      {items.length > 0 && (
        <section className="project-gallery sheet" aria-label={words.gallery}>
          <Gallery printed items={items} className={`gallery--${items.length}`} />
        </section>
      )}
      <ProjectNeighbours
        words={words}
        slug={project.slug}
        previous={loaderData.previous}
        next={loaderData.next}
      />
      {photo && (
        <Viewer
          words={loaderData.viewer}
          label={project.title}
          pictures={gallery}
          open={photo}
          page={address(`/projects/${project.slug}`)}
        />
      )}
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProjectNotFound error={error} />;
}
