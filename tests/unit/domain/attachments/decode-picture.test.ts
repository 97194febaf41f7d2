import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { decodePicture } from '#app/domain/attachments/decode-picture.ts';
import { detectMediaType } from '#app/domain/attachments/file-types.server.ts';
import { newFolder } from '../../../support/servers/new-data.ts';

const folder = newFolder();

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

/** Shows the first picture of the file, a tile without its grid, which is one pixel wider. */
function showTile(heic: Buffer): void {
  // Its flags are the last byte before its number.
  const flags = heic.indexOf('infe') + 7;
  expect(heic[flags]).toBe(1);
  heic.writeUInt8(0, flags);
}

test('PB-5 shows the primary picture of a HEIC, not the first', async () => {
  const heic = readFileSync('tests/support/people/gradient.heic');
  showTile(heic);
  expect(await decode(heic)).toMatchObject({ type: 'image/heic', width: 1203 });
});

const createBox = (type: string, ...contents: number[]) => {
  const box = Buffer.alloc(8 + contents.length);
  box.writeUInt32BE(box.length);
  box.write(type, 4, 'latin1');
  box.set(contents, 8);
  return box;
};

/** `right` and `down` say how far the middle of the crop lies from the middle of the picture. */
const createCrop = (width: number, height: number, right: number, down: number) => {
  const box = createBox('clap', ...Array.from({ length: 32 }, () => 0));
  for (const [n, value] of [width, height, right, down].entries()) {
    box.writeInt32BE(value * 2, 8 + n * 8);
    box.writeInt32BE(2, 12 + n * 8);
  }
  return box;
};

const turnLeft = (quarterTurns: number) => createBox('irot', quarterTurns);
const flip = (axis: 0 | 1) => createBox('imir', axis);

/** Returns a HEIC of 1204 × 802 that declares these transformations: its red grows to the right, its green down. */
function createTransformedHeic(boxes: readonly Buffer[]): Buffer {
  const heic = readFileSync('tests/support/people/gradient.heic');
  const startOf = (type: string) => heic.indexOf(type) - 4;
  const endOf = (type: string) => startOf(type) + heic.readUInt32BE(startOf(type));
  const [meta, properties, container] = [startOf('meta'), startOf('iprp'), startOf('ipco')];
  const associations = startOf('ipma');
  // The first item is the picture without its grid, and has two properties.
  const afterFirstItem = associations + 21;
  const boxBytes = Buffer.concat([...boxes]).length;
  const growth = boxBytes + boxes.length;
  const grow = (at: number, by: number) => heic.writeUInt32BE(heic.readUInt32BE(at) + by, at);

  grow(heic.indexOf(Buffer.from([0, 0, 1, 0xd2]), startOf('iloc')), growth);
  for (const at of [meta, properties]) grow(at, growth);
  const containerEnd = endOf('ipco');
  grow(container, boxBytes);
  grow(associations, boxes.length);
  heic.writeUInt8(2 + boxes.length, afterFirstItem - 3);
  showTile(heic);
  heic.writeUInt16BE(1, startOf('pitm') + 12);
  return Buffer.concat([
    heic.subarray(0, containerEnd),
    ...boxes,
    heic.subarray(containerEnd, afterFirstItem),
    Buffer.from(boxes.map((_, n) => 0x80 | (n + 5))),
    heic.subarray(afterFirstItem),
  ]);
}

/** Returns the size of a decoded picture, and where its top left and bottom right pixels lay before. */
async function decodeGradient(file: Buffer) {
  const path = join(folder, 'gradient');
  writeFileSync(path, file);
  const limits = { pixels: 10_000_000, memoryMb: 500 };
  const { picture, width, height } = await decodePicture(path, 'image/heic', limits);
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width, height });
  const readPlace = (x: number, y: number) => {
    const [red, green] = data.subarray((y * width + x) * info.channels);
    return [(red! / 255) * 1204, (green! / 255) * 802];
  };
  return { size: [width, height], from: readPlace(0, 0), to: readPlace(width - 1, height - 1) };
}

const CROP = createCrop(1000, 100, 52, -200);

// The places follow from the sizes: the crop of 1000 × 100 begins at 102 + 52, 351 - 200.
test.each<[string, Buffer[], number[], number[], number[]]>([
  ['a small crop', [createCrop(1200, 798, 0, 0)], [1200, 798], [2, 2], [1202, 800]],
  ['a large crop', [CROP], [1000, 100], [154, 151], [1154, 251]],
  ['a crop that is turned to the left', [CROP, turnLeft(1)], [100, 1000], [1154, 151], [154, 251]],
  ['a crop that is turned to the right', [CROP, turnLeft(3)], [100, 1000], [154, 251], [1154, 151]],
  ['a crop that is turned upside down', [CROP, turnLeft(2)], [1000, 100], [1154, 251], [154, 151]],
  [
    'a crop of a turned picture',
    [turnLeft(1), createCrop(100, 1000, -200, -52)],
    [100, 1000],
    [1154, 151],
    [154, 251],
  ],
  ['a mirrored crop', [CROP, flip(1)], [1000, 100], [1154, 151], [154, 251]],
  [
    'a crop that is turned and mirrored',
    [CROP, turnLeft(1), flip(0)],
    [100, 1000],
    [154, 151],
    [1154, 251],
  ],
  [
    'a crop that is wider than the picture',
    [createCrop(1300, 100, 0, 0)],
    [1204, 100],
    [0, 351],
    [1204, 451],
  ],
])('AT-6 PB-5 shows a HEIC with %s as viewers do', async (_, boxes, size, from, to) => {
  // The gradient is coded in steps of a few pixels.
  const near = (place: number[]) =>
    place.map((value) => expect.toSatisfy((v: number) => Math.abs(v - value) < 20));
  expect(await decodeGradient(createTransformedHeic(boxes))).toEqual({
    size,
    from: near(from),
    to: near(to),
  });
});

test.each([
  ['of no width', createCrop(0, 100, 0, 0)],
  ['beside the picture', createCrop(100, 100, 5000, 0)],
  ['that divides by zero', createBox('clap', ...Array.from({ length: 32 }, () => 0))],
])('PB-5 refuses a HEIC with a crop %s', async (_, box) => {
  await expect(decodeGradient(createTransformedHeic([box]))).rejects.toThrow();
});
