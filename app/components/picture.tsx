import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useUiWords } from '#app/components/words.ts';

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
  /** As in HTML, phones last. Between the page's margins lie 92vw of a phone. */
  sizes: string;
  eager?: boolean;
  /** Loaded after all else, however far down it is, for it stands on the printed page too. */
  printed?: boolean | undefined;
  alt?: string;
  className?: string;
  children?: ReactNode;
}

const fallbackWidth = 960;
// Phones of three dots to a pixel are served as if they had two: the eye sees no difference there.
const densePhones = '(max-width: 47.99rem) and (min-resolution: 2.5dppx)';

export function Picture(props: PictureProps) {
  const { picture, sizes, eager, printed, alt, className, children } = props;
  const { name, width, height, tone, focus } = picture;
  const { noImage } = useUiWords();
  const { image, failed, fail } = useFailure(name);
  const frame = `frame tone-${tone} focus-x-${focus[0]} focus-y-${focus[1]}`;
  const { src, srcSet, sizes: shownSizes } = sourcesOf(picture, sizes);
  return (
    <span className={className ? `${frame} ${className}` : frame}>
      <picture>
        <source type="image/avif" srcSet={srcSet} sizes={shownSizes} />
        <img
          ref={image}
          // The browser's own sign of failure is not shown.
          className={failed ? 'invisible' : undefined}
          src={src}
          alt={alt ?? picture.alt}
          width={width}
          height={height}
          loading={eager || printed ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : printed ? 'low' : undefined}
          decoding="async"
          onError={fail}
        />
      </picture>
      {children}
      {failed && (
        <span className="absolute start-4 bottom-3 bg-paper px-2 py-[0.1rem] text-note/text text-ink-2">
          {noImage}
        </span>
      )}
    </span>
  );
}

function useFailure(name: string) {
  const image = useRef<HTMLImageElement>(null);
  const [failedName, setFailedName] = useState('');
  useEffect(() => {
    const { complete, naturalWidth } = image.current!;
    if (complete && naturalWidth === 0) setFailedName(name);
  }, [name]);
  return { image, failed: failedName === name, fail: () => setFailedName(name) };
}

export function sourcesOf(picture: PictureData, sizes: string) {
  const src = `${fileOf(picture)}-${fallbackWidth}.jpg`;
  const share = /(\d+)vw$/.exec(sizes)?.[1];
  const forDense = share ? `${densePhones} ${Math.round((Number(share) * 2) / 3)}vw, ` : '';
  return { src, srcSet: avifSet(picture), sizes: forDense + sizes };
}

function avifSet(picture: Pick<PictureData, 'name' | 'widths'>): string {
  return picture.widths.map((width) => `${fileOf(picture)}-${width}.avif ${width}w`).join(', ');
}

function fileOf({ name }: Pick<PictureData, 'name'>): string {
  return name.includes('/') ? `/${name}` : `/pictures/${name}`;
}
