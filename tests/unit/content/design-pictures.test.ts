import sharp from 'sharp';
import { expect, test } from 'vitest';
import { DESIGN_PICTURES, getDesignPicture } from '#app/content/catalogue/pictures.server.ts';

const readPicture = (file: string) => sharp(`public${file}`).metadata();

test.each(DESIGN_PICTURES)('finds each file of the picture %s in its size', async (name) => {
  const { width, height, widths } = getDesignPicture(name, 'en');
  const scale = (step: number) => ({ width: step, height: Math.round((step / width) * height) });

  for (const step of widths) {
    const avif = { format: 'heif', compression: 'av1', ...scale(step) };
    expect(await readPicture(`/pictures/${name}-${step}.avif`)).toMatchObject(avif);
  }
  const jpeg = { format: 'jpeg', width: 960 };
  expect(await readPicture(`/pictures/${name}-960.jpg`)).toMatchObject(jpeg);
});

test.each([
  [720, 480],
  [1440, 960],
])('finds the drawing of the contact page %i px wide', async (width, height) => {
  const png = { format: 'png', hasAlpha: true, width, height };
  expect(await readPicture(`/drawings/facility-1-${width}.png`)).toMatchObject(png);
});
