import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { previewOf, publicPages } from '#app/content/pages.server.ts';

test.each(publicPages)('SE-2 $path has a preview of 1200 by 630', async ({ card: { src } }) => {
  const path = resolve(import.meta.dirname, `../../../../public${src}`);
  expect(await sharp(path).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect(statSync(path).size).toBeLessThan(90_000);
});

test('SE-2 every public page has a preview of its own', () => {
  expect(new Set(publicPages.map(({ card }) => card.src)).size).toBe(publicPages.length);
});

test('SE-2 the alternative text says what stands on the card and what its picture shows', () => {
  expect(previewOf('/projects/roche', 'en')).toEqual({
    src: '/og/projects/roche.jpg',
    alt: 'Roche. Offices, 2024. Reception desk with a fluted oak front and limestone top in front of an oak slat wall, sunlight across the stone floor.',
  });
  expect(previewOf('/nowhere', 'en')).toEqual(previewOf('/', 'en'));
});
