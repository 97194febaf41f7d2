import type { PictureData } from '#app/components/picture.tsx';
import { Gallery } from '#app/components/viewer.tsx';
import type { PageTexts } from '#app/content/texts/site.server.ts';
import { usePicturePreload } from '#app/routes/site/images.ts';

interface ProjectGalleryProps {
  texts: PageTexts['project'];
  pictures: readonly PictureData[];
}

/** The pictures after the main one, in two columns (project.css). Each opens the Viewer of the page. */
export function ProjectGallery({ texts, pictures }: ProjectGalleryProps) {
  const count = pictures.length;
  const items = pictures.map((picture, index) => {
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
  if (count === 2) return `(min-width: 30rem) ${index === 0 ? 60 : 32}vw, 92vw`;

  const isAcross = index % 3 === 0 && index === count - 1;
  return isAcross ? '92vw' : '(min-width: 30rem) 46vw, 92vw';
}
