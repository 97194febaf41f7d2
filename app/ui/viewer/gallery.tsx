import { Link } from 'react-router';
import { Drawer } from '#app/ui/drawer.tsx';
import { Picture, type PictureData } from '#app/ui/picture.tsx';
import { openedInPlace } from './viewer-moves.ts';
import '#app/styles/gallery.css';

export interface GalleryItem {
  picture: PictureData;
  caption: string;
  sizes: string;
}

interface GalleryProps {
  items: readonly GalleryItem[];
  /** Its pictures stand on the printed page too. */
  printed?: boolean;
  className?: string;
}

/** Pictures that open in the viewer: each is a link to its own number in the URL (ledger PD-3). */
export function Gallery({ items, printed, className }: GalleryProps) {
  return (
    <ul className={className ? `gallery ${className}` : 'gallery'}>
      {items.map(({ picture, caption, sizes }, index) => (
        <li key={picture.name}>
          <Link
            to={`?photo=${index + 1}`}
            id={`photo-${index + 1}`}
            state={openedInPlace}
            preventScrollReset
          >
            <Picture picture={picture} sizes={sizes} printed={printed} />
            <span className="cap">
              <b>
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
