import { data, useLocation } from 'react-router';
import type { Route } from './+types/project.ts';
import { picture } from '#app/content/catalogue/pictures.server.ts';
import { previewOf } from '#app/content/preview-cards.server.ts';
import {
  findProject,
  neighbours,
  numberOf,
  specificationsOf,
} from '#app/content/catalogue/projects.server.ts';
import { languageOf } from '#app/content/language.ts';
import { pageWords } from '#app/content/texts/site-pages.server.ts';
import { siteWords } from '#app/content/texts/site-words.server.ts';
import { useAddress } from '#app/ui/language/address.ts';
import { phrase } from '#app/ui/language/phrase.ts';
import { Gallery } from '#app/ui/viewer/gallery.tsx';
import { Viewer } from '#app/ui/viewer/viewer.tsx';
import { usePreload } from '#app/routes/site/motion/use-preload.ts';
import { errorMeta } from '#app/routes/site/error-meta.ts';
import { moved } from '#app/routes/site/moved.ts';
import { openPhoto, unlessSamePage } from '#app/routes/site/open-photo.ts';
import { pageMeta } from '#app/routes/site/page-meta.ts';
import { ProjectBody } from './project-body.tsx';
import { ProjectCutaway } from './project-cutaway.tsx';
import { ProjectHead } from './project-head.tsx';
import { ProjectNeighbours } from './project-neighbours.tsx';
import { ProjectNotFound } from './project-not-found.tsx';
import './project.css';

/** How wide the gallery's pictures are shown: a landscape beside a portrait, another below. */
const gallerySizes = [
  '(min-width: 30rem) 62vw, 92vw',
  '(min-width: 30rem) 34vw, 92vw',
  '(min-width: 64rem) 62vw, 92vw',
];

/** Rows of one height, read from left to right: at 15:8 a landscape and a portrait have one. */
const pair = ['', '[--ratio:4/5]', 'min-[30rem]:col-span-full'] as const;

/** Three stand on the page's columns: the second is as high as the first, the third between fence and margin. */
const three = [
  'lg:col-[1/9]',
  `${pair[1]} lg:col-[9/-1] lg:[--ratio:auto] lg:*:grid lg:*:h-full lg:*:grid-rows-[minmax(0,1fr)_auto]`,
  `${pair[2]} lg:col-[4/12]`,
] as const;

const places = (count: number): readonly string[] => (count === 3 ? three : pair);

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
    const place = places(gallery.length)[index];
    return { picture: shown, caption: words.enlarge, sizes: gallerySizes[index] ?? '92vw', place };
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
        <section
          className="project-gallery sheet pb-section"
          data-count={items.length}
          aria-label={words.gallery}
        >
          <Gallery
            printed
            items={items}
            className={`grid-cols-1 [--ratio:3/2] min-[30rem]:grid-cols-[15fr_8fr] ${items.length === 3 ? 'lg:grid-cols-subgrid' : ''}`}
          />
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
