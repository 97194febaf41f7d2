import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { previewOf } from '#app/domain/attachments/attachment-preview.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';

const folder = mkdtempSync(join(tmpdir(), 'drys-previews-'));
afterAll(() => rmSync(folder, { recursive: true }));
const HEIC = 'tests/support/people/gradient.heic';
/** As long as a busy machine needs: how long a preview may take is asked of one test alone. */
const PATIENCE_MS = 120_000;

/** A small PNG of one colour, four bytes a pixel; interlaced it has to be decoded whole. */
async function pngOf(edge: number, progressive: boolean): Promise<string> {
  const path = join(folder, `${edge}-${progressive}.png`);
  const oak = { width: edge, height: edge, channels: 4 as const, background: '#8a5a2280' };
  await sharp({ create: oak }).png({ progressive, compressionLevel: 1 }).toFile(path);
  return path;
}

async function costOf(path: string): Promise<{ made: boolean; megabytes: number }> {
  const child = spawn(process.execPath, [
    'tests/support/reading/preview-cost.ts',
    path,
    'image/png',
  ]);
  child.stderr.pipe(process.stderr);
  return JSON.parse(await text(child.stdout));
}

test('AT-6 a small file that would take much memory has no preview, and takes little', async () => {
  const { made, megabytes } = await costOf(await pngOf(6400, true));
  expect(made).toBe(false);
  expect(megabytes).toBeLessThan(ATTACHMENTS.previewMemoryMb);
});

test('AT-6 previews pictures that decode whole only within the bound, and those that decode by lines beyond it', async () => {
  const whole = await costOf(await pngOf(3072, true));
  const lines = await costOf(await pngOf(6400, false));
  expect([whole.made, lines.made]).toEqual([true, true]);
  expect(Math.max(whole.megabytes, lines.megabytes)).toBeLessThan(2 * ATTACHMENTS.previewMemoryMb);
});

test('AT-6 beyond 50 megapixels nothing is decoded, not even line by line', async () => {
  expect(await costOf(await pngOf(7100, false))).toMatchObject({ made: false });
});

test('AT-6 after a preview that took too long the next one is made', async () => {
  const path = join(folder, 'photo.jpg');
  const red = { width: 1200, height: 800, channels: 3 as const, background: '#8a5a22' };
  await sharp({ create: red }).jpeg().toFile(path);
  expect(await previewOf(path, 'image/jpeg', 1)).toBeNull();
  expect(await previewOf(path, 'image/jpeg', PATIENCE_MS)).not.toBeNull();
});

test('AT-6 a HEIC photo has a preview too, unless it declares more pixels than may be decoded', async () => {
  const drawn = await sharp((await previewOf(HEIC, 'image/heic', PATIENCE_MS))!)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = drawn.info;
  expect([width, height]).toEqual([ATTACHMENTS.previewEdgePx, 639]);
  const at = (x: number, y: number) =>
    [...drawn.data.subarray((y * width + x) * channels)].slice(0, 3);
  const isNear = (colour: number[], like: number[]) =>
    colour.every((value, i) => Math.abs(value - like[i]!) < 25);
  expect(at(940, 620), 'red to the right, green below, blue in the right half').toSatisfy(
    (colour: number[]) => isNear(colour, [250, 250, 200]),
  );
  expect(at(20, 20)).toSatisfy((colour: number[]) => isNear(colour, [5, 5, 40]));
  const large = readFileSync(HEIC);
  large.writeUInt32BE(30_000, large.indexOf('ispe') + 8);
  large.writeUInt32BE(1000, large.indexOf('ispe') + 12);
  const path = join(folder, 'large.heic');
  writeFileSync(path, large);
  expect(await previewOf(path, 'image/heic', PATIENCE_MS)).toBeNull();
});
