import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { ATTACHMENTS } from '#app/domain/limits.ts';
import { newFolder } from '../support/servers/new-data.ts';

// What large pictures take of the memory: the processes that decode them are measured one by one.
const folder = newFolder();

/** Creates a one-colour PNG, four bytes a pixel. An interlaced PNG must be decoded whole. */
async function createPng(edge: number, progressive: boolean): Promise<string> {
  const path = join(folder, `${edge}-${progressive}.png`);
  const oak = { width: edge, height: edge, channels: 4 as const, background: '#8a5a2280' };
  await sharp({ create: oak }).png({ progressive, compressionLevel: 1 }).toFile(path);
  return path;
}

/** Memory of the process that makes a preview before the first pixel, for Node and the decoders. */
const BASE_MB = 110;

async function measureCost(
  path: string,
  { purpose = 'preview', type = 'image/png' } = {},
): Promise<{ isMade: boolean; megabytes: number }> {
  const script = 'tests/support/reading/picture-cost.ts';
  const child = spawn(process.execPath, ['--conditions=drys-test', script, purpose, path, type]);
  child.stderr.pipe(process.stderr);
  return JSON.parse(await text(child.stdout));
}

test('AT-6 makes no preview of a small file that would take much memory, and takes little', async () => {
  const { isMade, megabytes } = await measureCost(await createPng(6400, true));
  expect(isMade).toBe(false);
  expect(megabytes).toBeLessThan(BASE_MB + 20);
});

test('AT-6 previews pictures that decode whole only within the bound, and those that decode by lines beyond it', async () => {
  const interlaced = await measureCost(await createPng(3072, true));
  const sequential = await measureCost(await createPng(6400, false));
  expect(interlaced.isMade, 'interlaced').toBe(true);
  expect(sequential.isMade, 'sequential').toBe(true);
  expect(Math.max(interlaced.megabytes, sequential.megabytes)).toBeLessThan(
    2 * ATTACHMENTS.previewMemoryMb,
  );
});

test('PB-10 refuses a small AVIF of many pixels before it takes memory', async () => {
  // One grey of 10,270 × 7,700 pixels in 1.5 KB, which take ten seconds to encode.
  const path = 'tests/support/people/plain-79-megapixels.avif';
  const cost = await measureCost(path, { purpose: 'picture', type: 'image/avif' });
  expect(cost.isMade).toBe(false);
  expect(cost.megabytes).toBeLessThan(BASE_MB + 20);
});

test('PB-5 makes the sizes of an AVIF of 24 megapixels, and of a HEIC of 48 as phones write it, within 800 MB', async () => {
  // 6,000 × 4,000 pixels of 10 bits.
  const avif = 'tests/support/people/plain-24-megapixels.avif';
  const heic = 'tests/support/people/tiles-48-megapixels.heic';
  for (const [path, type] of [
    [avif, 'image/avif'],
    [heic, 'image/heic'],
  ] as const) {
    const cost = await measureCost(path, { purpose: 'picture', type });
    expect(cost.isMade, path).toBe(true);
    expect(cost.megabytes, path).toBeLessThan(800);
  }
});

test('PB-10 makes the sizes of large photos in a process that ends, within 350 MB', async () => {
  const create = { width: 9000, height: 8800, channels: 3 as const, background: '#8a5a22' };
  const large = join(folder, '79-megapixels.jpg');
  await sharp({ create }).withMetadata({ orientation: 6 }).jpeg().toFile(large);
  const tall = join(folder, 'tall.jpg');
  await sharp({ create: { ...create, width: 2000, height: 12_000 } })
    .jpeg()
    .toFile(tall);
  for (const path of [large, tall]) {
    const cost = await measureCost(path, { purpose: 'picture', type: 'image/jpeg' });
    expect(cost.isMade, path).toBe(true);
    expect(cost.megabytes, path).toBeLessThan(350);
  }
});

test('AT-6 decodes nothing beyond 50 megapixels, not even line by line', async () => {
  expect(await measureCost(await createPng(7100, false))).toMatchObject({ isMade: false });
});
