import { expect, test } from 'vitest';
import { getGalleryPlace } from '#app/routes/site/projects/project-gallery.tsx';

/** Returns a letter for each picture: h takes half a row, t is tall, w takes a whole row. */
function listPlaces(count: number): string {
  const letters = Array.from({ length: count }, (_, index) => {
    const { className } = getGalleryPlace(index, count);
    if (className.includes('col-span-full')) return 'w';
    return className.includes('row-span-2') ? 't' : 'h';
  });
  return letters.join('');
}

test.each([
  [1, 'w'],
  [2, 'hh'],
  [3, 'hth'],
  [4, 'hthw'],
  [5, 'hthhh'],
  [6, 'hthhth'],
  [7, 'hthhthw'],
  [8, 'hthhthhh'],
])('PD-1 leaves no gap in a gallery of %i', (count, places) => {
  expect(listPlaces(count)).toBe(places);
});
