import { expect, test } from 'vitest';
import { isFilm } from '#app/routes/site/images.ts';
import { cutPosition } from '#app/routes/site/projects/project-cutaway.tsx';

const sizes = [
  { width: 1440, height: 792 },
  { width: 390, height: 219 },
  { width: 320, height: 180 },
];
/** How far the slanted kerf reaches to each side of its middle, in per cent of the width. */
const reach = ({ width, height }: { width: number; height: number }) =>
  ((height / 2) * 0.437 * 100) / width;

test.each(sizes)('PD-1 at rest the kerf is off a picture of $width px, which is whole', (size) => {
  expect(cutPosition(0, size)).toBeLessThan(-reach(size));
});

test.each(sizes)('PD-1 at the end the drawing covers a picture of $width px', (size) => {
  expect(cutPosition(100, size)).toBeGreaterThanOrEqual(100 - reach(size));
});

test.each(sizes)('PD-1 the kerf only moves on as the saw does, at $width px', (size) => {
  const positions = Array.from({ length: 101 }, (_, value) => cutPosition(value, size));
  expect(positions).toEqual(positions.toSorted((one, other) => one - other));
});

test.each([
  ['/film/hero-saw.webm', true],
  ['/film/hero-saw.MP4', true],
  ['/pictures/02-roche-960.jpg', false],
  ['/pictures/webm-960.avif', false],
])('SH-8 films are not preloaded: %s', (src, film) => {
  expect(isFilm(src)).toBe(film);
});
