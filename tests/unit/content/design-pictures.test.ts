import sharp from 'sharp';
import { expect, test } from 'vitest';
import { DESIGN_PICTURES, getDesignPicture } from '#app/content/catalogue/pictures.server.ts';

const readPicture = (file: string) => sharp(`public${file}`).metadata();

test.each(DESIGN_PICTURES)('finds each file of the picture %s in its size', async (name) => {
  const { width, height, widths, drawing } = getDesignPicture(name, 'en');
  const scale = (step: number) => ({ width: step, height: Math.round((step / width) * height) });

  for (const step of widths) {
    const avif = { format: 'heif', compression: 'av1', ...scale(step) };
    expect(await readPicture(`/pictures/${name}-${step}.avif`)).toMatchObject(avif);
  }
  const jpeg = { format: 'jpeg', width: 960 };
  expect(await readPicture(`/pictures/${name}-960.jpg`)).toMatchObject(jpeg);

  for (const step of drawing ? [720, 1440] : []) {
    const png = { format: 'png', hasAlpha: true, ...scale(step) };
    expect(await readPicture(`${drawing}-${step}.png`)).toMatchObject(png);
  }
});
