import { whenIdle } from './idle.ts';

/** An image as a page would ask for it. */
export interface PreloadedImage {
  /** The file for browsers that do not know AVIF. */
  src: string;
  /** The AVIF files, as in a srcset. */
  srcSet: string;
  sizes: string;
}

const asked = new Set<string>();

/**
 * Loads the first images at once and the rest in idle time (ledger SH-8). An image that fails is
 * a warning and no more. Returns what takes back those that have not begun.
 */
export function preloadImages(images: readonly PreloadedImage[], first: number): () => void {
  try {
    const wanted = images.filter(({ src }) => !isFilm(src));
    wanted.slice(0, first).forEach(preload);
    const rest = wanted.slice(first);
    return rest.length > 0 ? whenIdle(() => rest.forEach(preload)) : () => undefined;
  } catch (error) {
    console.warn('Image preloading encountered an issue', error);
    return () => undefined;
  }
}

/** Films are never preloaded. */
export function isFilm(src: string): boolean {
  return /\.(webm|mp4)$/i.test(src);
}

/** A picture element of its own, so that the browser chooses the file that the page would show. */
function preload({ src, srcSet, sizes }: PreloadedImage): void {
  if (asked.has(src)) return;
  asked.add(src);
  const source = Object.assign(document.createElement('source'), { type: 'image/avif' });
  const image = document.createElement('img');
  const picture = document.createElement('picture');
  picture.append(source, image);
  image.onerror = () => console.warn('Failed to preload', image.currentSrc || src);
  image.fetchPriority = 'low';
  Object.assign(source, { sizes, srcset: srcSet });
  image.src = src;
}
