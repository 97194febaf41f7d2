import { Link } from 'react-router';
import { Drawer } from '#app/ui/drawer.tsx';
import { Picture, type PictureData } from '#app/ui/picture.tsx';
import { openedInPlace } from './viewer-moves.ts';

interface GalleryItem {
  picture: PictureData;
  caption: string;
  sizes: string;
  /** Where it stands among the others, and its shape. */
  place?: string | undefined;
}

interface GalleryProps {
  items: readonly GalleryItem[];
  /** Its pictures stand on the printed page too. */
  printed?: boolean;
  /** Its columns. */
  className: string;
  /** How high its frames are, where their shape does not say it. */
  frames?: string;
}

/** Pictures that open in the viewer: each is a link to its own number in the URL (ledger PD-3). */
export function Gallery({ items, printed, className, frames = '' }: GalleryProps) {
  return (
    <ul className={`grid gap-gutter ${className}`}>
      {items.map(({ picture, caption, sizes, place }, index) => (
        <li key={picture.name} className={place}>
          <Link
            className="block swell no-underline"
            to={`?photo=${index + 1}`}
            id={`photo-${index + 1}`}
            state={openedInPlace}
            preventScrollReset
          >
            <Picture picture={picture} sizes={sizes} printed={printed} className={frames} />
            <span className="flex gap-3 pt-2.5 pb-1 text-note text-ink-2">
              <b className="font-normal whitespace-nowrap text-ink-3">
                {index + 1} / {items.length}
              </b>
              <Drawer>{caption}</Drawer>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
