import { useEffect } from 'react';
import { SITE } from '#app/ui/site-limits.ts';
import { type PictureData, sourcesOf } from '#app/ui/picture.tsx';
import { isSavingData } from './reduced-motion.ts';
import { preloadImages } from './preload-images.ts';

/** Pictures of this page, each as wide as the page shows it, that are loaded before they are near. */
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
