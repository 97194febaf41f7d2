import type { AboutWords } from '#app/content/texts/about.server.ts';
import { SITE } from '#app/domain/limits.ts';
import { Gallery } from '#app/ui/viewer/gallery.tsx';
import type { PictureData } from '#app/ui/picture.tsx';
import { Slash } from '#app/ui/slash.tsx';
import { usePreload } from '../motion/use-preload.ts';

interface FacilitiesProps {
  words: AboutWords['facilities'];
  pictures: readonly PictureData[];
}

/** Six pictures of the factory; each opens the viewer (ledger A-3). */
export function Facilities({ words, pictures }: FacilitiesProps) {
  const { heading, captions } = words;
  const shown = pictures.map((picture, index) => ({
    picture,
    caption: captions[index] ?? '',
    sizes: '(min-width: 64rem) 58vw, (min-width: 30rem) 50vw, 92vw',
  }));
  usePreload(shown, SITE.preloadAboutAndHome);
  return (
    <section className="section facilities sheet" aria-labelledby="facilities">
      <h2 className="display" id="facilities">
        <Slash />
        {heading}
      </h2>
      <Gallery items={shown} />
    </section>
  );
}
