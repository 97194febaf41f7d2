import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useUiTexts } from '#app/components/texts.ts';

export interface PictureData {
  name: string;
  alt: string;
  width: number;
  height: number;
  widths: readonly number[];
  tone: number;
  focus: readonly [x: number, y: number];
  /** The path of its line drawing, without its size and ending. */
  drawing?: string;
  credit?: { line: string };
}

interface PictureProps {
  picture: PictureData;
  /** The `sizes` attribute, phones last. On a phone the page's margins leave 92vw. */
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

/**
 * Shows a responsive picture: AVIF or JPEG, cropped around its focus, or a text when it fails to load. It is loaded
 * lazily unless it is `eager` or `printed`. `children` lie over it.
 */
export function Picture(props: PictureProps) {
  const { picture, sizes, eager, printed, alt, className, children } = props;
  const { name, width, height, tone, focus } = picture;
  const { noImage } = useUiTexts();
  const { image, hasFailed, markFailed } = useImageFailure(name);
  const sources = getImageSources(picture, sizes);
  const priorityUnlessEager = printed ? 'low' : undefined;
  const frame = `frame tone-${tone} ${getFocusClass('x', focus[0])} ${getFocusClass('y', focus[1])}`;

  return (
    <span className={className ? `${frame} ${className}` : frame}>
      <picture>
        <source type="image/avif" srcSet={sources.srcSet} sizes={sources.sizes} />
        <img
          ref={image}
          // Hides the browser's own broken-image icon.
          className={hasFailed ? 'invisible' : undefined}
          src={sources.src}
          alt={alt ?? picture.alt}
          width={width}
          height={height}
          loading={eager || printed ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : priorityUnlessEager}
          decoding="async"
          onError={markFailed}
        />
      </picture>
      {children}
      {hasFailed && (
        <span className="absolute start-4 bottom-3 bg-paper px-2 py-[0.1rem] text-note/text text-ink-2">
          {noImage}
        </span>
      )}
    </span>
  );
}

// 64 % becomes the classes for 60 and for 4 more: 20 rules for each axis instead of 101.
function getFocusClass(axis: 'x' | 'y', percent: number): string {
  const ones = percent % 10;
  const tensClass = `focus-${axis}-${percent - ones}`;
  return ones === 0 ? tensClass : `${tensClass} focus-d${axis}-${ones}`;
}

/** Names the photographer. Renders nothing without a credit. */
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

  // An image that failed before hydration sends no error event any more.
  useEffect(() => {
    const { complete, naturalWidth } = image.current!;
    if (complete && naturalWidth === 0) setFailedName(name);
  }, [name]);

  return { image, hasFailed: failedName === name, markFailed: () => setFailedName(name) };
}

/** Returns the JPEG of a picture as `src`, its AVIF files as `srcSet`, and `sizes` with an entry for dense phones. */
export function getImageSources(picture: PictureData, sizes: string) {
  const { name, widths } = picture;
  // The name of an uploaded picture has its folder.
  const basePath = name.includes('/') ? `/${name}` : `/pictures/${name}`;
  return {
    src: `${basePath}-${FALLBACK_WIDTH_PX}.jpg`,
    srcSet: widths.map((width) => `${basePath}-${width}.avif ${width}w`).join(', '),
    sizes: addDensePhoneSize(sizes),
  };
}

/** Changes nothing unless the last entry of the sizes, that of phones, is a width in vw. */
function addDensePhoneSize(sizes: string): string {
  const phoneWidthVw = /(\d+)vw$/.exec(sizes)?.[1];
  if (phoneWidthVw === undefined) return sizes;
  return `${DENSE_PHONES_QUERY} ${Math.round((Number(phoneWidthVw) * 2) / 3)}vw, ${sizes}`;
}
