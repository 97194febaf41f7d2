import type { PictureData } from '#app/components/picture.tsx';
import { Gallery } from '#app/components/viewer.tsx';
import type { PageMessages } from '#app/content/messages/site.server.ts';
import { usePicturePreload } from '#app/routes/site/images.ts';

interface ProjectGalleryProps {
  messages: PageMessages['project'];
  pictures: readonly PictureData[];
}

/** The pictures after the main one, in two columns. Each opens the Viewer of the page. */
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
        numberedAfter={1}
        className={`grid-cols-1 ratio-3/2 ${count === 2 ? 'xs:grid-cols-[15fr_8fr]' : 'xs:grid-cols-2'}`}
      />
    </section>
  );
}

const places = {
  half: { className: '', sizes: '(min-width: 30rem) 46vw, 92vw' },
  /** Beside two landscapes, and as high as both with their captions. */
  tall: {
    className:
      'ratio-4/5 xs:row-span-2 xs:ratio-auto xs:*:grid xs:*:h-full xs:*:grid-rows-[minmax(0,1fr)_auto]',
    sizes: '(min-width: 30rem) 46vw, 92vw',
  },
  wide: { className: 'xs:col-span-full', sizes: '92vw' },
  /** At 15:8 a landscape and a portrait have one height. */
  landscape: { className: '', sizes: '(min-width: 30rem) 60vw, 92vw' },
  portrait: { className: 'ratio-4/5', sizes: '(min-width: 30rem) 32vw, 92vw' },
};

/**
 * Returns the classes and the width of a picture, so that the gallery is flush on both sides (PD-1): two landscapes
 * with a tall picture at their right, then the next three. The last rows are a pair, or one picture alone.
 */
export function getGalleryPlace(index: number, count: number) {
  if (count === 2) return index === 0 ? places.landscape : places.portrait;

  const isLast = index === count - 1;
  if (index % 3 === 0 && isLast) return places.wide;
  if (index % 3 === 1 && !isLast) return places.tall;
  return places.half;
}
