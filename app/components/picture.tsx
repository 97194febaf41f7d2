import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useUiMessages } from '#app/components/messages.ts';

export interface PictureData {
  name: string;
  alt: string;
  width: number;
  height: number;
  widths: readonly number[];
  tone: number;
  focus: readonly [x: number, y: number];
  credit?: { line: string };
}

interface PictureProps {
  picture: PictureData;
  /** As in HTML, phones last. Between the page's margins lie 92vw of a phone. */
  sizes: string;
  eager?: boolean;
  /** Load it eagerly but with low priority, because it also appears on the printed page. */
  printed?: boolean | undefined;
  alt?: string;
  className?: string;
  children?: ReactNode;
}

interface PictureCreditProps {
  credit: PictureData['credit'];
  className?: string;
}

const FALLBACK_WIDTH_PX = 960;
// Phones with three device pixels per CSS pixel get the files for two: the difference is invisible.
const DENSE_PHONES_QUERY = '(max-width: 47.99rem) and (min-resolution: 2.5dppx)';

export function Picture(props: PictureProps) {
  const { picture, sizes, eager, printed, alt, className, children } = props;
  const { name, width, height, tone, focus } = picture;
  const { noImage } = useUiMessages();
  const { image, failed, fail } = useImageFailure(name);
  const frame = `frame tone-${tone} ${getFocusClass('x', focus[0])} ${getFocusClass('y', focus[1])}`;
  const { src, srcSet, sizes: shownSizes } = getImageSources(picture, sizes);
  return (
    <span className={className ? `${frame} ${className}` : frame}>
      <picture>
        <source type="image/avif" srcSet={srcSet} sizes={shownSizes} />
        <img
          ref={image}
          // Hides the browser's own broken-image icon.
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

function getFocusClass(axis: 'x' | 'y', percent: number): string {
  const ones = percent % 10;
  const tensClass = `focus-${axis}-${percent - ones}`;
  return ones === 0 ? tensClass : `${tensClass} focus-d${axis}-${ones}`;
}

export function PictureCredit({ credit, className = '' }: PictureCreditProps) {
  if (!credit) return null;
  return (
    <>
      {' '}
      <span className={`block text-note ${className}`}>{credit.line}</span>
    </>
  );
}

function useImageFailure(name: string) {
  const image = useRef<HTMLImageElement>(null);
  const [failedName, setFailedName] = useState('');
  useEffect(() => {
    const { complete, naturalWidth } = image.current!;
    if (complete && naturalWidth === 0) setFailedName(name);
  }, [name]);
  return { image, failed: failedName === name, fail: () => setFailedName(name) };
}

export function getImageSources(picture: PictureData, sizes: string) {
  const src = `${getPictureBasePath(picture)}-${FALLBACK_WIDTH_PX}.jpg`;
  const share = /(\d+)vw$/.exec(sizes)?.[1];
  const densePhoneSizes = share
    ? `${DENSE_PHONES_QUERY} ${Math.round((Number(share) * 2) / 3)}vw, `
    : '';
  return { src, srcSet: getAvifSrcSet(picture), sizes: densePhoneSizes + sizes };
}

function getAvifSrcSet(picture: Pick<PictureData, 'name' | 'widths'>): string {
  return picture.widths
    .map((width) => `${getPictureBasePath(picture)}-${width}.avif ${width}w`)
    .join(', ');
}

function getPictureBasePath({ name }: Pick<PictureData, 'name'>): string {
  return name.includes('/') ? `/${name}` : `/pictures/${name}`;
}
