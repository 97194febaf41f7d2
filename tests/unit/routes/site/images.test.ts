import { expect, test } from 'vitest';
import { isFilm } from '#app/routes/site/images.ts';

test.each([
  ['/film/hero-saw.webm', true],
  ['/film/hero-saw.MP4', true],
  ['/pictures/02-roche-960.jpg', false],
  ['/pictures/webm-960.avif', false],
])('SH-8 films are not preloaded: %s', (src, film) => {
  expect(isFilm(src)).toBe(film);
});
