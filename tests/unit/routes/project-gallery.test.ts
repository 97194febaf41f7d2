import { expect, test } from 'vitest';
import { getGalleryPlace } from '#app/routes/site/projects/project-gallery.tsx';

/** Returns the rows of a gallery in a wide window; “=” is a picture in the column of the text. */
function listRows(count: number): string {
  const marks = Array.from({ length: count }, (_, index) => {
    const { className } = getGalleryPlace(index, count);
    if (className.includes('lg:col-4/12')) return '= ';
    return className.includes('ratio-4/5') ? '2 ' : '1';
  });
  return marks.join('').trim();
}

test.each([
  [1, '='],
  [2, '12'],
  [3, '12 ='],
  [4, '12 = ='],
  [5, '12 = 12'],
  [6, '12 = 12 ='],
  [7, '12 = 12 = ='],
])('PD-1 leaves no gap in a gallery of %i', (count, rows) => {
  expect(listRows(count)).toBe(rows);
});
