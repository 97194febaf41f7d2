import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { getImageSources, type PictureData } from '#app/components/picture.tsx';
import { SITE } from '#app/components/site-limits.ts';
import { prefersReducedData } from './motion.ts';

export function usePreload(
  pictures: readonly { picture: PictureData; sizes: string }[],
  immediateCount: number = SITE.preloadDefault,
): void {
  const names = pictures.map(({ picture }) => picture.name).join(' ');
  useEffect(() => {
    if (prefersReducedData()) return;
    return preloadImages(
      pictures.map(({ picture, sizes }) => getImageSources(picture, sizes)),
      immediateCount,
    );
    // Depends on the names, because `pictures` is a new array on every render.
  }, [names, immediateCount]);
}

type PreloadedImage = ReturnType<typeof getImageSources>;

const requestedSources = new Set<string>();

/** Returns a function that cancels the preloads that have not started (ledger SH-8). */
function preloadImages(images: readonly PreloadedImage[], first: number): () => void {
  try {
    const pictures = images.filter(({ src }) => !isFilm(src));
    pictures.slice(0, first).forEach(preload);
    const deferredImages = pictures.slice(first);
    return deferredImages.length > 0
      ? runWhenIdle(() => deferredImages.forEach(preload))
      : () => undefined;
  } catch (error) {
    console.warn('Image preloading encountered an issue', error);
    return () => undefined;
  }
}

export function isFilm(src: string): boolean {
  return /\.(webm|mp4)$/i.test(src);
}

/** Uses a detached <picture>, so that the browser chooses the same file as the page will. */
function preload({ src, srcSet, sizes }: PreloadedImage): void {
  if (requestedSources.has(src)) return;
  requestedSources.add(src);
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

function runWhenIdle(run: () => void): Cancel {
  const wait = SITE.preloadIdleFallbackMs;
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, wait);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: wait });
  return () => cancelIdleCallback(handle);
}

export function runAfterLoad(run: () => void): Cancel {
  if (document.readyState === 'complete') return runWhenIdle(run);
  let cancel: Cancel = () => removeEventListener('load', wait);
  const wait = () => (cancel = runWhenIdle(run));
  addEventListener('load', wait, { once: true });
  return () => cancel();
}

/**
 * Makes sure that a lazy image is loaded once a tenth of it is within 50 px of the view (ledger
 * SH-7). Served images are lazy by the browser's own rule, which may start earlier, never later.
 */
export function useEagerNearImages(): void {
  const { key } = useLocation();
  useEffect(() => {
    const observer = new IntersectionObserver(loadVisibleImages, {
      rootMargin: `${SITE.imageLazyMarginPx}px`,
      threshold: SITE.imageLazyThreshold,
    });
    for (const image of document.querySelectorAll('img[loading="lazy"]')) observer.observe(image);
    return () => observer.disconnect();
  }, [key]);
}

function loadVisibleImages(
  entries: IntersectionObserverEntry[],
  observer: IntersectionObserver,
): void {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    (target as HTMLImageElement).loading = 'eager';
    observer.unobserve(target);
  }
}
