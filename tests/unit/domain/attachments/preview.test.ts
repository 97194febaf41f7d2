import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createPreview } from '#app/domain/attachments/attachment-preview.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { newFolder } from '../../../support/servers/new-data.ts';

const folder = newFolder();
const HEIC = 'tests/support/people/gradient.heic';
/** Long enough for a busy machine; only one test here is about the time limit of a preview. */
const TEST_TIMEOUT_MS = 120_000;

test('AT-6 makes the next preview after a timeout, and after a process that could not be started', async () => {
  const path = join(folder, 'photo.jpg');
  const red = { width: 1200, height: 800, channels: 3 as const, background: '#8a5a22' };
  await sharp({ create: red }).jpeg().toFile(path);
  expect(await createPreview(path, 'image/jpeg', 1)).toBeNull();
  // Node throws for this timeout before it starts the process, as without memory for another one.
  await expect(createPreview(path, 'image/jpeg', -1)).rejects.toThrow('timeout');
  expect(await createPreview(path, 'image/jpeg', TEST_TIMEOUT_MS)).not.toBeNull();
});

test('AT-6 previews a HEIC photo too, unless it declares more pixels than may be decoded', async () => {
  const preview = await sharp((await createPreview(HEIC, 'image/heic', TEST_TIMEOUT_MS))!)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = preview.info;
  expect([width, height]).toEqual([ATTACHMENTS.previewEdgePx, 639]);
  const getPixel = (x: number, y: number) =>
    [...preview.data.subarray((y * width + x) * channels)].slice(0, 3);
  const isNear = (colour: number[], expected: number[]) =>
    colour.every((value, i) => Math.abs(value - expected[i]!) < 25);
  expect(getPixel(940, 620), 'red to the right, green below, blue in the right half').toSatisfy(
    (colour: number[]) => isNear(colour, [250, 250, 200]),
  );
  expect(getPixel(20, 20)).toSatisfy((colour: number[]) => isNear(colour, [5, 5, 40]));
  const large = readFileSync(HEIC);
  large.writeUInt32BE(30_000, large.indexOf('ispe') + 8);
  large.writeUInt32BE(1000, large.indexOf('ispe') + 12);
  const path = join(folder, 'large.heic');
  writeFileSync(path, large);
  expect(await createPreview(path, 'image/heic', TEST_TIMEOUT_MS)).toBeNull();
});
