import type { PictureData } from '#app/components/picture.tsx';
import { Gallery } from '#app/components/viewer.tsx';
import type { PageMessages } from '#app/content/messages/site.server.ts';
import { usePicturePreload } from '#app/routes/site/images.ts';

interface ProjectGalleryProps {
  messages: PageMessages['project'];
  pictures: readonly PictureData[];
}

/** The pictures in two columns. Each opens the Viewer of the page. */
export function ProjectGallery({ messages, pictures }: ProjectGalleryProps) {
  const count = pictures.length;
  const items = pictures.map((picture, index) => {
    return { picture, caption: messages.enlarge, ...getGalleryPlace(index, count) };
  });
  usePicturePreload(items);
  if (count === 0) return null;
  return (
    <section
      className="project-gallery sheet pb-section"
      data-count={count}
      aria-label={messages.gallery}
    >
      <Gallery
        printed
        items={items}
        className={`grid-cols-1 ratio-3/2 xs:grid-cols-[15fr_8fr] ${count === 2 ? '' : 'lg:grid-cols-subgrid'}`}
      />
    </section>
  );
}

/** A landscape and a portrait side by side, then a landscape below them. Two pictures alone have their own columns. */
const places = [
  { className: '', onSheet: 'lg:col-1/9', sizes: '(min-width: 30rem) 62vw, 92vw' },
  {
    // At 15:8 a landscape and a portrait have one height.
    className: 'ratio-4/5',
    onSheet:
      'lg:col-9/full-end lg:ratio-auto lg:*:grid lg:*:h-full lg:*:grid-rows-[minmax(0,1fr)_auto]',
    sizes: '(min-width: 30rem) 34vw, 92vw',
  },
  { className: 'xs:col-span-full', onSheet: 'lg:col-4/12', sizes: '(min-width: 64rem) 62vw, 92vw' },
];

/** Returns the classes and the width of a picture. One without a neighbour stands in the column of the text (PD-1). */
export function getGalleryPlace(index: number, count: number) {
  const isAlone = index % 3 === 0 && index === count - 1;
  const { className, onSheet, sizes } = places[isAlone ? 2 : index % 3]!;
  return { className: count === 2 ? className : `${className} ${onSheet}`.trim(), sizes };
}
