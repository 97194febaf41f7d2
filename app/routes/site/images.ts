import { useEffect } from 'react';
import { SITE } from '#app/components/site-limits.ts';
import { type PictureData, sourcesOf } from '#app/components/picture.tsx';
import { isSavingData } from './motion.ts';
import { useLocation } from 'react-router';

export function usePreload(
  pictures: readonly { picture: PictureData; sizes: string }[],
  first: number = SITE.preloadDefault,
): void {
  const names = pictures.map(({ picture }) => picture.name).join(' ');
  useEffect(() => {
    if (isSavingData()) return;
    return preloadImages(
      pictures.map(({ picture, sizes }) => sourcesOf(picture, sizes)),
      first,
    );
    // The names stand for the pictures, which are new objects in each rendering.
  }, [names, first]);
}

type PreloadedImage = ReturnType<typeof sourcesOf>;

const requested = new Set<string>();

/** Returns what takes back those that have not begun (ledger SH-8). */
function preloadImages(images: readonly PreloadedImage[], first: number): () => void {
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

export function isFilm(src: string): boolean {
  return /\.(webm|mp4)$/i.test(src);
}

/** A picture element of its own, so that the browser chooses the file that the page would show. */
function preload({ src, srcSet, sizes }: PreloadedImage): void {
  if (requested.has(src)) return;
  requested.add(src);
  const source = Object.assign(document.createElement('source'), { type: 'image/avif' });
  const image = document.createElement('img');
  const picture = document.createElement('picture');
  picture.append(source, image);
  image.onerror = () => console.warn('Failed to preload', image.currentSrc || src);
  image.fetchPriority = 'low';
  Object.assign(source, { sizes, srcset: srcSet });
  image.src = src;
}

type Cancel = () => void;

function whenIdle(run: () => void): Cancel {
  const wait = SITE.preloadIdleFallbackMs;
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, wait);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: wait });
  return () => cancelIdleCallback(handle);
}

export function whenQuiet(run: () => void): Cancel {
  if (document.readyState === 'complete') return whenIdle(run);
  let cancel: Cancel = () => removeEventListener('load', wait);
  const wait = () => (cancel = whenIdle(run));
  addEventListener('load', wait, { once: true });
  return () => cancel();
}

/**
 * Makes sure that a lazy image is loaded once a tenth of it is within 50 px of the view (ledger
 * SH-7). Served images are lazy by the browser's own rule, which may start earlier, never later.
 */
export function useNearImages(): void {
  const { key } = useLocation();
  useEffect(() => {
    const observer = new IntersectionObserver(loadSeen, {
      rootMargin: `${SITE.imageLazyMarginPx}px`,
      threshold: SITE.imageLazyThreshold,
    });
    for (const image of document.querySelectorAll('img[loading="lazy"]')) observer.observe(image);
    return () => observer.disconnect();
  }, [key]);
}

function loadSeen(entries: IntersectionObserverEntry[], observer: IntersectionObserver): void {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    (target as HTMLImageElement).loading = 'eager';
    observer.unobserve(target);
  }
}
