import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { listCards } from '../../../scripts/og-images/cards.ts';

test.each(listCards())('R-1 the page $file has a preview of 1200 by 630', async ({ file }) => {
  const path = resolve(import.meta.dirname, `../../../public/og/${file}.jpg`);
  expect(await sharp(path).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect(statSync(path).size).toBeLessThan(90_000);
});
