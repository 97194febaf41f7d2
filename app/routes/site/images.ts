import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { getImageSources, type PictureData } from '#app/components/picture.tsx';
import { SITE } from '#app/components/site-limits.ts';
import { prefersReducedData } from './motion.ts';

/** Preloads the first pictures at once, the others when idle, each only once; none for visitors who save data. */
export function usePicturePreload(
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

type Cancel = () => void;

const requestedSources = new Set<string>();

/** Cancelling stops only the preloads that have not started (SH-8). */
function preloadImages(images: readonly PreloadedImage[], immediateCount: number): Cancel {
  try {
    images.slice(0, immediateCount).forEach(preload);
    return runWhenIdle(() => images.slice(immediateCount).forEach(preload));
  } catch (error) {
    console.warn('Image preloading encountered an issue', error);
    return () => undefined;
  }
}

/** Loads a detached <picture>, so that the browser chooses the same file as the page will. */
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

function runWhenIdle(run: () => void): Cancel {
  const maxWaitMs = SITE.preloadIdleFallbackMs;
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, maxWaitMs);
    return () => clearTimeout(timer);
  }

  const handle = requestIdleCallback(run, { timeout: maxWaitMs });
  return () => cancelIdleCallback(handle);
}

/**
 * Runs a function when the document and its pictures are loaded and the browser is idle. Returns a function that cancels
 * this, as long as it has not run.
 */
export function runWhenIdleAfterLoad(run: () => void): Cancel {
  if (document.readyState === 'complete') return runWhenIdle(run);

  const abortController = new AbortController();
  const { signal } = abortController;
  const handleLoad = () => {
    const cancel = runWhenIdle(run);
    signal.addEventListener('abort', cancel);
  };

  addEventListener('load', handleLoad, { once: true, signal });
  return () => abortController.abort();
}

/** Loads each lazy image of the open page at the latest when a tenth of it is within 50 px of the view (SH-7). */
export function useLoadImagesNearView(): void {
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
