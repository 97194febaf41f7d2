import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { decodePicture } from '#app/domain/attachments/decode-picture.ts';
import { detectMediaType } from '#app/domain/attachments/file-types.server.ts';

const folder = mkdtempSync(join(tmpdir(), 'drys-decoding-'));
afterAll(() => rmSync(folder, { recursive: true }));

const WIDTH = 240;
const HEIGHT = 160;
const RED = [200, 40, 40];
const GREEN = [40, 160, 60];

/** Returns a picture that is red on the left and green on the right. */
function createTwoColours(depth: 'uchar' | 'ushort' = 'uchar'): Sharp {
  const scale = depth === 'ushort' ? 257 : 1;
  const values = Array.from({ length: WIDTH * HEIGHT }, (_, pixel) =>
    pixel % WIDTH < WIDTH / 2 ? RED : GREEN,
  ).flatMap((colour) => colour.map((value) => value * scale));
  const pixels = depth === 'ushort' ? Uint16Array.from(values) : Uint8Array.from(values);
  const picture = sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
  return depth === 'ushort' ? picture.toColourspace('rgb16') : picture;
}

/** Returns a PNG of 16 bits in the colours of a profile, which it contains. */
async function createDeepPng(profile: 'srgb' | 'p3'): Promise<Buffer> {
  const png = await createTwoColours().withIccProfile(profile).png().toBuffer();
  return sharp(png).keepIccProfile().toColourspace('rgb16').png().toBuffer();
}

const createJpeg = () => createTwoColours().jpeg({ quality: 95 }).toBuffer();
const createAvif = () => createTwoColours().avif({ quality: 95, effort: 0 }).toBuffer();

/** Inserts bytes in front of the marker of a JPEG. */
function insertBefore(jpeg: Buffer, marker: number, bytes: number[]): Buffer {
  const index = jpeg.indexOf(Buffer.from([0xff, marker]));
  return Buffer.concat([jpeg.subarray(0, index), Buffer.from(bytes), jpeg.subarray(index)]);
}

/** Writes a scan of the frequencies 0 to 0, as some phones do, where a sequential JPEG has 0 to 63. */
function writeOddScanParameters(jpeg: Buffer): Buffer {
  const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  const parameters = scan + 2 + jpeg.readUInt16BE(scan + 2) - 3;
  const changed = Buffer.from(jpeg);
  changed.writeUInt8(0, parameters + 1);
  return changed;
}

/** Writes the first brand of a HEIF file. */
function writeFirstBrand(heif: Buffer, brand: string): Buffer {
  const changed = Buffer.from(heif);
  changed.write(brand, 8, 'latin1');
  return changed;
}

/** Declares the PNG an animation of one frame. */
function addAnimationControl(png: Buffer): Buffer {
  // The length, the name, one frame shown for ever, and the checksum.
  const chunk = Buffer.from('000000086163544c0000000100000000b92d39f5', 'hex');
  const data = png.indexOf('IDAT') - 4;
  return Buffer.concat([png.subarray(0, data), chunk, png.subarray(data)]);
}

async function decode(file: Buffer) {
  const path = join(folder, 'received');
  writeFileSync(path, file);
  const type = await detectMediaType(file);
  const { picture } = await decodePicture(path, type, { pixels: 1_000_000, memoryMb: 64 });
  const { data, info } = await picture.flatten().raw().toBuffer({ resolveWithObject: true });
  const readPixel = (x: number) => [...data.subarray(x * info.channels, x * info.channels + 3)];
  return { type, width: info.width, left: readPixel(20), right: readPixel(info.width - 20) };
}

const isNear = (expected: number[]) => (colour: number[]) =>
  colour.every((value, channel) => Math.abs(value - expected[channel]!) <= 6);

test.each<[string, type: string, create: () => Promise<Buffer>]>([
  ['a JPEG', 'image/jpeg', createJpeg],
  [
    'a JPEG with odd scan parameters',
    'image/jpeg',
    async () => writeOddScanParameters(await createJpeg()),
  ],
  [
    'a JPEG with bytes between its segments',
    'image/jpeg',
    async () => insertBefore(await createJpeg(), 0xda, [1, 2, 3, 4]),
  ],
  [
    'a PNG of one frame',
    'image/png',
    async () => addAnimationControl(await createTwoColours().png().toBuffer()),
  ],
  ['an AVIF', 'image/avif', createAvif],
  [
    'an AVIF whose first brand is mif1',
    'image/avif',
    async () => writeFirstBrand(await createAvif(), 'mif1'),
  ],
  [
    'an AVIF whose first brand is avis',
    'image/avif',
    async () => writeFirstBrand(await createAvif(), 'avis'),
  ],
  ['a PNG of 16 bits with a profile', 'image/png', () => createDeepPng('srgb')],
  ['a PNG of 16 bits in Display P3', 'image/png', () => createDeepPng('p3')],
  [
    'a PNG of 16 bits without a profile',
    'image/png',
    () => createTwoColours('ushort').png().toBuffer(),
  ],
  [
    'an AVIF of 10 bits with a profile',
    'image/avif',
    () =>
      createTwoColours()
        .withIccProfile('srgb')
        .avif({ quality: 95, effort: 0, bitdepth: 10 })
        .toBuffer(),
  ],
  [
    'a JPEG in Display P3',
    'image/jpeg',
    () => createTwoColours().withIccProfile('p3').jpeg({ quality: 95 }).toBuffer(),
  ],
])('AT-6 PB-5 shows %s in its colours', async (_, type, create) => {
  expect(await decode(await create())).toEqual({
    type,
    width: WIDTH,
    left: expect.toSatisfy(isNear(RED)),
    right: expect.toSatisfy(isNear(GREEN)),
  });
});

test('PB-5 converts CMYK by the general profile, with darker colours than a plain conversion', async () => {
  const cmyk = await createTwoColours().toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer();
  const { left, right } = await decode(cmyk);
  expect(left).toSatisfy(isNear([200, 21, 18]));
  expect(right).toSatisfy(isNear([16, 158, 49]));
});

test.each([
  ['a JPEG', () => createJpeg()],
  ['a progressive JPEG', () => createTwoColours().jpeg({ progressive: true }).toBuffer()],
  ['a PNG', () => createTwoColours().png().toBuffer()],
  ['an interlaced PNG', () => createTwoColours().png({ progressive: true }).toBuffer()],
  ['a WebP', () => createTwoColours().webp().toBuffer()],
  ['an AVIF', () => createAvif()],
])('PB-5 refuses %s that is cut at nine tenths', async (_, create) => {
  const file = await create();
  const cut = file.subarray(0, Math.floor(file.length * 0.9));
  await expect(decode(cut)).rejects.toThrow();
});

test('PB-5 shows the primary picture of a HEIC, not the first', async () => {
  const heic = readFileSync('tests/support/people/gradient.heic');
  // Its first picture is a hidden tile, one pixel wider. Its flags are the last byte before its number.
  const flags = heic.indexOf('infe') + 7;
  expect(heic[flags]).toBe(1);
  heic.writeUInt8(0, flags);
  expect(await decode(heic)).toMatchObject({ type: 'image/heic', width: 1203 });
});
