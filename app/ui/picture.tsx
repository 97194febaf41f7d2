import type { ReactNode } from 'react';

/** What a picture needs to be shown; app/content/pictures.server.ts makes it. */
export interface PictureData {
  name: string;
  alt: string;
  width: number;
  height: number;
  widths: readonly number[];
  tone: number;
  focus: readonly [x: number, y: number];
}

interface PictureProps {
  picture: PictureData;
  /** How wide it is shown, as in the HTML attribute; the browser chooses a file by it. */
  sizes: string;
  /** The one picture that the page begins with: loaded at once and first. */
  eager?: boolean;
  /** Replaces the picture's own alt text; empty where its words stand beside it. */
  alt?: string;
  className?: string;
  /** What lies over the picture within its frame. */
  children?: ReactNode;
}

const fallbackWidth = 960;

/** A picture in its frame: the frame keeps its place and shows its tone until it is there. */
export function Picture({ picture, sizes, eager, alt, className, children }: PictureProps) {
  const { name, width, height, tone, focus } = picture;
  const frame = `frame tone-${tone} focus-x-${focus[0]} focus-y-${focus[1]}`;
  return (
    <span className={className ? `${frame} ${className}` : frame}>
      <picture>
        <source type="image/avif" srcSet={avifSet(picture)} sizes={sizes} />
        <img
          src={`/pictures/${name}-${fallbackWidth}.jpg`}
          alt={alt ?? picture.alt}
          width={width}
          height={height}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : undefined}
          decoding="async"
        />
      </picture>
      {children}
    </span>
  );
}

/** The AVIF files of a picture, for a srcset. */
export function avifSet({ name, widths }: Pick<PictureData, 'name' | 'widths'>): string {
  return widths.map((width) => `/pictures/${name}-${width}.avif ${width}w`).join(', ');
}
