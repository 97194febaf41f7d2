import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { previewOf } from '#app/domain/attachments/attachment-preview.server.ts';
import { ATTACHMENTS } from '#app/domain/limits.ts';

const folder = mkdtempSync(join(tmpdir(), 'drys-previews-'));
afterAll(() => rmSync(folder, { recursive: true }));
const MB = 1024 * 1024;
const HEIC = 'tests/support/people/gradient.heic';
/** As long as a busy machine needs: how long a preview may take is asked of one test alone. */
const PATIENCE_MS = 120_000;
/** So many zeros as a stream of zlib: a megabyte of them is packed once, and said again and again. */
function deflatedZeros(bytes: number): Buffer {
  const packed = (count: number) =>
    deflateRawSync(Buffer.alloc(count), { finishFlush: constants.Z_FULL_FLUSH });
  const blocks = Array<Buffer>(Math.floor(bytes / MB)).fill(packed(MB));
  const sum = Buffer.alloc(4);
  sum.writeUInt16BE(bytes % 65_521, 0);
  sum.writeUInt16BE(1, 2);
  const [head, last] = [Buffer.from([0x78, 1]), Buffer.from([3, 0])];
  return Buffer.concat([head, ...blocks, packed(bytes % MB), last, sum]);
}

/** A PNG of black pixels of four channels, 16 bits each, some hundred kilobytes small. */
function pngOf(edge: number, isInterlaced: boolean): string {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(edge, 0);
  head.writeUInt32BE(edge, 4);
  head.set([16, 6, 0, 0, isInterlaced ? 1 : 0], 8);
  // Each line has a byte of its own before it; interlaced there are 15 lines for 8, of all widths.
  const rows = deflatedZeros(edge * edge * 8 + (isInterlaced ? edge * 2 : edge));
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const path = join(folder, `${edge}-${isInterlaced}.png`);
  const parts = [chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))];
  writeFileSync(path, Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]));
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
  const { made, megabytes } = await costOf(pngOf(6400, true));
  expect(made).toBe(false);
  expect(megabytes).toBeLessThan(ATTACHMENTS.previewMemoryMb);
});

test('AT-6 what is decoded whole has a preview within the bound, and what comes by lines beyond it', async () => {
  const whole = await costOf(pngOf(3072, true));
  const lines = await costOf(pngOf(6400, false));
  expect([whole.made, lines.made]).toEqual([true, true]);
  expect(Math.max(whole.megabytes, lines.megabytes)).toBeLessThan(2 * ATTACHMENTS.previewMemoryMb);
});

test('AT-6 beyond 50 megapixels nothing is decoded, not even line by line', async () => {
  expect(await costOf(pngOf(7100, false))).toMatchObject({ made: false });
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
