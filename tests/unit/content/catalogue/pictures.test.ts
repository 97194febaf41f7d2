import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { picture, pictureNames } from '#app/content/catalogue/pictures.server.ts';

const root = resolve(import.meta.dirname, '../../../..');

function measure(file: string) {
  return sharp(resolve(root, file)).metadata();
}

test('SH-7 every original is listed, and nothing else', () => {
  const originals = readdirSync(resolve(root, 'app/content/pictures'))
    .filter((file) => file.endsWith('.jpg'))
    .map((file) => file.replace('.jpg', ''));
  expect(pictureNames().toSorted()).toEqual(originals.toSorted());
});

test('SH-7 an unknown picture is refused by name', () => {
  expect(() => picture('23-nowhere', 'en')).toThrow("'23-nowhere'");
});

describe.each(pictureNames().map((name) => picture(name, 'en')))('SH-7 picture $name', (shown) => {
  const { name, alt, width, height, widths } = shown;

  test('SH-7 has a text and the size of its original', async () => {
    expect(alt).not.toBe('');
    expect(await measure(`app/content/pictures/${name}.jpg`)).toMatchObject({ width, height });
    expect(Math.max(...widths)).toBeLessThanOrEqual(width);
  });

  test('SH-7 has a file in every width it offers', async () => {
    for (const step of widths) {
      const file = await measure(`public/pictures/${name}-${step}.avif`);
      expect(file).toMatchObject({ format: 'heif', compression: 'av1', width: step });
      expect(file.height).toBe(Math.round((step / width) * height));
    }
    const fallback = await measure(`public/pictures/${name}-960.jpg`);
    expect(fallback).toMatchObject({ format: 'jpeg', width: 960 });
  });
});

const drawn = pictureNames()
  .map((name) => picture(name, 'en'))
  .filter(({ drawing }) => drawing);

test.each(drawn)('SH-7 the drawing of $name covers it exactly', async ({ name, width, height }) => {
  for (const step of [720, 1440]) {
    const file = await measure(`public/drawings/${name}-${step}.png`);
    expect(file).toMatchObject({ format: 'png', width: step, hasAlpha: true });
    expect(file.height).toBe(Math.round((step / width) * height));
  }
});
