import type { AboutWords } from '#app/content/texts/about.server.ts';
import { SITE } from '#app/ui/site-limits.ts';
import { Gallery } from '#app/ui/viewer/gallery.tsx';
import type { PictureData } from '#app/ui/picture.tsx';
import { Slash } from '#app/ui/slash.tsx';
import { usePreload } from '../motion/use-preload.ts';

interface FacilitiesProps {
  words: AboutWords['facilities'];
  pictures: readonly PictureData[];
}

/** Two in a row of twelve columns, wide and less wide by turns. */
const places = [7, 5, 5, 7, 5, 7].map((columns) =>
  columns === 7 ? 'lg:col-span-7' : 'lg:col-span-5',
);

/** Six pictures of the factory; each opens the viewer (ledger A-3). */
export function Facilities({ words, pictures }: FacilitiesProps) {
  const { heading, captions } = words;
  const shown = pictures.map((picture, index) => ({
    picture,
    caption: captions[index] ?? '',
    place: places[index],
    sizes: '(min-width: 64rem) 58vw, (min-width: 30rem) 50vw, 92vw',
  }));
  usePreload(shown, SITE.preloadAboutAndHome);
  return (
    <section className="sheet gap-y-stack py-section" aria-labelledby="facilities">
      <h2 className="text-display" id="facilities">
        <Slash />
        {heading}
      </h2>
      <Gallery
        items={shown}
        className="grid-cols-1 [--ratio:3/2] min-[30rem]:grid-cols-2 lg:grid-cols-12 lg:[--ratio:auto]"
        frames="lg:h-[clamp(18rem,33vw,34rem)]"
      />
    </section>
  );
}
